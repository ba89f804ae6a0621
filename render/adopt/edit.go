package adopt

import (
	"bytes"
	"maps"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

// Edit is the new text of a file.
type Edit struct {
	// File is the file's name, and Data its text: with the annotation rendered-from on each adopted object and, where
	// fluxapp renders another API version, with that version and what it spells otherwise. All else is as it was.
	File string
	Data []byte
	// Objects is the number of its adopted objects.
	Objects int
}

// texts are the files of objects that come in.
type texts struct {
	in    *input
	files map[string]*text
}

// text is a file that is cut into its documents.
type text struct {
	docs    []yamledit.Document
	ends    []int // the line in which each document ended, before it was edited
	objects int
}

func cut(file []byte) *text {
	t := &text{docs: yamledit.Split(file)}
	line := 1
	for _, d := range t.docs {
		line += bytes.Count(d.Separator, []byte("\n"))
		t.ends = append(t.ends, line+bytes.Count(bytes.TrimSuffix(d.Text, []byte("\n")), []byte("\n")))
		line += bytes.Count(d.Text, []byte("\n"))
	}
	return t
}

// at returns the index of the document of an object, or -1.
func (t *text) at(o *object) int {
	return slices.IndexFunc(t.ends, func(end int) bool { return o.position().Line <= end })
}

// update writes into the text of an object what is wanted; false where the text cannot say that.
func (t *texts) update(o *object, want tree.Node) bool {
	if t.files[o.file] == nil {
		t.files[o.file] = cut(t.in.texts[o.file])
	}
	file := t.files[o.file]
	i := file.at(o)
	if i < 0 {
		return false
	}
	text, ok := yamledit.Update(file.docs[i].Text, want)
	if ok {
		file.docs[i].Text = text
		file.objects++
	}
	return ok
}

// edits returns the new texts, in the order of the files.
func (t *texts) edits() (all []Edit) {
	for _, name := range slices.Sorted(maps.Keys(t.files)) {
		file := t.files[name]
		all = append(all, Edit{File: name, Data: yamledit.Join(file.docs), Objects: file.objects})
	}
	return all
}
