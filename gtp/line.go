package gtp

import (
	"bufio"
	"errors"
	"io"
	"strconv"
	"strings"
)

// maxLine bounds what is kept of a line. All points of the largest board, named one after the
// other, take a twentieth of it.
const maxLine = 1 << 16

// command is one line of the controller.
type command struct {
	// id is the number before the command as it was written, "" for none.
	id   string
	name string
	args []string
	// rest is everything behind the name, for names of files.
	rest string
	// long: the line was longer than maxLine and is cut.
	long bool
}

// read returns the next command, io.EOF after the last. Control characters are dropped, comments
// and empty lines passed over (GTP version 2, draft 2, 3.1); a line of any length takes maxLine
// bytes of memory.
func read(in *bufio.Reader) (command, error) {
	for {
		line, long, err := readLine(in)
		if line = strings.Trim(line, " "); line != "" {
			c := split(line)
			c.long = long
			return c, nil
		}
		if err != nil {
			return command{}, err
		}
	}
}

func readLine(in *bufio.Reader) (line string, long bool, err error) {
	var kept []byte
	comment := false
	for {
		b, err := in.ReadByte()
		switch {
		case err != nil:
			return string(kept), long, err
		case b == '\n':
			return string(kept), long, nil
		case b == '#':
			comment = true
		case b == '\t':
			b = ' '
		}
		if comment || b < ' ' || b == 0x7F || b == ' ' && len(kept) == 0 {
			continue
		}
		if len(kept) == maxLine {
			long = long || b != ' '
			continue
		}
		kept = append(kept, b)
	}
}

// split takes a line apart. An id has at most 31 bits; what is no id is a command.
func split(line string) command {
	var c command
	first, rest, _ := strings.Cut(line, " ")
	if _, err := strconv.ParseUint(first, 10, 31); err == nil {
		c.id = first
		first, rest, _ = strings.Cut(strings.Trim(rest, " "), " ")
	}
	c.name, c.rest = first, strings.Trim(rest, " ")
	c.args = strings.FieldsFunc(rest, func(r rune) bool { return r == ' ' })
	return c
}

// write prints an answer: "=" or "?", the id, the text, and an empty line, which therefore can't
// stand inside of the text.
func write(out *bufio.Writer, id string, a answer) error {
	sign := "="
	if a.failed {
		sign = "?"
	}
	text := strings.TrimRight(a.text, "\n")
	for strings.Contains(text, "\n\n") {
		text = strings.ReplaceAll(text, "\n\n", "\n")
	}
	_, err := out.WriteString(sign + id + " " + text + "\n\n")
	return errors.Join(err, out.Flush())
}

// Serve answers commands until quit or the end of the input. It returns the error of reading or
// writing that stopped it, nil after quit or at the end.
func (f *Front) Serve(in io.Reader, out io.Writer) error {
	from, to := bufio.NewReader(in), bufio.NewWriter(out)
	for !f.quit {
		c, err := read(from)
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := write(to, c.id, f.answer(c)); err != nil {
			return err
		}
	}
	return nil
}
