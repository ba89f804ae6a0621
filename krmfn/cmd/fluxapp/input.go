package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// stdinFile is the name of stdin in messages.
const stdinFile = "<stdin>"

// store is what holds files and folders: the disk, or a revision of a repository.
type store interface {
	fs.StatFS
	fs.SubFS
}

// disk has the files of the machine under the names that the command line has for them.
type disk struct{}

func (disk) Open(name string) (fs.File, error) { return os.Open(name) }

func (disk) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

func (disk) Sub(folder string) (fs.FS, error) { return os.DirFS(folder), nil }

// files are the documents in the files and folders that the command line names.
type files struct {
	// store is where files and folders are read.
	store store
	// prefix is before the name of each file of the store in messages.
	prefix string
	docs   schema.Documents
	// policies are the ImagePolicies in the skipped files.
	policies schema.Documents
	// roots holds for each document but clusters, which make no objects, the folder whose files -o dir=PATH mirrors.
	roots map[*schema.Document]string
	read  fileSet // files that were read: arguments may overlap, under several names
	stdin bool    // it was read
	// skipped are the files of folders that hold nothing for fluxapp.
	skipped []string
	// warnings name the files and links in folders that may hold documents and were not read.
	warnings finding.Findings
	memory   *memory
}

// readFiles reads files, folders and stdin. Render returns the problems of the documents. Besides are files that
// folders may hold, and that are read for something else.
func readFiles(args []string, stdin io.Reader, besides ...string) (files, error) {
	in := newFiles(disk{}, &memory{})
	in.leave(besides, args)
	for _, arg := range args {
		if err := in.add(arg, stdin); err != nil {
			return in, err
		}
	}
	return in, nil
}

// orHere returns the files and folders of a command line, which are the current folder where it names none.
func orHere(args []string) []string {
	if len(args) == 0 {
		return []string{"."}
	}
	return args
}

// newFiles returns no files yet. All files of a process share a memory.
func newFiles(store store, m *memory) files {
	return files{store: store, roots: map[*schema.Document]string{}, read: fileSet{}, memory: m}
}

// leave leaves out files that are read for something else, where a folder holds them. An argument of the command line
// is read all the same.
func (in *files) leave(besides, args []string) {
	for _, file := range besides {
		if info, err := in.store.Stat(file); err == nil && !slices.Contains(args, file) {
			in.read.add(info)
		}
	}
}

// add reads an argument of the command line.
func (in *files) add(arg string, stdin io.Reader) error {
	if arg == "-" {
		return in.addStdin(stdin)
	}
	info, err := in.store.Stat(arg)
	switch {
	case err != nil:
		return err
	case info.IsDir():
		return in.addFolder(filepath.Clean(arg))
	case in.read.has(info): // before it is opened: it may be a pipe
		return nil
	}
	return in.addFile(filepath.Clean(arg), filepath.Dir(arg), true)
}

func (in *files) addStdin(stdin io.Reader) error {
	if in.stdin {
		return nil
	}
	in.stdin = true
	data, err := readlimit.ReadAll(stdin, stdinFile)
	if err != nil {
		return err
	}
	in.memory.expect(len(data))
	docs := schema.Parse(stdinFile, data)
	in.addDocuments(docs, ".")
	return nil
}

func (in *files) addFolder(root string) error {
	warn := func(w finding.Finding) {
		w.File = in.prefix + w.File
		in.warn(w)
	}
	return walkFolder(in.store, root, warn, func(path string) error { return in.addFile(path, root, false) })
}

// walkFolder calls read with the path of each file of a folder that may be read, until it returns an error, and warn
// with warnings about the others.
func walkFolder(from store, root string, warn func(finding.Finding), read func(path string) error) error {
	sub, err := from.Sub(root)
	if err != nil {
		return err
	}
	names, warnings, err := folder.Names(sub)
	for _, w := range warnings {
		w.File = below(root, w.File)
		warn(w)
	}
	for _, name := range names {
		if err == nil {
			err = read(below(root, name))
		}
	}
	return belowRoot(root, err)
}

// below returns the name of a file that a folder has under a name with slashes.
func below(root, name string) string {
	return filepath.Clean(root + string(filepath.Separator) + filepath.FromSlash(name))
}

// belowRoot returns an error with the whole path of its file: those of a folder have only the path below the folder.
func belowRoot(root string, err error) error {
	var file *fs.PathError
	if errors.As(err, &file) && !strings.HasPrefix(file.Path, root) {
		return &fs.PathError{Op: file.Op, Path: below(root, file.Path), Err: file.Err}
	}
	return err
}

// warn adds a warning about a file or link of a folder that is not read.
func (in *files) warn(w finding.Finding) {
	if !slices.Contains(in.warnings, w) { // folders may overlap
		in.warnings = append(in.warnings, w)
	}
}

// addFile reads a file once. Most files of a folder are not for fluxapp; a file that the command line names is.
func (in *files) addFile(path, root string, named bool) error {
	data, info, err := in.readNew(path)
	if err != nil || data == nil {
		return err
	}
	name := in.prefix + filepath.ToSlash(path)
	docs, warnings := schema.Documents(nil), folder.Pointer(name, data)
	switch {
	case len(warnings) > 0:
	case !named && !kinds.MayHold(data):
		in.policies = append(in.policies, folder.Policies(name, data)...)
		in.skipped = append(in.skipped, path)
		return nil
	case named:
		in.memory.expect(len(data))
		docs = schema.Parse(name, data)
	default:
		in.memory.expect(len(data))
		docs, warnings = folder.Parse(name, data)
	}
	if len(warnings) > 0 {
		in.warn(warnings[0])
		return nil
	}
	in.read.add(info)
	in.addDocuments(docs, root)
	return nil
}

// readNew reads a file that was not read under another name; nil for one that was.
func (in *files) readNew(path string) ([]byte, fs.FileInfo, error) {
	file, err := in.store.Open(path)
	if err != nil {
		return nil, nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || in.read.has(info) {
		return nil, nil, err
	}
	data, err := readlimit.ReadSized(file, path, info.Size())
	return data, info, err
}

// unread returns the findings in files that were not read as input: those in the others have been reported.
func (in *files) unread(findings finding.Findings) finding.Findings {
	return slices.DeleteFunc(slices.Clone(findings), func(e finding.Finding) bool {
		info, err := os.Stat(e.File)
		return err == nil && in.read.has(info)
	})
}

// fileSet is a set of files, whatever their names. The times of their last changes keep the search short; a store
// without times has one fs.FileInfo for each file.
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

// readFile reads a file up to the limit: it can be a device without an end.
func readFile(store fs.FS, path string) ([]byte, error) {
	file, err := store.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readlimit.ReadAll(file, path)
}

func (in *files) addDocuments(docs schema.Documents, root string) {
	for _, d := range docs {
		if d.Class() != schema.ClassCluster {
			in.roots[d] = root
		}
	}
	in.docs = append(in.docs, docs...)
}

// hasApplication reports whether there is anything to render.
func (in *files) hasApplication() bool {
	return slices.ContainsFunc(in.docs, func(d *schema.Document) bool { return d.Class() == schema.ClassApplication })
}

// mayBeEmpty reports whether input without an application can be on purpose. An empty stdin more likely means that
// the command before the pipe failed.
func (in *files) mayBeEmpty() bool { return !in.stdin || len(in.docs) > 0 }
