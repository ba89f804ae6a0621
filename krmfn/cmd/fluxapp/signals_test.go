package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestSignalsAreHeld sends signals to a run that is writing its files, in a process of its own. The run ends as if nothing had been
// sent.
func TestSignalsAreHeld(t *testing.T) {
	if os.Getenv("FLUXAPP_TEST_WRITES") != "" {
		os.Exit(run([]string{"render", "-o", "dir=out", "a.yaml"}, strings.NewReader(""), os.Stdout, os.Stderr))
	}
	var clusters []string
	for i := range 300 {
		clusters = append(clusters, fmt.Sprint("c", i))
	}
	binary, err := os.Executable()
	assert.NilError(t, err)
	inFolder(t, "a.yaml", app("a", clusters...))
	for _, signal := range []syscall.Signal{syscall.SIGHUP, syscall.SIGINT, syscall.SIGTERM} {
		assert.NilError(t, os.RemoveAll("out"))
		cmd := exec.Command(binary, "-test.run=^TestSignalsAreHeld$")
		cmd.Env = append(os.Environ(), "FLUXAPP_TEST_WRITES=1")
		assert.NilError(t, cmd.Start())
		for deadline := time.Now().Add(time.Minute); ; time.Sleep(100 * time.Microsecond) {
			if _, err := os.Stat("out/" + staging); err == nil {
				break
			}
			assert.Assert(t, time.Now().Before(deadline), "nothing was written")
		}
		assert.NilError(t, cmd.Process.Signal(signal))
		assert.NilError(t, cmd.Wait(), "%v ended the run", signal)
		assert.Equal(t, len(filesIn(t, "out")), 300)
	}
}
