package input

import (
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// TestMemory checks that the limit follows the input as long as what lives is far below it, and what lives once that
// comes near: the collector would run all the time, and never come below the limit. It has a process of its own: what
// other tests have left lives here, and the limit would follow that.
func TestMemory(t *testing.T) {
	if os.Getenv("FLUXAPP_TEST_ALONE") == "" {
		binary, err := os.Executable()
		assert.NilError(t, err)
		cmd := exec.Command(binary, "-test.run=^TestMemory$")
		cmd.Env = append(os.Environ(), "FLUXAPP_TEST_ALONE=1", "GOMEMLIMIT=", "GOGC=")
		output, err := cmd.CombinedOutput()
		assert.NilError(t, err, "%s", output)
		return
	}
	m := &Memory{}
	m.Expect(1 << 20)
	m.Expect(1 << 20)
	assert.Equal(t, debug.SetMemoryLimit(-1), int64(baseLimit+(8<<20)))
	alive := make([]byte, 64<<20)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		runtime.GC()
		if limit := debug.SetMemoryLimit(-1); limit < int64(float64(len(alive))/raiseAt) {
			return poll.Continue("the limit is %d", limit)
		}
		return poll.Success()
	}, poll.WithDelay(time.Millisecond))
	raised := debug.SetMemoryLimit(-1)
	assert.Assert(t, raised < int64(2*len(alive)), "%d", raised)
	runtime.KeepAlive(alive)
	m.Expect(64 << 20) // a later file needs more
	assert.Assert(t, debug.SetMemoryLimit(-1) >= raised+(256<<20))
}

// TestMemoryOfUser checks that who says how to collect is obeyed.
func TestMemoryOfUser(t *testing.T) {
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	before := debug.SetMemoryLimit(-1)
	t.Setenv("GOMEMLIMIT", "1GiB") // which the runtime reads when a process begins
	(&Memory{}).Expect(1 << 20)
	assert.Equal(t, debug.SetMemoryLimit(-1), before)
}
