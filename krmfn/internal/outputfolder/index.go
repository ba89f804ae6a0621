package outputfolder

import (
	"bytes"
	"errors"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folderlist"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputs"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/readlimit"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func open(files disk.Disk, name string, targets []target) (*contents, error) {
	c := &contents{found: map[string]fs.FileMode{}, written: map[string]ourFile{}, lists: map[string]folderlist.List{},
		broken: map[string]brokenFile{}, copies: map[string]string{}}
	var err error
	if c.Root, err = files.OpenRoot(name); err != nil || c.Files == nil {
		return c, err
	}
	objects := make(map[string][]render.Object, len(targets))
	for _, t := range targets {
		objects[t.path] = t.objects
	}
	err = c.Named(c.indexFolder(objects))
	c.forgetStrangers(objects)
	return c, err
}

// indexFolder adds the files of the output folder and of its subfolders. fluxapp writes no hidden files, and nothing
// through links. Objects are the run's, by file.
func (c *contents) indexFolder(objects map[string][]render.Object) error {
	var files []string
	err := fs.WalkDir(c.Files.FS(), ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil // the run of another shard has deleted it
		case err != nil:
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
		if unread != nil && !errors.Is(unread, fs.ErrNotExist) {
			return unread
		}
		if data != nil {
			c.index(name, data, objects)
		}
	}
	return err
}

// sameText reports whether a file has a text. Git on Windows can give its lines other ends.
func sameText(data, text []byte) bool {
	return bytes.Equal(data, text) || bytes.Equal(bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")), text)
}

// index adds a file if fluxapp wrote it. A file with the text of the run's object is not parsed.
func (c *contents) index(name string, data []byte, objects map[string][]render.Object) {
	at := outputs.Place{Path: name}
	made, rendered := objects[name]
	if rendered {
		if c.text = appendText(c.text[:0], made); sameText(data, c.text) {
			file := ourFile{Existing: outputs.Existing{Owner: outputs.OwnerOf(made[0]), Place: at}, upToDate: true}
			file.Delivers, _ = made[0].Delivers()
			file.Bootstrap = made[0].Bootstrap()
			c.written[name] = file
			return
		}
	}
	docs, found := renderedFile(c.Called(name), data)
	c.notOutput = append(c.notOutput, found...)
	if len(docs) == 0 {
		if broken := readBroken(name, data); broken.why != "" && len(found) == 0 {
			c.broken[name] = broken
		}
		return
	}
	d := docs[0]
	if list, ok := folderlist.Read(name, d, data); ok {
		c.lists[name] = list
	} else if owner := outputs.OwnerOfOutput(d.Root()); owner.Document != "" && !folderlist.IsKind(d) {
		if !c.hasOwnName(name, d, objects) {
			c.addStray(name, owner.Document)
			return
		}
		file := ourFile{Existing: outputs.Existing{Owner: owner, Place: at}}
		if file.Deliver(d.Root()); rendered {
			file.objects = docs
		}
		for _, d := range docs {
			file.Keys = append(file.Keys, outputs.KeysOf(name, d.Root())...)
		}
		c.written[name] = file
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

// objects returns the objects of a file that fluxapp wrote; none when the file has changed since the run looked at
// it, or is gone: the run of another shard may have deleted it.
func (c *contents) objects(name string) (schema.Documents, error) {
	file := c.written[name]
	if file.objects != nil {
		return file.objects, nil
	}
	data, err := c.Files.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	file.objects, _ = renderedFile(c.Called(name), data)
	c.written[name] = file
	return file.objects, nil
}

// renderedFile returns the documents of a file that fluxapp wrote, which have the annotation rendered-from: one, or
// those of one owner in the file of an application. It returns none for any other file, with the information about
// documents that have the annotation although fluxapp writes no such kind.
func renderedFile(name string, data []byte) (schema.Documents, finding.Findings) {
	if !bytes.Contains(data, []byte(kinds.AnnotationRenderedFrom)) {
		return nil, nil
	}
	docs := schema.Parse(name, data)
	if docs.Findings().Err() == nil && (len(docs) == 1 || path.Base(name) == render.ApplicationFile) &&
		!slices.ContainsFunc(docs, func(d *schema.Document) bool {
			isObject := d.Root().Same(d.Root().Tree().Root()) // fluxapp writes no lists, not even with one item
			return d.Class() != schema.ClassRendered || !isObject ||
				outputs.OwnerOfOutput(d.Root()) != outputs.OwnerOfOutput(docs[0].Root())
		}) {
		return docs, nil
	}
	var notes []finding.Problem
	for _, d := range docs {
		notes = append(notes, slices.DeleteFunc(slices.Clone(d.Problems()),
			func(p finding.Problem) bool { return p.Code != finding.CodeNotOutput })...)
	}
	return nil, finding.Locate(notes)
}
