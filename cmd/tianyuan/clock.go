package main

import (
	"context"
	"fmt"

	"tianyuan/clock"
)

// runClock plays a clock script; it always prints JSON. The reasons of refused events go to
// stderr, with the file and the event.
func runClock(_ context.Context, c *call) error {
	f, err := c.file()
	if err != nil {
		return err
	}
	defer f.Close()
	script, err := clock.ReadScript(f)
	if err != nil {
		return c.inFile(err)
	}
	report := script.Run()
	for _, r := range report.Refused {
		fmt.Fprintf(c.errOut, "%s: events[%d]: %s\n", c.args[0], r.Index, c.printer.Fault(r.Err))
	}
	c.faulty = len(report.Refused) > 0
	return c.document(report)
}
