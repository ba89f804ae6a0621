package conformance

import (
	"fmt"
	"os"
	"testing"
)

// checker has the CRDs of all kinds that fluxapp emits.
var checker *Checker

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "fluxapp-conformance")
	if err == nil {
		err = Generate(dir)
	}
	if err == nil {
		checker, err = Load(dir)
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
