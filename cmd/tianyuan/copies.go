package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/store"
)

// written makes a file whole or not at all: it is written beside its place and renamed.
func written(path string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(path), ".tianyuan-*")
	if err != nil {
		return fault.Wrap(err, fault.Invalid, "fault.file.write", fault.Args{"path": path})
	}
	defer os.Remove(f.Name())
	if err := write(f); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return fault.Wrap(err, fault.Invalid, "fault.file.write", fault.Args{"path": path})
	}
	if err := f.Close(); err != nil {
		return fault.Wrap(err, fault.Invalid, "fault.file.write", fault.Args{"path": path})
	}
	if err := os.Rename(f.Name(), path); err != nil {
		return fault.Wrap(err, fault.Invalid, "fault.file.write", fault.Args{"path": path})
	}
	return nil
}

// withStore runs on an open store and closes it.
func (c *call) withStore(ctx context.Context, args int, work func(*store.Store) error) error {
	if len(c.args) != args {
		return errUsage
	}
	st, err := c.openStore(ctx)
	if err != nil {
		return err
	}
	defer st.Close()
	return work(st)
}

func runBackup(ctx context.Context, c *call) error {
	return c.withStore(ctx, 1, func(st *store.Store) error {
		if err := mayReplace(c.args[0]); err != nil {
			return err
		}
		if err := written(c.args[0], func(w io.Writer) error { return st.Backup(ctx, w) }); err != nil {
			return err
		}
		return c.done("cli.done", fault.Args{"path": c.args[0]})
	})
}

// mayReplace refuses to write a copy over a file that is none: a slip of the hand must not cost
// somebody a picture or a list. An older copy may be replaced, whole or not at all.
func mayReplace(path string) error {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err := store.CheckBackup(path, Version); err != nil {
		return fault.Wrap(err, fault.Conflict, "fault.cli.notCopy", fault.Args{"path": path})
	}
	return nil
}

func runRestore(ctx context.Context, c *call) error {
	if len(c.args) != 1 {
		return errUsage
	}
	if err := store.Restore(ctx, store.Config{Dir: c.data, URL: c.db, Version: Version}, c.args[0], c.replace); err != nil {
		return err
	}
	return c.done("cli.restored", nil)
}

func runExport(ctx context.Context, c *call) error {
	return c.withStore(ctx, 2, func(st *store.Store) error {
		data, err := st.Export(ctx, c.args[0])
		if err != nil {
			return err
		}
		err = written(c.args[1], func(w io.Writer) error {
			_, err := w.Write(data)
			return err
		})
		if err != nil {
			return err
		}
		return c.done("cli.done", fault.Args{"path": c.args[1]})
	})
}

func runImport(ctx context.Context, c *call) error {
	return c.withStore(ctx, 1, func(st *store.Store) error {
		data, err := os.ReadFile(c.args[0])
		if err != nil {
			return fault.Wrap(err, fault.Invalid, "fault.file.open", fault.Args{"path": c.args[0]})
		}
		id, err := st.Import(ctx, data, office.Judge)
		if err != nil {
			return err
		}
		return c.done("cli.imported", fault.Args{"id": id})
	})
}

// done says that it worked.
func (c *call) done(key string, args fault.Args) error {
	if c.json {
		return c.document(args)
	}
	_, err := fmt.Fprintln(c.out, c.printer.T(key, args))
	return err
}
