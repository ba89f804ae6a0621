package main

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// TestMemory checks that there is a limit as long as what lives is below it, and none once it is not: the collector would run all the
// time, and never come below it.
func TestMemory(t *testing.T) {
	t.Setenv("GOGC", "")
	t.Setenv("GOMEMLIMIT", "")
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	m := &memory{}
	m.expect(1 << 20)
	m.expect(1 << 20)
	assert.Equal(t, debug.SetMemoryLimit(-1), int64(baseLimit+11<<20))
	alive := make([]byte, 64<<20)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		runtime.GC()
		if debug.SetMemoryLimit(-1) < math.MaxInt64 {
			return poll.Continue("there is a limit")
		}
		return poll.Success()
	}, poll.WithDelay(time.Millisecond))
	runtime.KeepAlive(alive)
	m.expect(1 << 20)
	assert.Assert(t, debug.SetMemoryLimit(-1) > 1<<60, "a later file brings the limit back")
}

// TestMemoryOfUser checks that who says how to collect is obeyed.
func TestMemoryOfUser(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	before := debug.SetMemoryLimit(-1)
	t.Setenv("GOMEMLIMIT", "1GiB") // which the runtime reads when a process begins
	(&memory{}).expect(1 << 20)
	assert.Equal(t, debug.SetMemoryLimit(-1), before)
}
