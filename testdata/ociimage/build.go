package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// program is a file of an image, and where its source is. Work is GOWORK.
type program struct{ name, module, folder, work string }

// The programs: the command, and what it calls for final objects, with the work file that finds the command's module.
var (
	command = program{"fluxapp", ".", "./krmfn/cmd/fluxapp", "off"}
	final   = program{"fluxapp-final", "render/final", "./cmd/fluxapp-final", ""}
)

func readBinary(root, binaries string, p program, arch string) ([]byte, error) {
	if binaries == "" {
		return buildBinary(root, p, arch)
	}
	return os.ReadFile(filepath.Join(binaries, arch, p.name))
}

// buildBinary returns a static binary for an architecture. Nothing of the machine goes into it: no path, no commit,
// no build ID, and none of the settings of its Go.
func buildBinary(root string, p program, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "ociimage")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	out := filepath.Join(dir, p.name)
	cmd := exec.Command("go", "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", out, p.folder)
	cmd.Dir, cmd.Stderr = filepath.Join(root, p.module), os.Stderr
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch,
		"GOAMD64=v1", "GOARM64=v8.0", "GOEXPERIMENT=", "GOFIPS140=off", "GOFLAGS=", "GOWORK="+p.work)
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go build of %s for %s: %w", p.name, arch, err)
	}
	return os.ReadFile(out)
}
