package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

func readBinary(root, binaries, arch string) ([]byte, error) {
	if binaries == "" {
		return buildBinary(root, arch)
	}
	return os.ReadFile(filepath.Join(binaries, arch))
}

// buildBinary returns the static binary for an architecture. Nothing of the machine goes into it: no path, no commit,
// no build ID, and none of the settings of its Go.
func buildBinary(root, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ociimage")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, "fluxapp")
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", out,
		"./krmfn/cmd/fluxapp")
	cmd.Dir, cmd.Stderr = root, os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch,
		"GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off", "GOFLAGS=", "GOWORK=off")
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build for %s: %w", arch, err)
	}
	return os.ReadFile(out)
}
