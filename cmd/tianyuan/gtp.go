package main

import (
	"context"
	"io"
	"os"

	"tianyuan/gtp"
	"tianyuan/rules"
)

func gtpFlags(c *call) { c.set.StringVar(&c.edition, "edition", string(rules.Editions[0]), "") }

// runGTP answers a controller on standard input and output until it says quit or hangs up.
func runGTP(ctx context.Context, c *call) error {
	edition, err := c.editionOf()
	if err != nil {
		return err
	}
	if len(c.args) > 0 {
		return errUsage
	}
	front := gtp.NewFront(gtp.Options{
		Edition: edition, Version: Version,
		Open:   func(name string) (io.ReadCloser, error) { return os.Open(name) },
		Create: func(name string) (io.WriteCloser, error) { return os.Create(name) },
	})
	done := make(chan error, 1)
	go func() { done <- front.Serve(os.Stdin, c.out) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done(): // a read of standard input can't be broken off
		return nil
	}
}
