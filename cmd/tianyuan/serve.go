package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/web"
)

type serveOptions struct {
	addr, publicURL, cert, key, mirror, voice string
	lan, demo, open                           bool
}

func storeFlags(c *call) {
	c.set.StringVar(&c.data, "data", "./data", "")
	c.set.StringVar(&c.db, "db", "", "")
}

func serveFlags(c *call) {
	storeFlags(c)
	o := &c.serve
	c.set.StringVar(&o.addr, "addr", "127.0.0.1:8080", "")
	c.set.StringVar(&o.publicURL, "public-url", "", "")
	c.set.StringVar(&o.cert, "tls-cert", "", "")
	c.set.StringVar(&o.key, "tls-key", "", "")
	c.set.StringVar(&o.mirror, "mirror", "", "")
	c.set.StringVar(&o.voice, "voice", "", "")
	c.set.BoolVar(&o.lan, "lan", false, "")
	c.set.BoolVar(&o.demo, "demo", false, "")
	c.set.BoolVar(&o.open, "open", false, "")
}

func (c *call) openStore(ctx context.Context) (*store.Store, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	return store.Open(ctx, store.Config{Dir: c.data, URL: c.db, Version: Version, Log: log})
}

// stopTime is how long requests that were begun may take when the program stops.
const stopTime = 10 * time.Second

func runServe(ctx context.Context, c *call) (err error) {
	if len(c.args) > 0 {
		return errUsage
	}
	st, err := c.openStore(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	off := office.New(st, time.Now, Version)
	if c.serve.demo {
		if err := loadDemo(ctx, c, st, off); err != nil {
			return err
		}
	}
	listener, err := c.listen()
	if err != nil {
		return err
	}
	defer listener.Close()
	phones := c.phoneURLs(listener)
	config := web.Config{Store: st, Office: off, PublicURL: c.serve.publicURL, PhoneURLs: phones, MetricsToken: os.Getenv("TIANYUAN_METRICS_TOKEN"), Log: slog.New(slog.NewTextHandler(os.Stderr, nil))}
	if len(phones) > 0 {
		config.PhoneURL = phones[0]
	}
	if config.Branch, err = lastBranch(ctx, st); err != nil {
		return err
	}
	if config.Voice, err = c.ownVoice(); err != nil {
		return err
	}
	mirror, err := c.startMirror(ctx, st, off)
	if err != nil {
		return err
	}
	if mirror != nil {
		config.Mirror = mirror.Status
		defer mirror.Close()
	}
	handler, err := web.New(config)
	if err != nil {
		return err
	}
	base, err := c.announce(listener, phones)
	if err != nil {
		return err
	}
	if err := c.firstLink(ctx, st, base); err != nil {
		return err
	}
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10}
	ended := make(chan error, 1)
	go func() {
		if c.serve.cert != "" {
			ended <- server.ServeTLS(listener, c.serve.cert, c.serve.key)
			return
		}
		ended <- server.Serve(listener)
	}()
	select {
	case err := <-ended:
		return fault.Wrap(err, fault.Internal, "fault.cli.listen", fault.Args{"addr": c.serve.addr})
	case <-ctx.Done():
	}
	fmt.Fprintln(c.out, c.printer.T("cli.stopping"))
	stop, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return server.Shutdown(stop)
}

func (c *call) listen() (net.Listener, error) {
	addr := c.serve.addr
	if c.serve.lan {
		_, port, err := net.SplitHostPort(addr)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "fault.cli.addr", fault.Args{"addr": addr})
		}
		addr = net.JoinHostPort("", port)
	}
	if _, err := net.ResolveTCPAddr("tcp", addr); err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "fault.cli.addr", fault.Args{"addr": addr})
	}
	l, err := net.Listen("tcp", addr)
	if errors.Is(err, fs.ErrPermission) {
		return nil, fault.Wrap(err, fault.Conflict, "fault.cli.listenRight", fault.Args{"addr": addr})
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "fault.cli.listen", fault.Args{"addr": addr})
	}
	return l, nil
}

// announce prints every address that works, the phones' also as codes, and returns the one for
// this machine.
func (c *call) announce(l net.Listener, phones []string) (string, error) {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	host, _, err := net.SplitHostPort(c.serve.addr)
	if err != nil || c.serve.lan {
		host = "127.0.0.1"
	}
	here := c.scheme() + net.JoinHostPort(host, port)
	base := here
	if c.serve.publicURL != "" {
		base = c.serve.publicURL
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": base}))
	}
	for _, url := range append([]string{here}, phones...) {
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": url}))
	}
	for _, url := range phones {
		fmt.Fprintln(c.out, "\n  "+url)
		if err := printQR(c.out, url); err != nil {
			return "", err
		}
	}
	if c.serve.open {
		return base, openBrowser(here)
	}
	return base, nil
}

func (c *call) scheme() string {
	if c.serve.cert != "" {
		return "https://"
	}
	return "http://"
}

// phoneURLs are the addresses for phones, when the server listens to them.
func (c *call) phoneURLs(l net.Listener) []string {
	if !c.serve.lan {
		return nil
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	urls := lanHosts(port)
	for i, host := range urls {
		urls[i] = c.scheme() + host
	}
	return urls
}

// lastBranch is when the copy was made from which the store went on.
func lastBranch(ctx context.Context, st *store.Store) (time.Time, error) {
	branches, err := st.Branches(ctx)
	if err != nil || len(branches) == 0 {
		return time.Time{}, err
	}
	return branches[len(branches)-1].Copied, nil
}

// startMirror keeps copies on a stick: after each publication and closed round, and every two
// minutes of change. A stick that isn't there at the start is refused; one that is pulled out later
// turns a light red.
func (c *call) startMirror(ctx context.Context, st *store.Store, off *office.Office) (*store.Mirror, error) {
	if c.serve.mirror == "" {
		return nil, nil
	}
	m, err := store.NewMirror(ctx, st, c.serve.mirror)
	if err != nil {
		return nil, err
	}
	off.Watch(func(events []journal.Event) {
		for _, e := range events {
			if e.Type == "round.published" || e.Type == "round.closed" || e.Type == "ranking.published" {
				m.Wake()
			}
		}
	})
	go m.Run(ctx)
	return m, nil
}

// ownVoice is the folder of clips that take the place of ours, nil without one.
func (c *call) ownVoice() (fs.FS, error) {
	if c.serve.voice == "" {
		return nil, nil
	}
	folder := os.DirFS(c.serve.voice)
	n, err := web.VoiceClips(folder)
	if _, ours := errors.AsType[*fault.Error](err); err != nil && !ours {
		err = fault.Wrap(err, fault.Invalid, "fault.cli.voice", fault.Args{"path": c.serve.voice})
	}
	if err != nil {
		return nil, err
	}
	fmt.Fprintln(c.out, c.printer.T("cli.voice", fault.Args{"n": n, "path": c.serve.voice}))
	return folder, nil
}

// firstLink prints a one-time link while there is no user.
func (c *call) firstLink(ctx context.Context, st *store.Store, base string) error {
	users, err := st.Users(ctx)
	if err != nil || len(users) > 0 {
		return err
	}
	token, hash, err := account.NewToken(rand.Reader)
	if err != nil {
		return err
	}
	if err := st.PutLink(ctx, account.Link{TokenHash: hash, Expires: time.Now().Add(24 * time.Hour)}); err != nil {
		return err
	}
	fmt.Fprintln(c.out, c.printer.T("cli.firstLink", fault.Args{"url": base + "/link/" + token}))
	return nil
}
