package main

import (
	"os"
	"syscall"
	"testing"

	"gotest.tools/v3/assert"
)

// TestReportPermissions leaves the permissions of a new report to the umask.
func TestReportPermissions(test *testing.T) {
	t := inFolder(test, "a.yaml", app("a", "hub"))
	for mask, want := range map[int]os.FileMode{0o077: 0o600, 0o022: 0o644, 0o002: 0o664} {
		before := syscall.Umask(mask)
		good(t, "report", "a.yaml", "-o", "r.html")
		syscall.Umask(before)
		info, err := os.Stat(t.path("r.html"))
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), want)
		assert.NilError(t, os.Remove(t.path("r.html")))
	}
}
