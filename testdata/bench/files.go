package main

import (
	"fmt"
	"os"
	"path/filepath"
)

// manyFiles compares a folder with a file for each cluster with the same documents in one file.
func (b bench) manyFiles() ([]row, error) {
	dir := b.path("package")
	if err := os.Mkdir(dir, 0o755); err != nil {
		return nil, err
	}
	fleet := b.fleet(b.few)
	for _, c := range fleet {
		if err := os.WriteFile(filepath.Join(dir, c.name+".yaml"), []byte(kubeSphereCluster(c)), 0o644); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "app.yaml"), []byte(selecting()), 0o644); err != nil {
		return nil, err
	}
	file, err := b.write("one.yaml", fleetDocuments(kubeSphereCluster)(fleet))
	if err != nil {
		return nil, err
	}
	many, one := b.renders("fluxapp", dir), b.renders("fluxapp", file)
	if err := byTurns(b.runs, many, one); err != nil {
		return nil, err
	}
	what := fmt.Sprintf(" of the whole command on a folder with %s files of a cluster each, to one file", thousands(b.few))
	return []row{compare("10", "time"+what, many, one, wall), compare("10", "CPU"+what, many, one, cpu)}, nil
}
