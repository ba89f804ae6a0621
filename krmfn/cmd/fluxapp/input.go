package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// stdinFile is the name of stdin in messages.
const stdinFile = "<stdin>"

// files are the documents in the files and folders that the command line names.
type files struct {
	docs schema.Documents
	// roots holds for each document the folder whose files -o dir=PATH mirrors.
	roots map[*schema.Document]string
	read  fileSet // files that were read: arguments may overlap, under several names
	stdin bool    // it was read
	// skipped are the files of folders that hold nothing for fluxapp.
	skipped []string
	// warnings name the files and links in folders that may hold documents and were not read.
	warnings finding.Findings
	memory   *memory
}

// readFiles reads files, folders and stdin. Render returns the problems of the documents.
func readFiles(args []string, stdin io.Reader) (files, error) {
	in := files{roots: map[*schema.Document]string{}, read: fileSet{}, memory: &memory{}}
	if len(args) == 0 {
		return in, errors.New("name a file, a folder or -")
	}
	for _, arg := range args {
		if err := in.add(arg, stdin); err != nil {
			return in, err
		}
	}
	return in, nil
}

func (in *files) add(arg string, stdin io.Reader) error {
	if arg == "-" {
		return in.addStdin(stdin)
	}
	info, err := os.Stat(arg)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("there is no file, folder or command %s", arg)
	case err != nil:
		return err
	case info.IsDir():
		return in.addFolder(filepath.Clean(arg))
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

// extensions are those of the files that are read in folders, in any case.
var extensions = []string{".yaml", ".yml", ".json"}

func hasExtension(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// addFolder reads a folder with its subfolders, and then the files behind links: messages then have a file's own name rather than that
// of a link. Hidden files and folders are skipped: in a mounted ConfigMap, each file is a link into a hidden folder.
func (in *files) addFolder(root string) error {
	var links []string
	start := root + string(filepath.Separator) + "." // the folder itself, also where the command line names a link to it
	err := filepath.WalkDir(start, func(path string, entry fs.DirEntry, err error) error {
		hidden := strings.HasPrefix(entry.Name(), ".") && path != start
		switch {
		case err != nil:
			return err
		case hidden && entry.IsDir():
			return filepath.SkipDir
		case hidden:
			return nil
		case entry.Type() == fs.ModeSymlink:
			links = append(links, path)
		case entry.Type().IsRegular() && hasExtension(path):
			return in.addFile(path, root, false)
		}
		return nil
	})
	for _, link := range links {
		if err == nil {
			err = in.addLink(link, root)
		}
	}
	return err
}

// addLink reads the file behind a link. It does not enter a folder behind a link: it could be any folder, also this one.
func (in *files) addLink(path, root string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		in.warnSkipped(path, "a link to a folder, which is not followed; name the folder itself to read it")
	case !hasExtension(path):
	case err != nil:
		in.warnSkipped(path, "a link to no file that can be read; fix or remove it")
	case info.Mode().IsRegular():
		return in.addFile(path, root, false)
	}
	return nil
}

// warnSkipped warns of a file or link that is not read.
func (in *files) warnSkipped(path, detail string) {
	w := finding.Finding{Severity: finding.SeverityWarning, Code: krmfn.CodeNotRead, File: path, Detail: detail}
	if !slices.Contains(in.warnings, w) { // folders may overlap
		in.warnings = append(in.warnings, w)
	}
}

// addFile reads a file once. Most files of a folder are not for fluxapp; a file that the command line names is.
func (in *files) addFile(path, root string, named bool) error {
	info, err := os.Stat(path)
	if err != nil || in.read.has(info) {
		return err
	}
	data, err := readFile(path)
	if err != nil {
		return err
	}
	if !named && !mayBeOurs(data) {
		in.skipped = append(in.skipped, path)
		return nil
	}
	in.memory.expect(len(data))
	perhaps := !named && mayBeTemplate(data) // before Parse, so that the data is not kept while it is parsed
	docs := schema.Parse(filepath.ToSlash(path), data)
	if perhaps && slices.ContainsFunc(docs, isBroken) {
		in.warnSkipped(path, "a template of Helm, which is not read; render its chart, or name the file itself")
		return nil
	}
	in.read.add(info)
	in.addDocuments(docs, root)
	return nil
}

// unread returns the findings in files that were not read as input: those in the others have been reported.
func (in *files) unread(findings finding.Findings) finding.Findings {
	return slices.DeleteFunc(slices.Clone(findings), func(e finding.Finding) bool {
		info, err := os.Stat(e.File)
		return err == nil && in.read.has(info)
	})
}

// fileSet is a set of files, whatever their names. The times of their last changes keep the search short.
type fileSet map[time.Time][]fs.FileInfo

func (s fileSet) has(file fs.FileInfo) bool {
	return slices.ContainsFunc(s[file.ModTime()], func(other fs.FileInfo) bool { return os.SameFile(file, other) })
}

func (s fileSet) add(file fs.FileInfo) { s[file.ModTime()] = append(s[file.ModTime()], file) }

// readFile reads a file up to the limit: it can be a device without an end.
func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readlimit.ReadAll(file, path)
}

func (in *files) addDocuments(docs schema.Documents, root string) {
	for _, d := range docs {
		in.roots[d] = root
	}
	in.docs = append(in.docs, docs...)
}

// hasApplication reports whether there is anything to render.
func (in *files) hasApplication() bool {
	return slices.ContainsFunc(in.docs, func(d *schema.Document) bool { return d.Class() == schema.ClassApplication })
}

// mayBeEmpty reports whether input without an application can be on purpose. An empty stdin more likely means that the command before
// the pipe failed.
func (in *files) mayBeEmpty() bool { return !in.stdin || len(in.docs) > 0 }

// memory limits the process to what most input needs, about five times its size. Without a limit the garbage collector lets the heap
// grow by a part of the live heap, which is much for a large fleet. The limit is lifted when the live heap comes near it: otherwise the
// collector would run all the time.
type memory struct{ limit atomic.Int64 }

// The limit in bytes: a constant, and a factor for the size of the input. The process needs about 10 MiB more than the runtime counts:
// "make bench" checks that it needs at most 6 times the input and 30 MiB.
const (
	baseLimit    = 20 << 20
	limitPerByte = 5.5
)

// liftAt is the part of the limit above which the live heap leaves the collector too little room.
const liftAt = 0.85

// expect raises the limit before size more bytes are parsed. GOGC and GOMEMLIMIT, where they are set, win.
func (m *memory) expect(size int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	grown := int64(limitPerByte * float64(size))
	if m.limit.CompareAndSwap(0, baseLimit+grown) {
		m.watch()
	} else {
		m.limit.Add(grown)
	}
	debug.SetMemoryLimit(m.limit.Load())
}

// watch checks the live heap after each collection. The cleanup of an unreachable sentinel shows that one has run.
func (m *memory) watch() {
	sentinel := new([64]byte) // large enough not to share a block with other values, and their lifetime
	runtime.AddCleanup(sentinel, func(m *memory) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); float64(live[0].Value.Uint64()) > liftAt*float64(m.limit.Load()) {
			m.limit.Store(math.MaxInt64 / 2) // for any further input
			debug.SetMemoryLimit(math.MaxInt64)
			return
		}
		m.watch()
	}, m)
}
