package main

import (
	"context"
	"fmt"

	"tianyuan/clock"
)

// runClock plays a clock script; it always prints JSON. The reasons of refused events go to stderr.
func runClock(_ context.Context, c *call) error {
	f, err := c.file()
	if err != nil {
		return err
	}
	defer f.Close()
	script, err := clock.ReadScript(f)
	if err != nil {
		return err
	}
	report := script.Run()
	for _, r := range report.Refused {
		fmt.Fprintf(c.errOut, "events[%d]: %s\n", r.Index, c.printer.Fault(r.Err))
	}
	c.faulty = len(report.Refused) > 0
	return c.document(report)
}
