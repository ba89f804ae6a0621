// Package terminal has what people at a terminal get: colors, progress, columns, and what to write for a wrong name.
package terminal

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"
	"text/tabwriter"
	"time"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Color is a color of a text.
type Color string

// The colors, with the meaning that they have everywhere: what is wrong or goes, what needs attention, what is good.
const (
	Red    Color = "\x1b[31m"
	Yellow Color = "\x1b[33m"
	Green  Color = "\x1b[32m"

	noColor = "\x1b[0m"
)

// Colors are those of an output; false for an output that has none.
type Colors bool

// Paint returns a text in a color, or as it is where there are no colors or the color is empty.
func (c Colors) Paint(color Color, text string) string {
	if !bool(c) || color == "" {
		return text
	}
	return string(color) + text + noColor
}

var painted = regexp.MustCompile(`\x1b\[\d+m`)

// Plain returns a text without its colors.
func Plain(text []byte) []byte { return painted.ReplaceAll(text, nil) }

// Few is how many of many names are proposed.
const Few = 3

// Instead returns what to write in the place of a wrong name: the nearest one, or else one of all.
func Instead(wrong string, known []string) string {
	if near := names.Nearest(wrong, known); near != "" && near != wrong {
		return "did you mean " + near + "?"
	}
	return OneOf(known)
}

// OneOf proposes some words, or of many a few.
func OneOf(words []string) string {
	const many = 10
	switch {
	case len(words) > many:
		return fmt.Sprintf("write one of %s, for example %s", names.Number(len(words)), names.Or(words[:Few]))
	case len(words) > 1:
		return "write one of " + names.Or(words)
	}
	return "write " + words[0]
}

// WriteColumns writes lines of as many cells each, so that the cells of a column begin in one place.
func WriteColumns(w io.Writer, lines [][]string) error {
	var text strings.Builder
	columns := tabwriter.NewWriter(&text, 0, 0, 2, ' ', 0)
	for _, line := range lines {
		fmt.Fprintln(columns, strings.Join(line, "\t"))
	}
	_ = columns.Flush() // it writes to memory
	_, err := io.WriteString(w, padding.ReplaceAllString(text.String(), "\n"))
	return err
}

var padding = regexp.MustCompile(` +\n`)

// When a run takes long, and how often its line is written anew then.
const long, soon = 2 * time.Second, 100 * time.Millisecond

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
