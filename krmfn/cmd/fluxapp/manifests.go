package main

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/kubectl"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
)

// manifests are the texts of objects in the files and folders that the command line names.
type manifests struct {
	files    []adopt.File
	warnings finding.Findings // of files and links in folders that are not read
	read     fileSet
	stdin    bool
}

// readManifests reads files, folders and stdin. Of a folder it reads the files that may hold what is adopted, and the
// clusters of a fleet.
func readManifests(args []string, stdin io.Reader) (in manifests, err error) {
	in.read = fileSet{}
	for _, arg := range args {
		if err = in.add(arg, stdin); err != nil {
			return in, err
		}
	}
	return in, nil
}

func (in *manifests) add(arg string, stdin io.Reader) error {
	if arg == "-" {
		return in.addStdin(stdin)
	}
	info, err := disk{}.Stat(arg)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return in.addFolder(filepath.Clean(arg))
	}
	return in.addFile(filepath.Clean(arg), true)
}

func (in *manifests) addStdin(stdin io.Reader) error {
	if in.stdin {
		return nil
	}
	in.stdin = true
	data, err := readlimit.ReadAll(stdin, stdinFile)
	if err != nil {
		return err
	}
	data = kubectl.UTF8(data)
	in.files = append(in.files, adopt.File{Name: stdinFile, Data: data})
	return checkPrinted(stdinFile, data)
}

// checkPrinted refuses what kubectl prints in place of objects.
func checkPrinted(name string, data []byte) error {
	slip := kubectl.Slip(data)
	if slip == "" || len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s; use what this command prints: kubectl get helmreleases,kustomizations -A -o yaml",
		name, slip)
}

func (in *manifests) addFolder(root string) error {
	warn := func(w finding.Finding) { in.warnings = append(in.warnings, w) }
	return walkFolder(disk{}, root, warn, func(path string) error { return in.addFile(path, false) })
}

// addFile reads a file once. Files of a folder that hold nothing to adopt are skipped; a file that the command line
// names is read.
func (in *manifests) addFile(path string, named bool) error {
	info, err := disk{}.Stat(path)
	if err != nil || in.read.has(info) {
		return err
	}
	data, err := readFile(disk{}, path)
	if err != nil {
		return err
	}
	name := filepath.ToSlash(path)
	data = kubectl.UTF8(data)
	if named {
		err = checkPrinted(name, data)
	}
	switch warnings := folder.Pointer(name, data); {
	case len(warnings) > 0:
		in.warnings = append(in.warnings, warnings...)
		return nil
	case !named && !adopt.MayHold(data):
		return nil
	case !named:
		if warnings = folder.Template(name, data); len(warnings) > 0 {
			in.warnings = append(in.warnings, warnings...)
			return nil
		}
	}
	in.read.add(info)
	in.files = append(in.files, adopt.File{Name: name, Data: data})
	return err
}
