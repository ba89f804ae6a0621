// Command man writes the man pages of fluxapp into a folder, with the generator of cobra. It is a module of its own, so that the
// generator and what it needs are no dependencies of fluxapp.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	if err := generate(os.Args[1]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// generate builds the sources of the command together with those of the folder command, because no program can import another one's
// package main, and runs the result.
func generate(dir string) error {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return err
	}
	overlay, err := writeOverlay("../../krmfn/cmd/fluxapp", "command")
	if err != nil {
		return err
	}
	defer os.Remove(overlay)
	cmd := exec.Command("go", "run", "-tags", "overlay", "-overlay", overlay, "./command", dir)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// writeOverlay writes the file of an overlay that shows the sources of one folder in another one, without tests.
func writeOverlay(from, to string) (string, error) {
	sources, err := filepath.Glob(filepath.Join(from, "*.go"))
	if err != nil {
		return "", err
	}
	replace := map[string]string{}
	for _, source := range sources {
		name := filepath.Base(source)
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		shown, _ := filepath.Abs(filepath.Join(to, name))
		if replace[shown], err = filepath.Abs(source); err != nil {
			return "", err
		}
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	file, err := os.CreateTemp("", "overlay-*.json")
	if err != nil {
		return "", err
	}
	defer file.Close()
	_, err = file.Write(text)
	return file.Name(), err
}
