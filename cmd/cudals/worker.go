package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"os/signal"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"time"

	"github.com/spf13/pflag"

	"cudals/analysis/workspace"
)

const (
	// maxStack bounds one goroutine's stack: what goes deeper never ends, and the sooner it dies the less it costs.
	maxStack = 128 << 20
	// maxMemory bounds what a worker may take, unless GOMEMLIMIT says how much is there.
	maxMemory = 4 << 30
	// memoryInterval is how often that is looked at while something is analysed.
	memoryInterval = 100 * time.Millisecond
)

// worker is the command that runs this program once more with the same arguments, as the process that may die.
func (a *app) worker() *exec.Cmd {
	path, err := os.Executable()
	if err != nil {
		path = os.Args[0]
	}
	a.workers++
	cmd := exec.Command(path, append([]string{fmt.Sprintf("--worker=%d", a.workers)}, a.args...)...)
	cmd.Args[0] = os.Args[0] // by which the program knows what it is
	return cmd
}

// workerFlag adds the flag that makes a process a worker: it does the work itself, and may die of it. Its value counts the workers
// of one command.
func workerFlag(flags *pflag.FlagSet, number *int) {
	flags.IntVar(number, "worker", 0, "do the work in this process, without one that outlives its faults")
	flags.Lookup("worker").NoOptDefVal = "1"
	_ = flags.MarkHidden("worker")
}

// beWorker makes this process one that dies soon when it must, and leaves what the terminal says to its parent.
func beWorker() {
	signal.Ignore(os.Interrupt)
	debug.SetMaxStack(maxStack)
}

// limitMemory has garbage collected more often before there is as much of it as would end a worker.
func limitMemory() {
	if debug.SetMemoryLimit(-1) == math.MaxInt64 {
		debug.SetMemoryLimit(maxMemory / 4 * 3)
	}
}

// bounded is a worker's engine: when it takes too much memory the process ends, before the machine suffers.
type bounded struct {
	workspace.Engine
	limit   uint64
	err     io.Writer
	running atomic.Int64
	looking atomic.Bool
}

func newBounded(e workspace.Engine, err io.Writer) *bounded {
	return &bounded{Engine: e, limit: memoryLimit(), err: err}
}

// memoryLimit is what this process may take.
func memoryLimit() uint64 {
	if soft := debug.SetMemoryLimit(-1); soft != math.MaxInt64 && soft > 0 {
		return uint64(soft) / 3 * 4
	}
	return maxMemory
}

// Analyze implements workspace.Engine.
func (b *bounded) Analyze(ctx context.Context, in workspace.Input, prev workspace.Result) (workspace.Result, error) {
	defer b.watch()()
	return b.Engine.Analyze(ctx, in, prev)
}

// Names implements workspace.Engine.
func (b *bounded) Names(ctx context.Context, in workspace.Input, name, to string) (*workspace.Names, error) {
	defer b.watch()()
	return b.Engine.Names(ctx, in, name, to)
}

// watch looks at the memory until done is called.
func (b *bounded) watch() (done func()) {
	b.running.Add(1)
	if b.looking.CompareAndSwap(false, true) {
		time.AfterFunc(memoryInterval, b.look)
	}
	return func() { b.running.Add(-1) }
}

// look ends the process when it has become too large, and looks again later while the engine runs.
func (b *bounded) look() {
	if b.running.Load() == 0 {
		b.looking.Store(false)
		return
	}
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	if used := sample[0].Value.Uint64() - sample[1].Value.Uint64(); used > b.limit {
		fmt.Fprintf(b.err, "cudals: more than %d MiB of memory\n", b.limit>>20)
		os.Exit(exitFailed)
	}
	time.AfterFunc(memoryInterval, b.look)
}
