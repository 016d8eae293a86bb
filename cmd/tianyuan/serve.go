package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"strings"
	"time"

	"tianyuan/account"
	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/live"
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
	return c.openStoreAt(ctx, time.Now)
}

// openStoreAt opens the store with a clock of its own.
func (c *call) openStoreAt(ctx context.Context, now func() time.Time) (*store.Store, error) {
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	return store.Open(ctx, store.Config{Dir: c.data, URL: c.db, Version: Version, Now: now, Log: log})
}

// stopTime is how long requests that were begun may take when the program stops.
const stopTime = 10 * time.Second

func runServe(ctx context.Context, c *call) (err error) {
	if len(c.args) > 0 {
		return errUsage
	}
	spareCores()
	// What can be wrong with the options is told before anything is made or opened.
	pair, err := c.checkServe()
	if err != nil {
		return err
	}
	voice, err := c.ownVoice()
	if err != nil {
		return err
	}
	listener, err := c.listen()
	if err != nil {
		return c.alreadyOpen(err)
	}
	defer listener.Close()
	log := slog.New(slog.NewTextHandler(os.Stderr, nil))
	clock := newSteady(time.Now().Round(0))
	st, err := c.openStoreAt(ctx, clock.now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	off := office.New(st, clock.now, Version)
	machine := live.Machine()
	hub, keeper := live.New(off, machine), live.NewKeeper(off, st, machine, log)
	if c.serve.demo {
		if err := loadDemo(ctx, c, st, off); err != nil {
			return err
		}
	}
	config := web.Config{
		Store: st, Office: off, Live: hub, PublicURL: c.serve.publicURL, PhoneURLs: c.phoneURLs(listener), Voice: voice,
		MetricsToken: os.Getenv("TIANYUAN_METRICS_TOKEN"), Log: log, Now: clock.now, Clock: clock.state,
	}
	if err := c.fromStore(ctx, st, clock, &config); err != nil {
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
	if err := keeper.Start(ctx); err != nil {
		return err
	}
	keeping, stopKeeping := context.WithCancel(ctx)
	rested := make(chan struct{})
	go func() { defer close(rested); keeper.Run(keeping) }()
	defer func() { stopKeeping(); <-rested }()
	handler, err := web.New(config)
	if err != nil {
		return err
	}
	here, base, err := c.announce(listener, config.PhoneURLs)
	if err != nil {
		return err
	}
	link, err := c.firstLink(ctx, st, base)
	if err != nil {
		return err
	}
	return c.answer(ctx, listener, handler, pair, cmp.Or(link, here))
}

// fromStore puts into the configuration what the store knows: the copy from which it went on, and
// the time of its last event, behind which the clock mustn't be.
func (c *call) fromStore(ctx context.Context, st *store.Store, clock *steady, config *web.Config) error {
	last, err := st.Latest(ctx)
	if err != nil {
		return err
	}
	clock.after(last)
	if len(config.PhoneURLs) > 0 {
		config.PhoneURL = config.PhoneURLs[0]
	}
	config.Branch, err = lastBranch(ctx, st)
	return err
}

// answer serves until the program is told to stop, and shows the page in a browser when that is
// wanted.
func (c *call) answer(ctx context.Context, listener net.Listener, handler *web.Server, pair *tls.Certificate, page string) error {
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: time.Minute, WriteTimeout: 2 * time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 32 << 10}
	server.RegisterOnShutdown(handler.Close)
	ended := make(chan error, 1)
	go func() {
		if pair != nil {
			server.TLSConfig = &tls.Config{Certificates: []tls.Certificate{*pair}, MinVersion: tls.VersionTLS12}
			ended <- server.ServeTLS(listener, "", "")
			return
		}
		ended <- server.Serve(listener)
	}()
	if c.serve.open {
		c.show(page)
	}
	select {
	case err := <-ended:
		return fault.Wrap(err, fault.Internal, "fault.cli.ended", nil)
	case <-ctx.Done():
	}
	fmt.Fprintln(c.out, c.printer.T("cli.stopping"))
	stop, cancel := context.WithTimeout(context.Background(), stopTime)
	defer cancel()
	return server.Shutdown(stop)
}

// spareCores lets the system share out the cores of a small machine. Go hands a core on after 10 ms;
// a result comes back from the disk several times on its way and stood in line each time behind the
// pages in the making: 30 to 70 ms at worst. The system's scheduler puts who comes from the disk
// first: 17 to 21 ms (docs/performance.md).
func spareCores() {
	const small = 4
	if cores := runtime.GOMAXPROCS(0); cores <= small && os.Getenv("GOMAXPROCS") == "" {
		runtime.GOMAXPROCS(2 * cores)
	}
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
	if noSuchAddress(err) {
		return nil, fault.Wrap(err, fault.Invalid, "fault.cli.listenWhere", fault.Args{"addr": addr})
	}
	if err != nil {
		return nil, fault.Wrap(err, fault.Conflict, "fault.cli.listen", fault.Args{"addr": addr})
	}
	return l, nil
}

// checkServe looks at what the options name, and returns the pair for https; nil without one.
// Faults: invalid "fault.cli.tlsBoth", "fault.cli.tlsFile", "fault.cli.tlsPair"; those of
// web.PublicOrigin.
func (c *call) checkServe() (*tls.Certificate, error) {
	if c.serve.publicURL != "" {
		if _, err := web.PublicOrigin(c.serve.publicURL); err != nil {
			return nil, err
		}
	}
	if c.serve.cert == "" && c.serve.key == "" {
		return nil, nil
	}
	if c.serve.cert == "" || c.serve.key == "" {
		return nil, fault.New(fault.Invalid, "fault.cli.tlsBoth", nil)
	}
	var pem [2][]byte
	for i, path := range []string{c.serve.cert, c.serve.key} {
		data, err := os.ReadFile(path)
		if err != nil {
			return nil, fault.Wrap(err, fault.Invalid, "fault.cli.tlsFile", fault.Args{"path": path})
		}
		pem[i] = data
	}
	pair, err := tls.X509KeyPair(pem[0], pem[1])
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "fault.cli.tlsPair", fault.Args{"cert": c.serve.cert, "key": c.serve.key})
	}
	if now := time.Now(); pair.Leaf != nil && (now.Before(pair.Leaf.NotBefore) || now.After(pair.Leaf.NotAfter)) {
		fmt.Fprintln(c.errOut, c.printer.T("cli.tlsDates", fault.Args{"cert": c.serve.cert, "from": pair.Leaf.NotBefore.Local().Format(time.DateOnly), "to": pair.Leaf.NotAfter.Local().Format(time.DateOnly)}))
	}
	return &pair, nil
}

