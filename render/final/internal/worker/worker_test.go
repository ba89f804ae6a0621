package worker

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestMain is the command too that is supervised: its only step does not end, unless it is left out.
func TestMain(m *testing.M) {
	if len(os.Args) < 2 || os.Args[1] != "work" {
		os.Exit(m.Run())
	}
	fmt.Println("begun", os.Args[2:])
	if len(os.Args) == 2 {
		done := Limits{Time: 100 * time.Millisecond, Memory: 1 << 40}.Begin("a step")
		fmt.Fprintln(os.Stderr, "a library warns")
		time.Sleep(time.Minute)
		done()
	}
	fmt.Fprintln(os.Stderr, "told at the end")
}

// TestSupervise holds why a step was ended, and that nothing is left of a process that was.
func TestSupervise(t *testing.T) {
	own, err := os.Executable()
	assert.NilError(t, err)
	var out, errs strings.Builder
	assert.NilError(t, Supervise(nil, &out, &errs, own, "work"))
	assert.Equal(t, out.String(), "begun [a step it takes more than 100ms]\n")
	assert.Equal(t, errs.String(), "told at the end\n")
}
