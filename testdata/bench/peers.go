package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
)

// peer is another program that makes the same objects from the same facts.
type peer struct {
	name    string
	pkg     string // of its command
	version string
	file    string // what go install calls the program
	// sizes are the numbers of clusters that it is measured with.
	sizes []int
	// files are its input, by name.
	files func(fleet []cluster) map[string]string
	// args are its arguments, run in the folder of its input.
	args []string
}

// peers are built from the Go proxy's modules as they were released, each with its own versions of what it depends
// on. They are the newest for Go 1.26: flux-operator v0.59.0 and kustomize v5.8.3 need Go 1.27.
var peers = []peer{
	{"helm", "helm.sh/helm/v3/cmd/helm", "v3.22.0", "helm", []int{1_000, 10_000}, helmChart,
		[]string{"template", "podinfo", "."}},
	{"go-jsonnet", "github.com/google/go-jsonnet/cmd/jsonnet", "v0.22.0", "jsonnet", []int{1_000, 10_000}, jsonnetFiles,
		[]string{"--yaml-stream", "podinfo.jsonnet"}},
	{"flux-operator", "github.com/controlplaneio-fluxcd/flux-operator/cmd/cli", "v0.58.0", "cli", []int{1_000, 10_000},
		resourceSet,
		[]string{"build", "resourceset", "-f", "resourceset.yaml"}},
	{"kustomize", "sigs.k8s.io/kustomize/kustomize/v5", "v5.8.2", "kustomize", []int{100}, overlays,
		[]string{"build", "."}},
}

// install returns the peer's program, which it builds if it is not in the folder yet.
func (p peer) install(dir string) (string, error) {
	dir, err := filepath.Abs(filepath.Join(dir, p.name+"-"+p.version))
	if err != nil {
		return "", err
	}
	program := filepath.Join(dir, p.file)
	if _, err := os.Stat(program); !errors.Is(err, fs.ErrNotExist) {
		return program, err
	}
	fmt.Fprintf(os.Stderr, "building %s %s\n", p.name, p.version)
	cmd := exec.Command("go", "install", p.pkg+"@"+p.version)
	cmd.Env = append(os.Environ(), "GOBIN="+dir)
	if said, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("%w: %s", err, said)
	}
	return program, nil
}

// prepare writes the input for a fleet into a new folder.
func (p peer) prepare(dir string, fleet []cluster) error {
	for name, text := range p.files(fleet) {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	return nil
}
