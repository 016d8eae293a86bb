// Command tianyuan runs competitions in the game of Go by the Chinese rules: it serves the
// pages of a tournament, and works on division files for scripts.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"tianyuan/fault"
	"tianyuan/i18n"
)

// Version is the program's own version, written into copies.
const Version = "0.2.0"

// The exit codes of the contract.
const (
	exitDone    = 0
	exitRefused = 1 // understood and refused, or found faulty
	exitUsage   = 2
)

// command is one subcommand.
type command struct {
	name string
	// args names the arguments for the usage line.
	args string
	run  func(ctx context.Context, c *call) error
	// flags declares the command's own options.
	flags func(c *call)
	// example is one line that works.
	example string
}

// call is one run of a command.
type call struct {
	set     *flag.FlagSet
	args    []string
	json    bool
	lang    string
	out     io.Writer
	errOut  io.Writer
	printer *i18n.Printer
	// faulty is set when the run succeeded and what it looked at is faulty.
	faulty bool

	after   int
	edition string
	seed    string
	data    string
	db      string
	serve   serveOptions
	replace bool

	encoding string

	game       int
	strict     bool
	repetition string
	komi       string
	dead       string
	warnings   string
}

var errUsage = errors.New("usage")

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	console()
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// run is main without the process around it.
func run(ctx context.Context, args []string, out, errOut io.Writer) int {
	printer := i18n.For(i18n.FromLocale(locale()))
	if len(args) == 0 && doubleClicked() {
		code := run(ctx, []string{"serve", "--lan", "--open", "--data", homeData()}, out, errOut)
		if code != exitDone { // the window goes with the program, and the reason with the window
			fmt.Fprintln(errOut, printer.T("cli.pause"))
			bufio.NewReader(os.Stdin).ReadString('\n')
		}
		return code
	}
	if len(args) == 0 || args[0] == "help" || args[0] == "--help" || args[0] == "-h" {
		usage(out, printer)
		if len(args) == 0 {
			return exitUsage
		}
		return exitDone
	}
	if args[0] == "version" || args[0] == "--version" {
		fmt.Fprintln(out, "tianyuan", Version)
		return exitDone
	}
	for _, cmd := range commands {
		if cmd.name == args[0] {
			return runCommand(ctx, cmd, args[1:], out, errOut)
		}
	}
	fmt.Fprintln(errOut, printer.T("cli.unknown", fault.Args{"name": args[0]}))
	return exitUsage
}

func locale() string {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := os.Getenv(name); v != "" {
			return v
		}
	}
	return ""
}

func runCommand(ctx context.Context, cmd command, args []string, out, errOut io.Writer) int {
	c := &call{set: flag.NewFlagSet(cmd.name, flag.ContinueOnError), out: out, errOut: errOut}
	c.set.SetOutput(io.Discard)
	c.set.BoolVar(&c.json, "json", false, "JSON")
	c.set.StringVar(&c.lang, "lang", "", "zh-Hans|zh-Hant|en")
	if cmd.flags != nil {
		cmd.flags(c)
	}
	err := c.parse(args)
	if errors.Is(err, flag.ErrHelp) {
		c.lang = langIn(args) // help ends the reading of options, and a language may stand after it
	}
	lang, known := i18n.Parse(c.lang)
	if c.lang == "" {
		lang, known = i18n.FromLocale(locale()), true
	}
	c.printer = i18n.For(lang)
	switch {
	case errors.Is(err, flag.ErrHelp):
		c.help(cmd, out)
		return exitDone
	case err != nil:
		fmt.Fprintln(errOut, c.optionFault(err))
		c.help(cmd, errOut)
		return exitUsage
	case !known:
		fmt.Fprintln(errOut, c.printer.T("cli.lang", fault.Args{"value": c.lang}))
		return exitUsage
	}
	err = cmd.run(ctx, c)
	switch {
	case errors.Is(err, errUsage):
		fmt.Fprintln(errOut, c.argumentFault(cmd))
		c.help(cmd, errOut)
		return exitUsage
	case err != nil:
		fmt.Fprintln(errOut, c.printer.Fault(err))
		if fault.CodeOf(err) == fault.Internal {
			fmt.Fprintln(errOut, cause(err))
		}
		return exitRefused
	case c.faulty:
		return exitRefused
	}
	return exitDone
}

// langIn is the last language asked for among the arguments; "" for none.
func langIn(args []string) (lang string) {
	for i, arg := range args {
		name, value, joined := strings.Cut(strings.TrimLeft(arg, "-"), "=")
		switch {
		case name != "lang" || !strings.HasPrefix(arg, "-"):
		case joined:
			lang = value
		case i+1 < len(args):
			lang = args[i+1]
		}
	}
	return lang
}

