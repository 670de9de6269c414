package main

import (
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/mattn/go-isatty"
	"github.com/schollz/progressbar/v3"
)

// terminal reports whether w is one.
func terminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && (isatty.IsTerminal(f.Fd()) || isatty.IsCygwinTerminal(f.Fd()))
}

// colorful reports whether colours may be printed to w: on a terminal that has them, unless the person wants none.
func colorful(w io.Writer) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && terminal(w)
}

// progress is a line that tells how far a check is; on a terminal only.
type progress struct{ bar *progressbar.ProgressBar }

func newProgress(w io.Writer, files int) *progress {
	if files < 2 || !terminal(w) || os.Getenv("TERM") == "dumb" {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(files,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(20),
		progressbar.OptionShowCount(),
		progressbar.OptionThrottle(65*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

func (p *progress) step(path string, done, _ int) {
	if p.bar == nil {
		return
	}
	p.bar.Describe(filepath.Base(path))
	_ = p.bar.Set(done)
}

func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
