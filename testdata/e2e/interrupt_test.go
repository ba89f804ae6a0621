package e2e

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

func TestMain(m *testing.M) {
	code, err := Guarded(m.Run)
	if err != nil {
		tell("%v", err)
		code = max(code, 1)
	}
	os.Exit(code)
}

// TestInterrupt interrupts another test, when it has begun to start servers and when it runs all: no server stays, and
// no file, of which some are keys.
func TestInterrupt(t *testing.T) {
	_, err := Programs()
	assert.NilError(t, err)
	for _, c := range []struct {
		signal syscall.Signal
		after  string // a line that the test tells
	}{
		{syscall.SIGINT, "hub has Flux"},
		{syscall.SIGTERM, "starting the API server of hub"},
	} {
		t.Run(c.signal.String()+" after "+c.after, func(t *testing.T) {
			dir := t.TempDir()
			command := exec.Command(os.Args[0], "-test.run=^TestTransitions$")
			command.Env = append(os.Environ(), "TMPDIR="+dir)
			told, err := command.StderrPipe()
			assert.NilError(t, err)
			assert.NilError(t, command.Start())
			lines := bufio.NewScanner(told)
			for lines.Scan() && !strings.Contains(lines.Text(), c.after) {
			}
			assert.Assert(t, len(processesOf(t, dir)) >= 2, "it and etcd, at least")
			poll.WaitOn(t, func(poll.LogT) poll.Result {
				keys, err := filepath.Glob(filepath.Join(dir, "*/*/*/hub/tls.key"))
				if err != nil || len(keys) != 1 {
					return poll.Continue("keys: %v, %v", keys, err)
				}
				return poll.Success()
			})
			assert.NilError(t, command.Process.Signal(c.signal))
			for lines.Scan() {
				t.Log(lines.Text())
			}
			var exit *exec.ExitError
			assert.Assert(t, errors.As(command.Wait(), &exit))
			assert.Equal(t, exit.ExitCode(), 128+int(c.signal))
			left, err := os.ReadDir(dir)
			assert.NilError(t, err)
			assert.Equal(t, len(left), 0)
			poll.WaitOn(t, func(poll.LogT) poll.Result {
				if stay := processesOf(t, dir); len(stay) > 0 {
					return poll.Continue("%v", stay)
				}
				return poll.Success()
			}, poll.WithTimeout(5*time.Second))
		})
	}
}

// processesOf returns the programs that have a folder in their environment.
func processesOf(t *testing.T, dir string) (all []string) {
	t.Helper()
	found, err := filepath.Glob("/proc/[0-9]*/environ")
	assert.NilError(t, err)
	for _, file := range found {
		environment, _ := os.ReadFile(file) // it may have ended, or be another user's
		if strings.Contains(string(environment), dir) {
			arguments, _ := os.ReadFile(filepath.Join(filepath.Dir(file), "cmdline"))
			name, _, _ := strings.Cut(string(arguments), "\x00")
			all = append(all, name)
		}
	}
	return all
}
