package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"tianyuan/fault"
	"tianyuan/record"
	"tianyuan/record/sgf"
)

// recordFormats are the formats of records that the program reads.
var recordFormats = record.Registry{sgf.Format}

// openRecord opens a file of records in a format that the program knows.
func openRecord(path string, options record.Options) (*os.File, record.Reader, string, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, nil, "", fault.Wrap(err, fault.Invalid, "fault.file.open", fault.Args{"path": path})
	}
	if info, err := file.Stat(); err == nil {
		options.Size = info.Size()
	}
	in := bufio.NewReaderSize(file, 1<<16)
	head, err := in.Peek(1 << 16)
	if err == nil || errors.Is(err, io.EOF) {
		var format *record.Format
		if format, err = recordFormats.Find(path, head); err == nil {
			return file, format.Open(in, options), format.Name, nil
		}
	} else {
		err = fault.Wrap(err, fault.Invalid, "fault.file.open", fault.Args{"path": path})
	}
	file.Close()
	return nil, nil, "", err
}

func recordFlags(c *call) { c.set.StringVar(&c.encoding, "encoding", "", "") }

// runRecord chooses what is done with records.
func runRecord(_ context.Context, c *call) error {
	if len(c.args) < 2 || c.args[0] != "check" {
		return errUsage
	}
	var options record.Options
	if c.encoding != "" {
		e, ok := record.ParseEncoding(c.encoding)
		if !ok {
			return fault.New(fault.Invalid, "fault.record.encoding", fault.Args{"value": c.encoding})
		}
		options.Encoding = e
	}
	return c.checkRecords(c.args[1:], options)
}

type recordJSON struct {
	File      string          `json:"file"`
	Format    string          `json:"format,omitempty"`
	Encodings []string        `json:"encodings"`
	Games     int             `json:"games"`
	Faults    int             `json:"faults"`
	Doubts    int             `json:"doubts"`
	Refused   string          `json:"refused,omitempty"`
	Diagnoses []diagnosisJSON `json:"diagnoses"`
}

type diagnosisJSON struct {
	Offset int64        `json:"offset"`
	Game   int          `json:"game"` // from 1; 0 = outside of games
	Code   record.Code  `json:"code"`
	Level  record.Level `json:"level"`
	Done   record.Done  `json:"done"`
	Text   string       `json:"text"`
}

// checkRecords looks every file through; one that can't be read doesn't stop the others.
func (c *call) checkRecords(paths []string, options record.Options) error {
	reports := make([]recordJSON, 0, len(paths))
	for _, path := range paths {
		report := recordJSON{File: path, Encodings: []string{}, Diagnoses: []diagnosisJSON{}}
		if err := c.checkRecord(&report, options); err != nil {
			report.Refused = c.printer.Fault(err)
			fmt.Fprintf(c.errOut, "%s: %s\n", path, report.Refused)
		}
		c.faulty = c.faulty || report.Faults > 0 || report.Refused != ""
		reports = append(reports, report)
	}
	if c.json {
		return c.document(map[string]any{"files": reports})
	}
	if !slices.ContainsFunc(reports, func(r recordJSON) bool { return r.Faults+r.Doubts > 0 || r.Refused != "" }) {
		fmt.Fprintln(c.out, c.printer.T("cli.check.clean"))
	}
	return nil
}

// checkRecord reads one file game by game, so a collection of any size needs little memory.
func (c *call) checkRecord(report *recordJSON, options record.Options) error {
	file, reader, format, err := openRecord(report.File, options)
	if err != nil {
		return err
	}
	defer file.Close()
	report.Format = format
	seen := map[*record.Encoding]bool{}
	for {
		game, err := reader.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		report.Games++
		if e := game.Encoding(); !seen[e] {
			seen[e] = true
			report.Encodings = append(report.Encodings, e.String())
		}
		found := slices.Concat(game.Diagnoses, game.CheckBoard())
		record.SortDiagnoses(found)
		c.diagnoses(report, report.Games, found)
	}
	c.diagnoses(report, 0, reader.Outside())
	return nil
}

// diagnoses prints the findings, a line each, or keeps them for the document.
func (c *call) diagnoses(report *recordJSON, game int, found []record.Diagnosis) {
	for _, d := range found {
		if d.Level() == record.Fault {
			report.Faults++
		} else {
			report.Doubts++
		}
		text := c.printer.T(d.Words()) + " " + c.printer.T(d.DoneWords())
		if c.json {
			report.Diagnoses = append(report.Diagnoses, diagnosisJSON{d.Offset, game, d.Code, d.Level(), d.Done, text})
			continue
		}
		fmt.Fprintf(c.out, "%s:%d: %s (%s) %s\n", report.File, d.Offset, d.Code, c.printer.T("level."+string(d.Level())), text)
	}
}
