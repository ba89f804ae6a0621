package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// A release is a minor version of Flux 2 with its types.
type release struct {
	minor int
	types *apis
}

// minors returns the minor versions of Flux 2 that fluxapp knows, the oldest first: each is a folder below flux, whose
// go.mod has the versions of its modules.
func minors() (known []int, err error) {
	folders, err := filepath.Glob("flux/2.*")
	for _, folder := range folders {
		minor, err := strconv.Atoi(strings.TrimPrefix(filepath.Base(folder), "2."))
		if err != nil {
			return nil, err
		}
		known = append(known, minor)
	}
	slices.Sort(known)
	return known, err
}

func folderOf(minor int) string { return fmt.Sprintf("flux/2.%d", minor) }

// loadReleases reads the types of all releases, the oldest first. The newest one has fluxapp's own beside them, and
// those of RBAC.
func loadReleases() ([]release, error) {
	known, err := minors()
	if err != nil {
		return nil, err
	}
	var all []release
	for _, minor := range known {
		var more []string
		if minor == known[len(known)-1] {
			more = []string{legacyAPI, kclAPI, rbacAPI}
		}
		types, err := load(folderOf(minor), more...)
		if err != nil {
			return nil, fmt.Errorf("Flux 2.%d: %w", minor, err)
		}
		all = append(all, release{minor, types})
	}
	return all, nil
}
