//go:build !windows

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestSignals sends signals to a run that is writing its files, in a process of its own: while it stages new files,
// and while it moves them into place. The run writes all files, prints what it did, and ends with the exit code of
// the signal.
func TestSignals(test *testing.T) {
	if os.Getenv("FLUXAPP_TEST_WRITES") != "" {
		os.Exit(run([]string{"render", "-o", "dir=out", "a.yaml"}, strings.NewReader(""), os.Stdout, os.Stderr))
	}
	var clusters []string
	for i := range 120 {
		clusters = append(clusters, fmt.Sprint("c", i))
	}
	t := inFolder(test, "a.yaml", app("a", clusters...))
	for signal, code := range map[syscall.Signal]int{syscall.SIGHUP: 129, syscall.SIGINT: 130, syscall.SIGTERM: 143} {
		for _, begun := range []string{"out/" + staging + "/new-*", "out/a/c*"} {
			errs, got := interruptedRun(t, begun, signal)
			assert.Equal(t, got, code, errs)
			assert.Equal(t, errs, "120 written, 0 changed, 0 unchanged, 0 deleted\n"+
				fmt.Sprintf("fluxapp: received the signal %q while writing, and ended when that was done\n", signal))
			assert.Equal(t, len(filesIn(t, "out")), 121)
		}
	}
}

// interruptedRun sends a signal to a run that has made a file, and has not finished: it is stopped meanwhile, so that
// this is sure.
func interruptedRun(t testFolder, begun string, signal syscall.Signal) (errs string, code int) {
	t.Helper()
	binary, err := os.Executable()
	assert.NilError(t, err)
	for deadline := time.Now().Add(10 * time.Minute); time.Now().Before(deadline); {
		assert.NilError(t, os.RemoveAll(t.path("out")))
		put(t, "out/a/mine.txt", "") // a new folder is moved at once, this one gets its files one by one
		var stderr bytes.Buffer
		cmd := exec.Command(binary, "-test.run=^TestSignals$")
		cmd.Dir = *t.dir
		cmd.Env, cmd.Stderr = append(os.Environ(), "FLUXAPP_TEST_WRITES=1"), &stderr
		assert.NilError(t, cmd.Start())
		began := time.Now()
		for found := 0; found == 0 && time.Since(began) < 10*time.Second; time.Sleep(100 * time.Microsecond) {
			files, err := filepath.Glob(t.path(begun))
			assert.NilError(t, err)
			found = len(files)
		}
		assert.NilError(t, cmd.Process.Signal(syscall.SIGSTOP))
		stopped := isStopped(t, cmd.Process.Pid)
		_, err = os.Stat(t.path("out/" + staging))
		writing := stopped && err == nil
		if stopped {
			assert.NilError(t, cmd.Process.Signal(signal))
			assert.NilError(t, cmd.Process.Signal(syscall.SIGCONT))
		}
		cmd.Wait()
		if writing {
			return stderr.String(), cmd.ProcessState.ExitCode()
		}
	}
	t.Fatal("no run could be stopped while it was writing")
	return "", 0
}

// isStopped waits until a child stops; false when it ends instead.
func isStopped(t testFolder, pid int) bool {
	t.Helper()
	var status syscall.WaitStatus
	_, err := syscall.Wait4(pid, &status, syscall.WUNTRACED, nil)
	assert.NilError(t, err)
	return status.Stopped()
}
