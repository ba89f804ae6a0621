package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// stdinFile is what messages call stdin.
const stdinFile = "<stdin>"

// input is what the command line names.
type input struct {
	docs schema.Documents
	// roots says of each document which folder -o dir=PATH stands for.
	roots map[*schema.Document]string
	read  seen // files that were read already: arguments may overlap, under several spellings
	stdin bool // was read already
	// skipped are the files of folders that hold nothing for fluxapp.
	skipped []string
	// warnings name what was left in folders.
	warnings schema.ErrorList
	memory   *memory
}

// readInput reads files, folders and stdin. What is wrong with the documents comes back from render.
func readInput(args []string, stdin io.Reader) (input, error) {
	in := input{roots: map[*schema.Document]string{}, read: seen{}, memory: &memory{}}
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

func (in *input) add(arg string, stdin io.Reader) error {
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

func (in *input) addStdin(stdin io.Reader) error {
	if in.stdin {
		return nil
	}
	in.stdin = true
	data, err := readlimit.ReadAll(stdin, stdinFile)
	if err != nil {
		return err
	}
	in.memory.expect(len(data))
	docs, _ := schema.Parse(stdinFile, data)
	in.take(docs, ".")
	return nil
}

// extensions are those of the files that are read in folders, in any case.
var extensions = []string{".yaml", ".yml", ".json"}

func hasExtension(name string) bool {
	return slices.Contains(extensions, strings.ToLower(filepath.Ext(name)))
}

// addFolder reads a folder and those below it, and then what lies behind links, because a file is better called by its own
// name than by that of a link. Hidden ones are for others: in a mounted ConfigMap, each file is a link into a hidden folder.
func (in *input) addFolder(root string) error {
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

// addLink reads the file behind a link. A folder behind one is not entered: it could be any, this one too.
func (in *input) addLink(path, root string) error {
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		in.leave(path, "a link to a folder, which is not followed; name the folder itself to read it")
	case !hasExtension(path):
	case err != nil:
		in.leave(path, "a link to no file that can be read; fix or remove it")
	case info.Mode().IsRegular():
		return in.addFile(path, root, false)
	}
	return nil
}

// leave warns of what is not read.
func (in *input) leave(path, detail string) {
	w := schema.Error{Severity: schema.SeverityWarning, Code: krmfn.CodeNotRead, File: path, Detail: detail}
	if !slices.Contains(in.warnings, w) { // folders may overlap
		in.warnings = append(in.warnings, w)
	}
}

// addFile reads a file once: one that the command line names, or one of a folder, which most often is not for us.
func (in *input) addFile(path, root string, named bool) error {
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
	perhaps := !named && mayBeTemplate(data) // asked before, so that the data need not be kept while it is parsed
	docs, _ := schema.Parse(filepath.ToSlash(path), data)
	if perhaps && slices.ContainsFunc(docs, isBroken) {
		in.leave(path, "a template of Helm, which is not read; render its chart, or name the file itself")
		return nil
	}
	in.read.add(info)
	in.take(docs, root)
	return nil
}

// unread returns the findings in files that were not read as input: those in others were reported already.
func (in *input) unread(findings schema.ErrorList) schema.ErrorList {
	return slices.DeleteFunc(slices.Clone(findings), func(e schema.Error) bool {
		info, err := os.Stat(e.File)
		return err == nil && in.read.has(info)
	})
}

// seen are files that are one and the same under whatever name. The time of their change keeps the search short.
type seen map[time.Time][]fs.FileInfo

func (s seen) has(file fs.FileInfo) bool {
	return slices.ContainsFunc(s[file.ModTime()], func(other fs.FileInfo) bool { return os.SameFile(file, other) })
}

func (s seen) add(file fs.FileInfo) { s[file.ModTime()] = append(s[file.ModTime()], file) }

// readFile reads a file, which may be a device without an end.
func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return readlimit.ReadAll(file, path)
}

func (in *input) take(docs schema.Documents, root string) {
	for _, d := range docs {
		in.roots[d] = root
	}
	in.docs = append(in.docs, docs...)
}
