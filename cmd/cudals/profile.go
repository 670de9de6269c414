package main

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"runtime/metrics"
	"runtime/pprof"
	"runtime/trace"
	"sync"
	"time"

	"github.com/spf13/pflag"
)

// profiles are what is written down of the process that does the work, for who works on cudals. Of a command that has several
// such processes, one after the other, each but the first has its number at the end of the files' names.
type profiles struct {
	cpu, heap, trace string

	stop func() error // ends what was begun; nil before
}

func (p *profiles) add(flags *pflag.FlagSet) {
	flags.StringVar(&p.cpu, "cpuprofile", "", "write a profile of the processor's time to `file`")
	flags.StringVar(&p.heap, "memprofile", "", "write a profile of the heap, at its largest, to `file`")
	flags.StringVar(&p.trace, "trace", "", "write an execution trace to `file`")
	for _, name := range []string{"cpuprofile", "memprofile", "trace"} {
		_ = flags.MarkHidden(name)
	}
}

// heapRate is how many bytes are allocated for each that a profile of the heap tells of. Without a profile none is noted: it takes two
// percent of the time.
const heapRate = 512 << 10

// wanted reports whether anything is to be written.
func (p *profiles) wanted() bool { return p.cpu != "" || p.heap != "" || p.trace != "" }

// begin begins to write, in the worker of a number.
func (p *profiles) begin(number int) error {
	var ends []func() error
	p.stop = sync.OnceValue(func() error {
		var errs []error
		for _, end := range ends {
			errs = append(errs, end())
		}
		return errors.Join(errs...)
	})
	create := func(name string) (*os.File, error) {
		if number > 1 {
			name = fmt.Sprintf("%s.%d", name, number)
		}
		return os.Create(name)
	}
	if p.cpu != "" {
		f, err := create(p.cpu)
		if err != nil {
			return err
		}
		if err := pprof.StartCPUProfile(f); err != nil {
			return errors.Join(err, f.Close())
		}
		ends = append(ends, func() error { pprof.StopCPUProfile(); return f.Close() })
	}
	if p.trace != "" {
		f, err := create(p.trace)
		if err != nil {
			return err
		}
		if err := trace.Start(f); err != nil {
			return errors.Join(err, f.Close())
		}
		ends = append(ends, func() error { trace.Stop(); return f.Close() })
	}
	if p.heap != "" {
		runtime.MemProfileRate = heapRate
		f, err := create(p.heap)
		if err != nil {
			return err
		}
		h := &heapProfile{file: f, done: make(chan struct{}), ended: make(chan struct{})}
		go h.watch()
		ends = append(ends, h.end)
	}
	return nil
}

// end completes what was begun.
func (p *profiles) end() error {
	if p.stop == nil {
		return nil
	}
	return p.stop()
}

// heapProfile keeps in a file the heap as it was when it was largest.
type heapProfile struct {
	file        *os.File
	written     uint64 // bytes alive at the last writing
	done, ended chan struct{}
}

func (h *heapProfile) watch() {
	defer close(h.ended)
	tick := time.NewTicker(memoryInterval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
			metrics.Read(live)
			if now := live[0].Value.Uint64(); now > h.written+h.written/20 {
				h.written = now
				_ = h.write() // end tells of it
			}
		case <-h.done:
			return
		}
	}
}

func (h *heapProfile) write() error {
	if _, err := h.file.Seek(0, 0); err != nil {
		return err
	}
	if err := h.file.Truncate(0); err != nil {
		return err
	}
	return pprof.Lookup("heap").WriteTo(h.file, 0)
}

func (h *heapProfile) end() error {
	close(h.done)
	<-h.ended
	var err error
	if h.written == 0 {
		err = h.write()
	}
	return errors.Join(err, h.file.Close())
}
