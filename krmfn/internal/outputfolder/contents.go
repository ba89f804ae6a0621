package outputfolder

import (
	"bytes"
	"cmp"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

type contents struct {
	disk.Root
	// found has all that is in the folder, with its type; of a hidden folder only that it is there.
	found map[string]fs.FileMode
	// files have the parts of the files with documents of fluxapp's; none of a file that is as the run writes it.
	files     map[string][]part
	documents []output.Document
	lists     []output.List
	broken    finding.Findings // files that have the annotation of fluxapp's objects, and cannot be read
}

// open reads a folder: of its files, those that hold the annotation of fluxapp's objects.
func open(files disk.Disk, name string, run output.Run, objects []output.Object) (*contents, error) {
	c := &contents{found: map[string]fs.FileMode{}, files: map[string][]part{}}
	var err error
	if c.Root, err = files.OpenRoot(name); err != nil || c.Files == nil {
		return c, err
	}
	made := map[string][]output.Object{}
	for _, o := range objects {
		if all := made[o.Path]; !slices.ContainsFunc(all, o.Equals) {
			made[o.Path] = append(all, o)
		}
	}
	err = fs.WalkDir(c.Files.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		isHidden := name != "." && strings.HasPrefix(entry.Name(), ".")
		switch c.found[name] = entry.Type(); {
		case entry.IsDir() && (isHidden || run.Excludes(name)):
			return fs.SkipDir
		case !isHidden && entry.Type().IsRegular() && folder.HasExtension(name):
			return c.read(name, made[name])
		}
		return nil
	})
	return c, c.Named(err)
}

// read reads a file. It parses it where it is not as the run writes it, and fluxapp's or named by a document.
func (c *contents) read(name string, made []output.Object) error {
	file, err := c.Files.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > folder.MaxSize {
		return err
	}
	text, err := folder.ReadSized(file, name, info.Size())
	isNamed := len(made) > 0 && made[0].Rendered.Facts().HasFile()
	switch {
	case err != nil, !isNamed && !bytes.Contains(text, []byte(kinds.AnnotationRenderedFrom)):
	case len(made) > 0 && bytes.Equal(text, inLines(print(made), text)):
		c.files[name] = nil
		for i, o := range made {
			c.documents = append(c.documents, output.Made(o, i))
		}
	default:
		c.parse(name, text, isNamed)
	}
	return err
}

// part is a document of a file, or only comments.
type part struct {
	yamledit.Document
	before int // of the documents that were there; -1 for none
	object int // of the run
}

// parse takes the documents of a file that has one of fluxapp's, or that a document names.
func (c *contents) parse(name string, text []byte, isNamed bool) {
	var parts []part
	var documents []output.Document
	lines, at := 0, output.Place{Path: name}
	split := yamledit.Split(text)
	for _, d := range split {
		lines += bytes.Count(d.Separator, []byte("\n"))
		value, problem := read(d.Text, lines)
		if lines += bytes.Count(d.Text, []byte("\n")); problem != "" {
			c.broken = append(c.broken, refusal(output.CodeLeft, c.Called(name), problem+"; it has objects that fluxapp "+
				"rendered, or is to have some: restore it, or delete it"))
			return
		}
		if list, isList := output.ReadList(at, value, d.Text); isList && len(split) == 1 {
			c.lists = append(c.lists, list)
			return
		}
		p := part{d, -1, -1}
		if value.Exists() {
			p.before = len(c.documents) + len(documents)
			documents = append(documents, output.Read(at, len(documents), value))
		}
		parts = append(parts, p)
	}
	isOwned := func(d output.Document) bool { return d.Owner.Document != "" }
	if isNamed || slices.ContainsFunc(documents, isOwned) {
		c.files[name], c.documents = parts, append(c.documents, documents...)
	}
}

// read returns the document of a text, absent for none, or why it cannot be read. Lines are before it in the file.
func read(text []byte, lines int) (value tree.Node, problem string) {
	trees, problems := tree.Read("", text)
	for p := range problems {
		if !p.Remark {
			what, _, _ := strings.Cut(cmp.Or(p.Detail, "a map has a key twice"), ";")
			return value, fmt.Sprintf("is no YAML that can be read, in line %d: %s", lines+p.Position.Line, what)
		}
	}
	if len(trees) > 0 {
		value = trees[0].Root()
	}
	return value, ""
}

