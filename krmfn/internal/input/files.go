// Package input reads the files, folders and stdin of a command line: once each, whatever they are called.
//
//	files, err := input.Read(input.Source{Store: disk.Disk{}, Stdin: os.Stdin}, []string{"apps", "-"})
//	result, err := render.Render(files.All(), render.Options{})
//
// [Files] are documents for fluxapp, of the disk or of a revision. [Manifests] reads the objects that adopt takes.
package input

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Files are the documents in the files and folders that a command line names.
type Files struct {
	reader
	Documents schema.Documents // of the files that hold anything for fluxapp
	Skipped   []string         // the files of folders that hold nothing for fluxapp

	beside schema.Documents // what folder.Beside knows in the skipped files
	roots  map[*schema.Document]string
}

// New returns no files yet.
func New(from Source) *Files {
	in := &Files{reader: reader{Source: from, read: fileSet{}}, roots: map[*schema.Document]string{}}
	in.take = in.parse
	return in
}

// Read reads files, folders and stdin, but not besides: files in folders that are read for something else.
func Read(from Source, args []string, besides ...string) (*Files, error) {
	in := New(from)
	in.Leave(besides, args)
	for _, arg := range args {
		if err := in.Add(arg); err != nil {
			return in, err
		}
	}
	return in, nil
}

// Leave skips files that are read for something else, where a folder holds them. Arguments are read all the same.
func (in *Files) Leave(besides, args []string) {
	for _, file := range besides {
		if info, err := in.Store.Stat(file); err == nil && !slices.Contains(args, file) {
			in.read.add(info)
		}
	}
}

// parse adds the documents of a file. Most files of a folder are not for fluxapp; a named file is.
func (in *Files) parse(t text) (bool, error) {
	if pointer := folder.Pointer(t.name, t.data); t.path != "" && len(pointer) > 0 {
		in.warn(pointer...)
		return false, nil
	}
	if !t.named && !schema.MayHold(t.data) {
		in.beside = append(in.beside, folder.Beside(t.name, t.data)...)
		in.Skipped = append(in.Skipped, t.path)
		return false, nil
	}
	in.Need(len(t.data))
	var docs schema.Documents
	if t.named {
		docs = schema.Parse(t.name, t.data)
	} else {
		var warnings finding.Findings
		if docs, warnings = folder.Parse(t.name, t.data); len(warnings) > 0 {
			in.warn(warnings...)
			return false, nil
		}
	}
	for _, d := range docs {
		if d.Class() != schema.ClassCluster || d.Facts().LogsIn() {
			in.roots[d] = t.root
		}
	}
	in.Documents = append(in.Documents, docs...)
	return true, nil
}

// Need announces that the run needs memory as documents of so many bytes do.
func (in *Files) Need(size int) {
	if in.Expect != nil {
		in.Expect(size)
	}
}

// All returns all documents to render: those for fluxapp, and what is beside them in other files.
func (in *Files) All() schema.Documents { return append(slices.Clip(in.Documents), in.beside...) }

// Root returns the folder that the command line names for a document; empty for a cluster that makes no objects.
func (in *Files) Root(d *schema.Document) string { return in.roots[d] }

// HasApplication reports whether there is anything to render.
func (in *Files) HasApplication() bool {
	return slices.ContainsFunc(in.Documents, func(d *schema.Document) bool { return d.Class() == schema.ClassApplication })
}

// MayBeEmpty reports whether input may lack an application. With an empty stdin, a command before the pipe has failed.
func (in *Files) MayBeEmpty() bool { return !in.hasStdin || len(in.Documents) > 0 }

const manySkipped = 1000

// Contents counts what was read by kind, also of skipped files: the user may take one of them for an application.
func (in *Files) Contents() string {
	number := map[string]int{}
	for _, d := range in.Documents {
		number[kindOf(d)]++
	}
	otherFiles := max(0, len(in.Skipped)-manySkipped)
	for docs := range in.reopened {
		if len(docs) == 0 || slices.ContainsFunc(docs, func(d *schema.Document) bool { return d.Kind() == "" }) {
			otherFiles++
			continue
		}
		for _, d := range docs {
			number[kindOf(d)]++
		}
	}
	most := func(a, b string) int { return cmp.Or(cmp.Compare(number[b], number[a]), cmp.Compare(a, b)) }
	kinds := slices.SortedFunc(maps.Keys(number), most)
	counts := each.Of(kinds, func(kind string) string { return names.Number(number[kind]) + " " + kind })
	if otherFiles > 0 {
		counts = append(counts, names.Counted(otherFiles, "other file"))
	}
	return cmp.Or(strings.Join(counts, ", "), "no document")
}

func (in *Files) reopened(yield func(schema.Documents) bool) {
	for _, name := range in.Skipped[:min(len(in.Skipped), manySkipped)] {
		if data, _ := disk.Read(in.Store, name); !yield(schema.Parse(name, data)) {
			return
		}
	}
}

// HasWorkload reports whether an object that fluxapp adopt takes is among what was read.
func (in *Files) HasWorkload() bool {
	isWorkload := func(d *schema.Document) bool {
		return d.Class() == schema.ClassForeign &&
			kinds.Find(kinds.Workload, kinds.GroupOf(d.APIVersion()), d.Kind()) != nil
	}
	hasOne := func(docs schema.Documents) bool { return slices.ContainsFunc(docs, isWorkload) }
	return each.Any(in.reopened, hasOne) || hasOne(in.Documents)
}

func kindOf(d *schema.Document) string {
	switch {
	case d.Kind() == "":
		return "document without a kind"
	case d.Class() == schema.ClassArgoCD:
		return d.Kind() + " of Argo CD"
	case d.Class() == schema.ClassRendered:
		return d.Kind() + " rendered by fluxapp"
	}
	return d.Kind()
}
