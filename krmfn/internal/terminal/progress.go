package terminal

import (
	"io"
	"sync"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// When a run takes long, and how often its line is written anew then.
const (
	long = 2 * time.Second
	soon = 100 * time.Millisecond
)

// maxLine is how many characters the line has, so that no terminal breaks it in two.
const maxLine = 79

// Progress is the terminal that a run writes messages to. While a long run does something, the last line tells what.
// A nil Progress is no terminal: it has no such line, and nothing may be written to it.
type Progress struct {
	Out io.Writer

	mu          sync.Mutex
	what        string // empty: nothing that may take long
	done, total int
	late, shown bool
}

// Write writes a message above the line.
func (p *Progress) Write(message []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.erase()
	return p.Out.Write(message)
}

// Begin tells what the run does until end is called, and with how many files; 0 where nobody counts.
func (p *Progress) Begin(what string, files int) (end func()) {
	if p == nil {
		return func() {}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.what, p.done, p.total = what, 0, files
	p.tell()
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.what = ""
		p.erase()
	}
}

// Done counts files of what the run does.
func (p *Progress) Done(files int) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done += files
}

// Watch shows the line as soon as the run takes long, until stop is called. It waits with after, as [time.After] does.
func (p *Progress) Watch(after func(time.Duration) <-chan time.Time) (stop func()) {
	if p == nil {
		return func() {}
	}
	stopped := make(chan bool)
	go func() {
		for wait := long; ; wait = soon {
			select {
			case <-after(wait):
				p.mu.Lock()
				p.late = true
				p.tell()
				p.mu.Unlock()
			case <-stopped:
				return
			}
		}
	}()
	return func() { close(stopped) }
}

func (p *Progress) tell() {
	if !p.late || p.what == "" {
		return
	}
	line := []rune(p.what)
	if p.total > 0 {
		line = append(line, []rune(": "+names.Number(p.done)+" of "+names.Counted(p.total, "file"))...)
	}
	p.erase()
	p.shown = true
	_, _ = io.WriteString(p.Out, string(line[:min(len(line), maxLine)])) // it is no output
}

func (p *Progress) erase() {
	if p.shown {
		p.shown = false
		_, _ = io.WriteString(p.Out, "\r\x1b[K")
	}
}
