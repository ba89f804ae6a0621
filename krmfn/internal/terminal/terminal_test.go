package terminal

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

func TestColors(t *testing.T) {
	text := Colors(true).Paint(Red, "a") + Colors(true).Paint("", "b") + Colors(false).Paint(Green, "c")
	assert.Equal(t, text, "\x1b[31ma\x1b[0mbc")
	assert.Equal(t, string(Plain([]byte(text))), "abc")
}

// clock is a clock that a test moves. It tells how long somebody waits, and then lets the time pass.
type clock struct {
	waits chan time.Duration
	ticks chan time.Time
}

func newClock() clock { return clock{make(chan time.Duration), make(chan time.Time)} }

func (c clock) after(d time.Duration) <-chan time.Time {
	c.waits <- d
	return c.ticks
}

// TestProgress tells what a run does after two seconds, and then ten times a second; what it does not tell any more is
// erased, and so is the line before each message.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	p, c := &Progress{Out: &out}, newClock()
	stop := p.Watch(c.after)
	defer stop()
	since := func() string { // what was written since the last call; nobody writes while the clock is asked
		text := strings.ReplaceAll(out.String(), "\r\x1b[K", "<")
		out.Reset()
		return text
	}
	end := p.Begin("reading", 0)
	end()
	end = p.Begin("writing deploy", 20_000)
	p.Done(8_000)
	assert.Equal(t, <-c.waits, 2*time.Second)
	assert.Equal(t, since(), "")
	c.ticks <- time.Time{}
	assert.Equal(t, <-c.waits, 100*time.Millisecond)
	assert.Equal(t, since(), "writing deploy: 8,000 of 20,000 files")
	p.Done(400)
	assert.Equal(t, since(), "")
	c.ticks <- time.Time{}
	assert.Equal(t, <-c.waits, 100*time.Millisecond)
	assert.Equal(t, since(), "<writing deploy: 8,400 of 20,000 files")
	_, err := p.Write([]byte("a message\n"))
	assert.NilError(t, err)
	assert.Equal(t, since(), "<a message\n")
	c.ticks <- time.Time{}
	assert.Equal(t, <-c.waits, 100*time.Millisecond)
	assert.Equal(t, since(), "writing deploy: 8,400 of 20,000 files")
	end()
	assert.Equal(t, since(), "<")
	c.ticks <- time.Time{}
	assert.Equal(t, <-c.waits, 100*time.Millisecond)
	assert.Equal(t, since(), "") // the run does nothing that takes long
	end = p.Begin(strings.Repeat("ä", 100), 0)
	assert.Equal(t, since(), strings.Repeat("ä", 79))
	end()
	assert.Equal(t, since(), "<")
}

// TestNoProgress is the run whose messages go to no terminal.
func TestNoProgress(t *testing.T) {
	var p *Progress
	stop := p.Watch(nil)
	end := p.Begin("reading", 1)
	p.Done(1)
	end()
	stop()
}