// alreadyOpen is for somebody who starts the program by a second double click: when it is Tianyuan
// that has the port, its page is shown.
func (c *call) alreadyOpen(taken error) error {
	_, port, err := net.SplitHostPort(c.serve.addr)
	if err != nil || !c.serve.open || fault.KeyOf(taken) != "fault.cli.listen" {
		return taken
	}
	here := "http://" + net.JoinHostPort("127.0.0.1", port)
	client := http.Client{Timeout: 2 * time.Second}
	answer, err := client.Get(here + "/healthz")
	if err != nil {
		return taken
	}
	defer answer.Body.Close()
	if body, err := io.ReadAll(io.LimitReader(answer.Body, 8)); err != nil || string(body) != "ok\n" {
		return taken
	}
	c.show(here)
	return fault.Wrap(taken, fault.Conflict, "fault.cli.alreadyOpen", fault.Args{"url": here})
}

// show opens a page in the browser. Without one the program goes on: the address is on the console.
func (c *call) show(url string) {
	if err := openBrowser(url); err != nil {
		fmt.Fprintln(c.errOut, c.printer.T("cli.noBrowser", fault.Args{"url": url}))
	}
}

// announce prints every address that works, the phones' also as codes, and returns the one for
// this machine and the one for links.
func (c *call) announce(l net.Listener, phones []string) (here, base string, err error) {
	_, port, _ := net.SplitHostPort(l.Addr().String())
	host, _, err := net.SplitHostPort(c.serve.addr)
	if err != nil || c.serve.lan {
		host = "127.0.0.1"
	}
	here = c.scheme() + net.JoinHostPort(host, port)
	base = here
	if c.serve.publicURL != "" {
		base = strings.TrimRight(c.serve.publicURL, "/")
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": base}))
	}
	for _, url := range append([]string{here}, phones...) {
		fmt.Fprintln(c.out, c.printer.T("cli.listening", fault.Args{"url": url}))
	}
	for _, url := range phones {
		fmt.Fprintln(c.out, "\n  "+url)
		if err := printQR(c.out, url, solidQR); err != nil {
			return "", "", err
		}
	}
	return here, base, nil
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

// firstLink prints a one-time link while there is no user, and returns it; "" when there is one.
func (c *call) firstLink(ctx context.Context, st *store.Store, base string) (string, error) {
	users, err := st.Users(ctx)
	if err != nil || len(users) > 0 {
		return "", err
	}
	token, hash, err := account.NewToken(rand.Reader)
	if err != nil {
		return "", err
	}
	if err := st.PutLink(ctx, account.Link{TokenHash: hash, Expires: time.Now().Add(24 * time.Hour)}); err != nil {
		return "", err
	}
	link := base + "/link/" + token
	fmt.Fprintln(c.out, c.printer.T("cli.firstLink", fault.Args{"url": link}))
	return link, nil
}
