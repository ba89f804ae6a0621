package conformance

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// checker has the CRDs of all kinds that fluxapp emits, of the newest Flux.
var checker *Checker

// fluxes have the CRDs of each Flux, the oldest first.
var fluxes []fluxCRDs

func loadFluxes(dir string) error {
	for _, version := range kinds.KnownFluxVersions() {
		loaded, err := Load(filepath.Join(dir, version))
		if err != nil {
			return err
		}
		checker, fluxes = loaded, append(fluxes, fluxCRDs{version, loaded})
	}
	for _, f := range fluxes { // the CRD of a KCLRun does not come with Flux
		for gvk, k := range checker.kinds {
			if gvk.Kind == kinds.KCLRun.Name {
				f.kinds[gvk] = k
			}
		}
	}
	return nil
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fluxapp-conformance")
	if err == nil {
		err = Generate(dir)
	}
	if err == nil {
		err = loadFluxes(dir)
	}
	if err != nil {
		panic(err)
	}
	code := m.Run()
	fmt.Printf("%d objects went through the API server's own validation\n", checker.Checked())
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}
