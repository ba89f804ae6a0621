package outputfolder

import (
	"bytes"
	"io/fs"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/folder"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func open(files disk.Disk, name string, targets []target) (*contents, error) {
	c := &contents{found: map[string]fs.FileMode{}, written: map[string]ourFile{}, lists: map[string]folderlist.List{},
		broken: map[string]brokenFile{}, copies: map[string]string{}}
	var err error
	if c.Root, err = files.OpenRoot(name); err != nil || c.Files == nil {
		return c, err
	}
	objects := make(map[string]render.Object, len(targets))
	for _, t := range targets {
		objects[t.path] = t.object
	}
	err = c.Named(c.indexFolder(objects))
	c.forgetStrangers(objects)
	return c, err
}

// indexFolder adds the files of the output folder and of its subfolders. fluxapp writes no hidden files, and nothing
// through links. Objects are the run's, by file.
func (c *contents) indexFolder(objects map[string]render.Object) error {
	var files []string
	err := fs.WalkDir(c.Files.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		c.found[name] = entry.Type()
		switch isHidden := name != "." && strings.HasPrefix(entry.Name(), "."); {
		case isHidden && entry.IsDir():
			return fs.SkipDir
		case !isHidden && entry.Type().IsRegular() && folder.HasExtension(name):
			files = append(files, name)
		}
		return nil
	})
	for _, name := range files {
		data, unread := c.read(name)
		if unread != nil {
			return unread
		}
		if data != nil {
			c.index(name, data, objects)
		}
	}
	return err
}

// index adds a file if fluxapp wrote it. A file with the text of the run's object is not parsed.
func (c *contents) index(name string, data []byte, objects map[string]render.Object) {
	object, rendered := objects[name]
	if rendered {
		written := object.Tree()
		if c.text = tree.AppendYAML(c.text[:0], written); bytes.Equal(data, c.text) {
			c.written[name] = ourFile{owner: ownerOf(written), upToDate: true}
			return
		}
	}
	d, found := renderedFile(c.Called(name), data)
	c.notOutput = append(c.notOutput, found...)
	if d == nil {
		if broken := readBroken(name, data); broken.why != "" && len(found) == 0 {
			c.broken[name] = broken
		}
	} else if list, ok := folderlist.Read(name, d, data); ok {
		c.lists[name] = list
	} else if owner := ownerOf(d.Root()); owner.Document != "" && !folderlist.IsKind(d) {
		if !c.hasOwnName(name, d, objects) {
			c.addStray(name, owner.Document)
			return
		}
		c.written[name] = ourFile{owner: owner}
		if rendered {
			c.written[name] = ourFile{owner: owner, object: d}
		}
	}
}

// read reads a file; nil for one that is larger than any input of fluxapp.
func (c *contents) read(name string) ([]byte, error) {
	file, err := c.Files.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || info.Size() > readlimit.Max {
		return nil, err
	}
	return readlimit.ReadSized(file, name, info.Size())
}

// object returns the object of a file that fluxapp wrote; nil when the file has changed since the run looked at it.
func (c *contents) object(name string) (*schema.Document, error) {
	file := c.written[name]
	if file.object != nil {
		return file.object, nil
	}
	data, err := c.Files.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file.object, _ = renderedFile(c.Called(name), data)
	c.written[name] = file
	return file.object, nil
}

// renderedFile returns the one document of a file that fluxapp wrote, which has the annotation rendered-from; nil for
// any other file, with the information about documents that have the annotation although fluxapp writes no such kind.
func renderedFile(name string, data []byte) (*schema.Document, finding.Findings) {
	if !bytes.Contains(data, []byte(terms.AnnotationRenderedFrom)) {
		return nil, nil
	}
	docs := schema.Parse(name, data)
	if docs.Findings().Err() == nil && len(docs) == 1 && docs[0].Class() == schema.ClassRendered &&
		docs[0].Root().Same(docs[0].Root().Tree().Root()) {
		return docs[0], nil // fluxapp writes no lists, not even with one item
	}
	var notes []finding.Problem
	for _, d := range docs {
		notes = append(notes, slices.DeleteFunc(slices.Clone(d.Problems()),
			func(p finding.Problem) bool { return p.Code != finding.CodeNotOutput })...)
	}
	return nil, finding.Locate(notes)
}

func ownerOf(object tree.Node) outputs.Owner {
	metadata := object.Get("metadata")
	from := metadata.At("annotations", terms.AnnotationRenderedFrom).Text()
	managedBy := metadata.At("labels", terms.LabelManagedBy).Text()
	return outputs.OwnerOfOutput(object.Get("kind").Text(), metadata.Get("name").Text(), from, managedBy)
}
