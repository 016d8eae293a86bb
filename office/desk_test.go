package office_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"tianyuan/fault"
	"tianyuan/journal"
	"tianyuan/office"
	"tianyuan/store"
	"tianyuan/tournament"
)

// slow is a journal whose appends wait for a sign, and which counts what is loaded.
type slow struct {
	*store.Store
	entered, release chan struct{}
	loads            map[string]int
}

func (s *slow) Append(ctx context.Context, writes ...journal.Write) ([]journal.Event, error) {
	s.entered <- struct{}{}
	<-s.release
	return s.Store.Append(ctx, writes...)
}

func (s *slow) Load(ctx context.Context, stream string, after int64) ([]journal.Event, error) {
	s.loads[stream]++
	return s.Store.Load(ctx, stream, after)
}

// TestReadersDontWait: who reads a division gets the state as it is while a write is on its way,
// and the new state when it is acknowledged.
func TestReadersDontWait(t *testing.T) {
	ctx := context.Background()
	st, _ := hall(t)
	s := &slow{Store: st, entered: make(chan struct{}), release: make(chan struct{}), loads: map[string]int{}}
	off := office.New(s, time.Now, "0.1.0")
	if _, err := off.Division(ctx, "d-1"); err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() {
		_, err := off.Do(ctx, admin, "d-1", office.Order{Command: tournament.AddEntries{Source: "form", Entries: []tournament.Entry{{Name: "甲"}}}})
		done <- err
	}()
	<-s.entered // the writer holds the desk now, and stays until it is let go
	d, err := off.Division(ctx, "d-1")
	if err != nil || len(d.Entries) != 0 {
		t.Fatalf("while writing: %v, %v", d, err)
	}
	close(s.release)
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if d, err = off.Division(ctx, "d-1"); err != nil || len(d.Entries) != 1 {
		t.Errorf("after the acknowledgement: %v, %v", d, err)
	}
	if s.loads["d-1"] != 1 {
		t.Errorf("the division was loaded %d times", s.loads["d-1"])
	}
}

// TestMadeUpAddresses: asking for divisions that aren't there pushes none out of memory.
func TestMadeUpAddresses(t *testing.T) {
	ctx := context.Background()
	st, _ := hall(t)
	s := &slow{Store: st, loads: map[string]int{}}
	off := office.New(s, time.Now, "0.1.0")
	for i := range 1000 {
		if _, err := off.Division(ctx, fmt.Sprint("d-none-", i)); fault.CodeOf(err) != fault.NotFound {
			t.Fatal(err)
		}
		if i == 0 {
			if _, err := off.Division(ctx, "d-1"); err != nil {
				t.Fatal(err)
			}
		}
	}
	if _, err := off.Division(ctx, "d-1"); err != nil || s.loads["d-1"] != 1 {
		t.Errorf("loaded %d times, %v", s.loads["d-1"], err)
	}
}
