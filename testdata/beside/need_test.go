package beside

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"testing"
)

// missing are the programs for which tests were skipped.
var missing sync.Map

func TestMain(m *testing.M) {
	code := m.Run()
	missing.Range(func(program, _ any) bool { // go test does not print why a test is skipped
		fmt.Fprintf(os.Stderr, "SKIPPED: nothing of examples/beside was tested with %s: it is not on the PATH; "+
			"make beside gets all but flux-schema\n", program)
		return true
	})
	os.Exit(code)
}

// need skips a test whose program is not there, or fails it where FLUXAPP_REQUIRE_BESIDE is 1. The Go proxy does not
// have flux-schema, so that is never required.
func need(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err == nil {
		return
	}
	if os.Getenv("FLUXAPP_REQUIRE_BESIDE") == "1" && program != "flux-schema" {
		t.Fatalf("this test must run, and %s is not on the PATH", program)
	}
	missing.Store(program, true)
	t.Skipf("SKIPPED: %s is not on the PATH", program)
}