func (c *contents) at(name string) (mode fs.FileMode, exists bool) {
	if mode, exists = c.found[name]; exists || c.Files == nil {
		return mode, exists
	}
	info, err := c.Files.Lstat(name) // in a folder that is not read
	if err != nil {
		return 0, false
	}
	return info.Mode().Type(), true
}

func (c *contents) exists(name string) bool {
	_, exists := c.at(name)
	return exists
}

// print returns the text of a new file of objects, as kpt writes it.
func print(objects []output.Object) (text []byte) {
	for i, o := range objects {
		if i > 0 {
			text = append(text, "---\n"...)
		}
		text = tree.AppendYAML(text, o.Rendered.Tree())
	}
	return text
}

// inLines returns a text with the line ends of another one: Git on Windows can give it others than fluxapp.
func inLines(text, like []byte) []byte {
	if bytes.Contains(like, []byte("\r\n")) {
		return bytes.ReplaceAll(text, []byte("\n"), []byte("\r\n"))
	}
	return text
}

// checkSource refuses delivery from another folder of a Git repository than the one that is written: Flux would find
// nothing there. Nobody knows that of a folder in no work tree, which may be copied into one, and of other sources.
func checkSource(run *rendering.Run, dir string) error {
	delivery := run.Options.Delivery
	if delivery == nil || len(run.Result.Delivery) == 0 {
		return nil
	}
	names := run.Disk.WorkTree(dir)
	if len(names) == 0 || delivery.Facts().DeliverySource().Get("kind").Text() != kinds.GitRepository.Name {
		return nil
	}
	folder, err := filepath.Rel(names[len(names)-1], names[0])
	spec := delivery.Spec().Get("delivery")
	written := spec.Get("path")
	if err != nil || filepath.Clean(filepath.FromSlash(written.Text())) == folder {
		return err
	}
	folder = filepath.ToSlash(folder)
	if folder != "." {
		folder = "./" + folder
	}
	return finding.Locate([]finding.Problem{{Code: output.CodeDelivery, Subject: delivery.Subject(),
		Node: cmp.Or(written, spec), Current: written.Text(), Proposed: folder,
		Detail: fmt.Sprintf("the folder that is written is %s of this repository, and Flux would look for it in %q; write "+
			"path: %s", folder, written.Text(), folder)}}).Err()
}

// place returns the objects with their files, from the roots of their documents. It refuses one file for two roots.
func place(in *input.Files, result render.Result) (objects []output.Object, err error) {
	var wrong finding.Findings
	refuse := func(o render.Object, code finding.Code, name, why string) {
		at := o.Origin()
		wrong = append(wrong, finding.Finding{Severity: finding.SeverityError, Code: code, File: at.File, Line: at.Line,
			Column: at.Column, Subject: o.Document().Subject(),
			Detail: fmt.Sprintf("the %s %s would be written to %s, %s", o.Kind(), o.Name(), name, why)})
	}
	first := map[string]render.Object{}
	for _, o := range result.Files() {
		name, err := fileOf(in, o)
		if err != nil {
			return nil, err
		}
		other, taken := first[name]
		switch {
		case !fs.ValidPath(name):
			refuse(o, codes.Outside, name, "which is outside the folder; move its document into it")
		case o.Facts().BesideDelivery(name):
			refuse(o, output.CodeDelivery, name, "and delivery applies only the folder "+o.Cluster()+" to its cluster; move "+
				"its document to the top of the folder that is read")
		case taken && !(o.Facts().HasFile() && other.Facts().HasFile()) &&
			(path.Base(name) != render.ApplicationFile || other.Document() != o.Document()):
			refuse(o, codes.DuplicatePath, name, fmt.Sprintf("as is the object of %s:%d; render them into two folders",
				other.Origin().File, other.Origin().Line))
		default:
			first[name] = o
			objects = append(objects, output.Object{Place: output.Place{Path: name}, Rendered: o})
		}
	}
	return objects, wrong.Err()
}

func fileOf(in *input.Files, o render.Object) (string, error) {
	if _, delivers := o.Delivers(); delivers {
		return o.Facts().PathIn(".")
	}
	folder, err := filepath.Rel(in.Root(o.Document()), filepath.FromSlash(path.Dir(o.Document().File())))
	if err != nil {
		return "", err
	}
	return o.Facts().PathIn(filepath.ToSlash(folder))
}
