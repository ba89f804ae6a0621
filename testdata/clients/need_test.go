package clients

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
)

// missing are the clients that tests were skipped for, with what was wrong.
var missing sync.Map

// need skips a test whose client is not on the machine, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func need(t *testing.T, client string) {
	t.Helper()
	err := usable(client)
	if err == nil {
		return
	}
	if os.Getenv("FLUXAPP_REQUIRE_CLIENTS") == "1" {
		t.Fatalf("this test must run: %v", err)
	}
	missing.Store(client, err.Error())
	t.Skipf("SKIPPED: %v", err)
}

// usable returns what keeps a client from working. Of docker, the command alone does nothing.
func usable(client string) error {
	if _, err := exec.LookPath(client); err != nil {
		return fmt.Errorf("%s is not on the PATH", client)
	}
	if client != "docker" {
		return nil
	}
	return answers()
}

var answers = sync.OnceValue(func() error {
	if err := command(".", "docker", "version", "--format", "{{.Server.Version}}"); err != nil {
		return fmt.Errorf("docker has no daemon; start one: %w", err)
	}
	return nil
})

// tellMissing says what was not tested, at the end and on stderr: go test does not print why a test is skipped.
func tellMissing() {
	reasons := map[string]string{}
	missing.Range(func(client, reason any) bool {
		reasons[client.(string)] = reason.(string)
		return true
	})
	for _, client := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(os.Stderr, "SKIPPED: nothing was tested with %s: %s\n", client, reasons[client])
	}
}