// optionFault says in the user's language what package flag says in English.
func (c *call) optionFault(err error) string {
	text := err.Error()
	for prefix, key := range map[string]string{"flag provided but not defined: -": "cli.option.unknown", "flag needs an argument: -": "cli.option.empty", "bad flag syntax: ": "cli.option.unknown"} {
		if name, ok := strings.CutPrefix(text, prefix); ok {
			return c.printer.T(key, fault.Args{"name": "--" + strings.TrimLeft(name, "-")})
		}
	}
	// As in: invalid value "x" for flag -after: parse error, or: invalid boolean value "x" for -lan: …
	text, after, _ := strings.Cut(strings.Replace(text, " for flag -", " for -", 1), " for -")
	_, value, _ := strings.Cut(text, "value ")
	name, _, _ := strings.Cut(after, ":")
	return c.printer.T("cli.option.value", fault.Args{"name": "--" + name, "value": strings.Trim(value, `"`)})
}

// argumentFault says which argument is missing or too many.
func (c *call) argumentFault(cmd command) string {
	wanted := positional(cmd.args)
	switch {
	case len(c.args) < len(wanted):
		return c.printer.T("cli.argument.missing", fault.Args{"name": wanted[len(c.args)]})
	case len(c.args) > len(wanted):
		return c.printer.T("cli.argument.extra", fault.Args{"value": c.args[len(wanted)]})
	}
	return c.printer.T("cli.argument.wrong", fault.Args{"value": strings.Join(c.args, " ")})
}

// positional are the arguments of a usage line that have to be there.
func positional(line string) []string {
	depth := 0
	return strings.Fields(strings.Map(func(r rune) rune {
		switch r {
		case '[':
			depth++
		case ']':
			depth--
			return ' '
		}
		if depth > 0 {
			return ' '
		}
		return r
	}, line))
}

// inFile names the command's file in a refusal of what it holds.
func (c *call) inFile(err error) error {
	if code := fault.CodeOf(err); err == nil || errors.Is(err, errUsage) || code == fault.Internal || fault.KeyOf(err) == "fault.file.open" {
		return err
	}
	return fault.Wrap(err, fault.CodeOf(err), "cli.inFile", fault.Args{"file": c.args[0], "reason": err})
}

// cause is what the system said below a fault of ours.
func cause(err error) error {
	if f, ok := errors.AsType[*fault.Error](err); ok && f.Unwrap() != nil {
		return f.Unwrap()
	}
	return err
}

// parse takes options before and after the arguments.
func (c *call) parse(args []string) error {
	for {
		if err := c.set.Parse(args); err != nil {
			return err
		}
		rest := c.set.Args()
		if len(rest) == 0 {
			return nil
		}
		c.args = append(c.args, rest[0])
		args = rest[1:]
	}
}

func (c *call) help(cmd command, w io.Writer) {
	fmt.Fprintf(w, "tianyuan %s %s\n%s\n\n", cmd.name, cmd.args, c.printer.T("cli."+cmd.name))
	c.set.VisitAll(func(f *flag.Flag) {
		text := c.printer.T("cli.flag." + f.Name)
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "0" {
			text += " [" + f.DefValue + "]"
		}
		fmt.Fprintf(w, "  --%-12s %s\n", f.Name, text)
	})
	fmt.Fprintf(w, "\n%s\n  %s\n\n%s\n", c.printer.T("cli.example"), cmd.example, c.printer.T("cli.exit"))
}

func usage(w io.Writer, p *i18n.Printer) {
	fmt.Fprintln(w, p.T("cli.about"))
	fmt.Fprintln(w)
	for _, cmd := range commands {
		fmt.Fprintf(w, "  tianyuan %-10s %s\n", cmd.name, p.T("cli."+cmd.name))
	}
	fmt.Fprintln(w)
	fmt.Fprintln(w, p.T("cli.more"))
}

// file opens the one file that a command works on.
func (c *call) file() (*os.File, error) {
	if len(c.args) != 1 {
		return nil, errUsage
	}
	f, err := os.Open(c.args[0])
	if err != nil {
		return nil, fault.Wrap(err, fault.Invalid, "fault.file.open", fault.Args{"path": c.args[0]})
	}
	return f, nil
}

// document prints one JSON document.
func (c *call) document(v any) error {
	enc := json.NewEncoder(c.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// table prints columns for people, wide characters counted as two.
func (c *call) table(rows [][]string, right map[int]bool) {
	var widths []int
	for _, row := range rows {
		for i, cell := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], columns(cell))
		}
	}
	out := bufio.NewWriter(c.out)
	defer out.Flush()
	for _, row := range rows {
		var b strings.Builder
		for i, cell := range row {
			pad := strings.Repeat(" ", widths[i]-columns(cell))
			if right[i] {
				b.WriteString(pad + cell)
			} else {
				b.WriteString(cell + pad)
			}
			b.WriteString("  ")
		}
		fmt.Fprintln(out, strings.TrimRight(b.String(), " "))
	}
}

func columns(s string) int {
	n := 0
	for _, r := range s {
		n++
		if r >= 0x1100 && (r <= 0x115f || r >= 0x2e80 && r <= 0xa4cf || r >= 0xac00 && r <= 0xd7a3 || r >= 0xf900 && r <= 0xfaff || r >= 0xfe30 && r <= 0xfe6f || r >= 0xff00 && r <= 0xff60 || r >= 0x20000) {
			n++
		}
	}
	return n
}
