package main

import (
	_ "embed"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"sigs.k8s.io/yaml"
)

// installed has how pages, init and examples tell to install fluxapp.
type installed struct {
	Released string // the version of the tag; empty before the first one
	Lines    []installLines
}

// installLines are lines of files in their two states. VERSION is that of the release.
type installLines struct {
	Files          []string
	Clone, Release string
}

//go:embed install.yaml
var installData []byte

func readInstalled() (i installed, err error) {
	if err = yaml.UnmarshalStrict(installData, &i); err != nil {
		err = fmt.Errorf("install.yaml: %w", err)
	}
	return i, err
}

// write turns the lines of the files to the state of the release.
func (i installed) write(root string) error {
	for _, l := range i.Lines {
		for _, file := range l.Files {
			name := filepath.Join(root, filepath.FromSlash(file))
			text, err := os.ReadFile(name)
			if err != nil {
				return err
			}
			turned, err := l.turn(string(text), i.Released)
			if err != nil {
				return fmt.Errorf("%s %w", file, err)
			}
			if err := os.WriteFile(name, []byte(turned), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

// turn replaces the lines of either state, of whatever version, by those for a version; empty is none.
func (l installLines) turn(text, version string) (string, error) {
	clone, release := strings.TrimSpace(l.Clone), strings.TrimSpace(l.Release)
	wanted := strings.ReplaceAll(release, "VERSION", version)
	if version == "" {
		wanted = clone
	}
	either := regexp.MustCompile(regexp.QuoteMeta(clone) + "|" + strings.ReplaceAll(regexp.QuoteMeta(release), "VERSION",
		`v[0-9]+\.[0-9]+\.[0-9]+(?:-[0-9A-Za-z.-]+)?`))
	if n := len(either.FindAllString(text, -1)); n != 1 {
		return "", fmt.Errorf("has %d times the lines that install.yaml turns to\n%s", n, wanted)
	}
	return either.ReplaceAllLiteralString(text, wanted), nil
}
