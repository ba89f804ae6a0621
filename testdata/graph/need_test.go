package graph

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"sync"
	"testing"
)

// missing are the programs that tests were skipped for, with what was wrong.
var missing sync.Map

func TestMain(m *testing.M) {
	code := m.Run()
	tellMissing()
	os.Exit(code)
}

// need skips a test whose program is not on the machine, or fails it where FLUXAPP_REQUIRE_CLIENTS is 1.
func need(t *testing.T, program string, wrong error) {
	t.Helper()
	if wrong == nil {
		return
	}
	if os.Getenv("FLUXAPP_REQUIRE_CLIENTS") == "1" {
		t.Fatalf("this test must run: %v", wrong)
	}
	missing.Store(program, wrong.Error())
	t.Skipf("SKIPPED: %v", wrong)
}

// tellMissing says what was not tested, at the end and on stderr: go test does not print why a test is skipped.
func tellMissing() {
	reasons := map[string]string{}
	missing.Range(func(program, reason any) bool {
		reasons[program.(string)] = reason.(string)
		return true
	})
	for _, program := range slices.Sorted(maps.Keys(reasons)) {
		fmt.Fprintf(os.Stderr, "SKIPPED: no picture was parsed with %s: %s\n", program, reasons[program])
	}
}

// onPath returns what keeps a program from running.
func onPath(program string) error {
	if _, err := exec.LookPath(program); err != nil {
		return fmt.Errorf("%s is not on the PATH", program)
	}
	return nil
}

// installed installs Mermaid in the version of package.json, unless it is there, and returns what keeps it from
// running.
var installed = sync.OnceValue(func() error {
	if err := onPath("node"); err != nil {
		return err
	}
	if wanted := versionIn("package-lock.json", "packages", "node_modules/mermaid"); wanted ==
		versionIn("node_modules/mermaid/package.json") {
		return nil
	}
	if err := onPath("npm"); err != nil {
		return err
	}
	cmd := exec.Command("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund")
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("npm ci: %w: %s", err, out)
	}
	return nil
})

// versionIn returns the version in a file of npm, at a path of keys; empty where there is none.
func versionIn(file string, path ...string) string {
	data, err := os.ReadFile(file)
	var at map[string]any
	if err != nil || json.Unmarshal(data, &at) != nil {
		return ""
	}
	for _, key := range path {
		at, _ = at[key].(map[string]any)
	}
	version, _ := at["version"].(string)
	return version
}
