package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/web"
)

type serveOptions struct {
	addr, publicURL, cert, key string
	lan, demo                  bool
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
	c.set.BoolVar(&o.lan, "lan", false, "")
	c.set.BoolVar(&o.demo, "demo", false, "")
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
	handler, err := web.New(web.Config{Store: st, Office: off, PublicURL: c.serve.publicURL, MetricsToken: os.Getenv("TIANYUAN_METRICS_TOKEN"), Log: slog.New(slog.NewTextHandler(os.Stderr, nil))})
	if err != nil {
		return err
	}
	listener, err := c.listen()
	if err != nil {
		return err
	}
	if err := c.firstLink(ctx, st, c.announce(listener)); err != nil {
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
			return nil, fault.Wrap(err, fault.Invalid, "fault.cli.listen", fault.Args{"addr": addr})
		}
		addr = net.JoinHostPort("", port)
	}
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "fault.cli.listen", fault.Args{"addr": addr})
	}
	return l, nil
}

// announce prints every address that works and returns the one for this machine.
func (c *call) announce(l net.Listener) string {
	scheme := "http://"
	if c.serve.cert != "" {
		scheme = "https://"
	}
	_, port, _ := net.SplitHostPort(l.Addr().String())
	hosts := []string{c.serve.addr}
	if host, _, err := net.SplitHostPort(c.serve.addr); err == nil {
		hosts = []string{net.JoinHostPort(host, port)}
	}
	if c.serve.lan {
		hosts = append([]string{net.JoinHostPort("127.0.0.1", port)}, lanHosts(port)...)
	}
	base := scheme + hosts[0]
	if c.serve.publicURL != "" {
		base = c.serve.publicURL
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": base}))
	}
	for _, host := range hosts {
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": scheme + host}))
	}
	return base
}

// lanHosts are this machine's addresses on local networks.
func lanHosts(port string) []string {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		return nil
	}
	var hosts []string
	for _, a := range addrs {
		if ip, ok := a.(*net.IPNet); ok && ip.IP.To4() != nil && !ip.IP.IsLoopback() {
			hosts = append(hosts, net.JoinHostPort(ip.IP.String(), port))
		}
	}
	return hosts
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
