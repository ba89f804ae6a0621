package main

import (
	"os"
	"testing"

	"golang.org/x/tools/go/packages"
	"gotest.tools/v3/assert"
)

// TestPlatforms holds that the modules of both programs and their tests compile for systems that CI does not run. The
// types of all packages are read from their sources: to compile what they import takes minutes for each system.
func TestPlatforms(t *testing.T) {
	for _, system := range []string{"windows", "darwin"} {
		load(t, system, "../..", 60)
		load(t, system, "../../render/final", 5)
	}
}

func load(t *testing.T, system, dir string, atLeast int) {
	t.Helper()
	loaded, err := packages.Load(&packages.Config{
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
			packages.NeedDeps | packages.NeedTypes | packages.NeedTypesSizes | packages.NeedModule,
		Dir: dir, Tests: true, Env: append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0"),
	}, "./...")
	assert.NilError(t, err)
	assert.Assert(t, len(loaded) > atLeast, "%d packages", len(loaded))
	for _, p := range loaded {
		for _, wrong := range p.Errors {
			t.Errorf("%s: %s", system, wrong)
		}
	}
}
