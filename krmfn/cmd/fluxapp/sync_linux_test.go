package main

import (
	"bytes"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"
)

// TestDiskThatIsFull writes to a disk that has no room left, which some file systems report only when a program waits
// for the disk: the run waits before it moves the first file, so that all old files are still there. The kernel
// refuses each wait of a process that runs this test again.
func TestDiskThatIsFull(test *testing.T) {
	writeRefused(test)
	t := inFolder(test, "a.yaml", app("a", "hub", "one"))
	good(t, "-o", "dir=out", "a.yaml")
	const hub = "out/a/hub/kustomization-a-web.yaml" // which is to go
	before, moved := snapshot(t, "out"), changeTime(t, hub)
	put(t, "a.yaml", app("a", "one", "two"))
	errs, code := runRefused(t, "fsync")
	assert.Equal(t, errs, "fluxapp: out/a/two/kustomization-a-two-web.yaml: no space left on device\n")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, snapshot(t, "out"), before)
	assert.Equal(t, changeTime(t, hub), moved)
}

// TestDiskThatIsFullForMany is TestDiskThatIsFull for so many files that the run waits once, for the whole file
// system. Where the kernel refuses that, the run waits for each file, and finds out which one cannot be written.
func TestDiskThatIsFullForMany(test *testing.T) {
	writeRefused(test)
	t := inFolder(test, "a.yaml", app("a", "hub", "one"))
	good(t, "-o", "dir=out", "a.yaml")
	before := snapshot(t, "out")
	put(t, "a.yaml", app("a", append(clustersAtOnce(), "hub")...))
	errs, code := runRefused(t, "syncfs fsync")
	assert.Equal(t, errs, "fluxapp: out/a/c000/kustomization-a-c000-web.yaml: no space left on device\n")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, snapshot(t, "out"), before)
	for _, call := range []string{"syncfs", "fsync"} { // one of them is enough
		assert.NilError(t, os.RemoveAll(t.path("out")))
		errs, code := runRefused(t, call)
		assert.Equal(t, errs, "121 written, 0 changed, 0 unchanged, 0 deleted\n", call)
		assert.Equal(t, code, exitGood)
	}
}

// runRefused runs the test again in a process whose system calls of the names fail, and that renders a.yaml into out.
func runRefused(t testFolder, calls string) (errs string, code int) {
	t.Helper()
	binary, err := os.Executable()
	assert.NilError(t, err)
	cmd := exec.Command(binary, "-test.run=^"+t.Name()+"$")
	cmd.Dir = *t.dir
	var stderr bytes.Buffer
	cmd.Env, cmd.Stderr = append(os.Environ(), "FLUXAPP_TEST_REFUSED="+calls), &stderr
	cmd.Run()
	if cmd.ProcessState.ExitCode() == noFilter {
		t.Skip("SKIPPED: this kernel takes no filter for system calls")
	}
	return stderr.String(), cmd.ProcessState.ExitCode()
}

// writeRefused is what the process of runRefused does: it installs the filter, and executes itself again, to write
// the files.
func writeRefused(t *testing.T) {
	switch calls := os.Getenv("FLUXAPP_TEST_REFUSED"); calls {
	case "":
	case "write":
		os.Exit(run([]string{"render", "-o", "dir=out", "a.yaml"}, strings.NewReader(""), os.Stdout, os.Stderr))
	default:
		runtime.LockOSThread()
		for call := range strings.FieldsSeq(calls) {
			refuse(map[string]uint32{"fsync": unix.SYS_FSYNC, "syncfs": unix.SYS_SYNCFS}[call])
		}
		t.Setenv("FLUXAPP_TEST_REFUSED", "write")
		assert.NilError(t, syscall.Exec(os.Args[0], os.Args, os.Environ()))
	}
}

// TestFilesAreClosed checks that no run, good or bad, leaves a file or folder open.
func TestFilesAreClosed(test *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1)) // the collector closes files too
	const config = "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: {}\n"
	t := inFolder(test, "in/a.yaml", app("a", "hub", "one"), "b.yaml", app("b", "hub"), "config.yaml", config,
		"other/a/hub/kustomization-a-web.yaml", "mine", "broken/one/kustomization.yaml", "fluxapp.dev/rendered-from: [")
	opened := func() int {
		files, err := os.ReadDir("/proc/self/fd")
		assert.NilError(t, err)
		return len(files)
	}
	good(t, "in") // after which the runtime keeps what it waits with
	before := opened()
	for _, args := range [][]string{
		{"-o", "dir=out", "in"}, {"-o", "dir=out", "--config", "config.yaml", "in"}, {"check", "--rendered", "out", "in"},
		{"check", "--rendered", "out", "b.yaml"}, {"-o", "dir=other", "in"}, {"check", "--rendered", "other", "in"},
		{"-o", "dir=out", "config.yaml"}, {"-o", "dir=broken", "in"}, {"-o", "dir=out", "--prune-orphans", "b.yaml"},
		{"-o", "dir=b.yaml", "in"},
	} {
		fluxapp(t, "", args...)
		assert.Equal(t, opened(), before, "%v", args)
	}
}

// TestUnreadableFile checks that a file that can be opened and not read is an error of the command line.
func TestUnreadableFile(test *testing.T) {
	test.Parallel()
	const file = "/proc/self/mem" // whose first page is nobody's
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for _, args := range [][]string{{file}, {"a.yaml", file}, {"--config", file, "a.yaml"}} {
		out, errs, code := fluxapp(t, "", args...)
		assert.Equal(t, errs, "fluxapp: "+file+": input/output error\n")
		assert.Assert(t, out == "" && code == exitCommand)
	}
}

// changeTime returns when a file was written or moved for the last time.
func changeTime(t testFolder, name string) syscall.Timespec {
	t.Helper()
	var stat syscall.Stat_t
	assert.NilError(t, syscall.Stat(t.path(name), &stat))
	return stat.Ctim
}

// noFilter is the exit code of a process that could not install its filter.
const noFilter = 77

// refuse makes a system call fail in this thread, and in the program that it executes next.
func refuse(call uint32) {
	const (
		prSetNoNewPrivs, prSetSeccomp, modeFilter = 38, 22, 2

		load, jumpIfEqual, answer = 0x20, 0x15, 0x06 // of BPF
		allow, fail               = 0x7fff0000, 0x00050000
	)
	type instruction struct {
		code     uint16
		yes, no  uint8
		constant uint32
	}
	filter := []instruction{
		{load, 0, 0, 0}, // the number of the system call
		{jumpIfEqual, 0, 1, call},
		{answer, 0, 0, fail | uint32(syscall.ENOSPC)},
		{answer, 0, 0, allow},
	}
	program := struct {
		count uint16
		first *instruction
	}{uint16(len(filter)), &filter[0]}
	for _, args := range [][3]uintptr{{prSetNoNewPrivs, 1, 0},
		{prSetSeccomp, modeFilter, uintptr(unsafe.Pointer(&program))}} {
		if _, _, errno := syscall.RawSyscall6(syscall.SYS_PRCTL, args[0], args[1], args[2], 0, 0, 0); errno != 0 {
			os.Exit(noFilter)
		}
	}
}
