package input

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/render/adopt"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Stdin is the name of stdin in messages.
const Stdin = "<stdin>"

// Store is what holds files and folders: the disk, or a revision of a repository.
type Store interface {
	fs.StatFS
	fs.SubFS
}

// Source is where a command line is read.
type Source struct {
	Store  Store
	Prefix string // before the name of each file of the store in messages
	Stdin  io.Reader
	Expect func(size int) // called before documents of so many bytes are parsed; nil where nobody wants to know
}

type reader struct {
	Source
	Warnings finding.Findings // name the files and links in folders that may hold documents and were not read
	take     func(text) (isRead bool, err error)
	read     fileSet
	hasStdin bool
}

type text struct {
	name, path string // in messages, and in the store
	root       string // the folder that the command line names for it
	data       []byte
	named      bool // by the command line, rather than found in a folder
}

// Add reads an argument of a command line.
func (r *reader) Add(arg string) error {
	if arg == "-" {
		return r.addStdin()
	}
	info, err := r.Store.Stat(arg)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return r.addFolder(filepath.Clean(arg))
	case r.read.has(info): // before it is opened: it may be a pipe
		return nil
	}
	return r.addFile(filepath.Clean(arg), filepath.Dir(arg), true)
}

func (r *reader) addStdin() error {
	if r.hasStdin {
		return nil
	}
	r.hasStdin = true
	data, err := folder.ReadAll(r.Stdin, Stdin)
	if err == nil {
		_, err = r.take(text{name: Stdin, root: ".", data: data, named: true})
	}
	return err
}

func (r *reader) addFolder(root string) error {
	sub, err := r.Store.Sub(root)
	if err != nil {
		return err
	}
	names, warnings, err := folder.Names(sub)
	for _, w := range warnings {
		w.File = r.Prefix + below(root, w.File)
		r.warn(w)
	}
	if err != nil { // it has only the path below the folder
		return disk.Renamed(err, func(file string) string { return below(root, file) })
	}
	for _, name := range names {
		if err := r.addFile(below(root, name), root, false); err != nil {
			return err
		}
	}
	return nil
}

func below(root, name string) string {
	return filepath.Clean(root + string(filepath.Separator) + filepath.FromSlash(name))
}

func (r *reader) warn(warnings ...finding.Finding) {
	for _, w := range warnings {
		if !slices.Contains(r.Warnings, w) { // folders may overlap
			r.Warnings = append(r.Warnings, w)
		}
	}
}

func (r *reader) addFile(path, root string, named bool) error {
	file, err := r.Store.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || r.read.has(info) {
		return err
	}
	data, err := folder.ReadSized(file, path, info.Size())
	if err != nil {
		return err
	}
	isRead, err := r.take(text{r.Prefix + filepath.ToSlash(path), path, root, data, named})
	if isRead {
		r.read.add(info)
	}
	return err
}

// fileSet is a set of files by the times of their last changes, or by their one fs.FileInfo in a store without times.
type fileSet map[any][]fs.FileInfo

func (s fileSet) has(file fs.FileInfo) bool {
	return slices.ContainsFunc(s[fileKey(file)],
		func(other fs.FileInfo) bool { return file == other || os.SameFile(file, other) })
}

func (s fileSet) add(file fs.FileInfo) { s[fileKey(file)] = append(s[fileKey(file)], file) }

func fileKey(file fs.FileInfo) any {
	if file.ModTime().IsZero() {
		return file
	}
	return file.ModTime()
}

// Manifests reads the objects that adopt takes, and clusters. The warnings are about what it did not read in folders.
func Manifests(from Source, args []string) (files []adopt.File, warnings finding.Findings, err error) {
	in := &reader{Source: from, read: fileSet{}}
	in.take = func(t text) (bool, error) {
		data := folder.UTF8(t.data)
		skipped := folder.Pointer(t.name, data)
		if !t.named && len(skipped) == 0 {
			skipped = folder.Template(t.name, data)
		}
		if t.path != "" && len(skipped) > 0 {
			if adopt.MayHold(data) {
				in.warn(skipped...)
			}
			return false, nil
		}
		files = append(files, adopt.File{Name: t.name, Data: data})
		return true, checkPrinted(t, data)
	}
	for _, arg := range args {
		if err = in.Add(arg); err != nil {
			break
		}
	}
	return files, in.Warnings, err
}

func checkPrinted(t text, data []byte) error {
	slip := folder.Slip(data)
	if !t.named || slip == "" || len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	return fmt.Errorf("%s %s; use what this command prints: kubectl get helmreleases,kustomizations -A -o yaml",
		t.name, slip)
}
