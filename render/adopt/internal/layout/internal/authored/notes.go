package authored

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Authors are what the authors of the members wrote beside the values.
type Authors struct {
	Entry    Place              // of an entry, with the kubeConfig beside its fields
	Items    Place              // of the list of sources, by their names
	Document Place              // of the whole document
	Each     Place              // of each entry: what the objects have where the document is one for all
	Known    map[tree.Node]bool // the sources that were read
	All      [][]OwnComment     // of each object, in the order of its file
	Members  []int              // the objects of the members
	read     map[origin]bool    // the objects that were read
	Lines    int                // of all objects, without empty lines and comments
	Longest  int                // of these lines
}

func NewAuthors() *Authors {
	return &Authors{read: map[origin]bool{}, Known: map[tree.Node]bool{}}
}

type OwnComment struct {
	comment.Comment
	Position tree.Position
}

// origin is where an object begins.
type origin struct {
	document *tree.Tree
	offset   int
}

// CommentID tells the comments of the objects apart.
type CommentID struct{ Author, Line int }

// Settle gives each entry the comments at the top of the files that not all members with comments there have.
func (a *Authors) Settle() {
	for _, p := range a.Document.Below {
		members, having := map[int]bool{}, map[string]map[int]bool{}
		for _, n := range p.Notes {
			members[n.member] = true
			for _, c := range n.All() {
				if having[c.Text] == nil {
					having[c.Text] = map[int]bool{}
				}
				having[c.Text][n.member] = true
			}
		}
		isShared := func(c comment.Comment) bool { return len(having[c.Text]) == len(members) }
		notes := p.Notes
		p.Notes = nil
		for _, n := range notes {
			p.note(n.member, n.author, n.Only(isShared))
			a.Each.note(n.member, n.author, n.Only(func(c comment.Comment) bool { return !isShared(c) }))
		}
	}
	slices.SortFunc(a.Each.Notes, func(x, y *Note) int {
		return cmp.Or(cmp.Compare(x.member, y.member), cmp.Compare(x.firstLine(), y.firstLine()))
	})
}

func (n *Note) firstLine() int { return n.All()[0].Line }

// Reader reads the part of a file that has the object of a member.
func (a *Authors) Reader(member int, object tree.Node) *NoteReader {
	r := &NoteReader{member: member, Author: len(a.All)}
	a.All = append(a.All, nil)
	source := object.Source()
	text := source.FileText()
	at, _ := object.Span()
	once := origin{source, at}
	if text == "" || a.read[once] { // several clusters read one file
		return r
	}
	a.read[once] = true
	document, _ := source.Root().Span()
	start, end := comment.Part(text, at, at != document)
	part := text[start:end]
	first := object.Position().Line - strings.Count(text[start:at], "\n")
	lines, longest := CountLines(part)
	a.Lines, a.Longest = a.Lines+lines, max(a.Longest, longest)
	comments := comment.Read(part, first)
	for _, line := range comments.Lines() {
		around := comments.At(line).Only(func(c comment.Comment) bool { return !comment.IsForEditor(c.Text) })
		if strings.Contains(around.Behind.Text, `{"$`) { // it marks a value for image automation, and is part of it
			around.Behind = comment.Comment{}
		}
		if r.Left == nil {
			r.Left = map[int]comment.Around{}
		}
		r.Left[line] = around
		for _, c := range around.All() {
			position := tree.Position{File: object.Position().File, Line: c.Line, Column: 1}
			a.All[r.Author] = append(a.All[r.Author], OwnComment{c, position})
		}
	}
	slices.SortStableFunc(a.All[r.Author], func(x, y OwnComment) int { return x.Line - y.Line })
	return r
}

// CountLines counts the lines of a text that are neither empty nor comments nor markers, and returns the longest
// length.
func CountLines(text string) (count, longest int) {
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && trimmed[0] != '#' && trimmed != "---" && trimmed != "..." {
			count, longest = count+1, max(longest, len(line)-1)
		}
	}
	return count, longest
}

// IsManaged reports whether a program is told to change a value of a member, in its line or up to two lines above it.
func (a *Authors) IsManaged(member int, n tree.Node) bool {
	line := n.Position().Line
	return slices.ContainsFunc(a.All[a.Members[member]], func(c OwnComment) bool {
		return line >= c.Line && line <= c.Line+2 && comment.IsInstruction(c.Text)
	})
}

// AddParams gives the params an order.
func (a *Authors) AddParams(names []string) {
	made := &Place{Below: map[string]*Place{}}
	for _, name := range names {
		made.keys = append(made.keys, name)
		made.Below[name] = &Place{}
	}
	if a.Entry.Below == nil {
		a.Entry.Below = map[string]*Place{}
	}
	a.Entry.Below["params"] = made
}

// documentPlaces are the fields of an object, and the fields of the document that have their comments.
var documentPlaces = []struct {
	of []string
	to string
}{
	{[]string{"apiVersion"}, "apiVersion"}, {[]string{"kind"}, "apiVersion"}, {[]string{"metadata"}, "metadata"},
	{[]string{"metadata", "name"}, "metadata"}, {[]string{"metadata", "namespace"}, "metadata"},
	{[]string{"spec"}, "spec"},
}

// ReadDocument reads the comments of what no entry has.
func (a *Authors) ReadDocument(object tree.Node, r *NoteReader) {
	if a.Document.Below == nil {
		a.Document.Below = map[string]*Place{"apiVersion": {}, "metadata": {}, "spec": {}}
	}
	for _, f := range documentPlaces {
		if n := object.At(f.of...); n.Exists() {
			r.take(a.Document.Below[f.to], n.KeyPosition, n)
		}
	}
}

// NoteReader gives the comments of a member to places: those of a line to the first place that asks for them.
type NoteReader struct {
	General        func(text string) string // a text with a reference in place of the name of the cluster; nil of none
	member, Author int
	Left           map[int]comment.Around
}

func (r *NoteReader) at(line int) (around comment.Around) {
	around = r.Left[line]
	delete(r.Left, line)
	return around
}

// take gives a place the comments of a field.
func (r *NoteReader) take(p *Place, keyPosition func() tree.Position, n tree.Node) {
	if len(r.Left) == 0 {
		return
	}
	around := r.at(keyPosition().Line)
	if n.Kind() < tree.List { // a scalar may be on a line of its own
		below := r.at(n.Position().Line)
		around.Above = append(around.Above, below.Above...)
		if around.Behind.Text == "" {
			around.Behind, below.Behind = below.Behind, comment.Comment{}
		}
		below.Above = nil
		around.Below = append(around.Below, below.All()...)
	}
	p.note(r.member, r.Author, around)
}

// takeItem gives a place the comments of an item. What is behind the first field of a map is the field's.
func (r *NoteReader) takeItem(p *Place, n tree.Node) {
	if len(r.Left) == 0 {
		return
	}
	line := n.Position().Line
	around := r.at(line)
	start, _ := n.Span()
	text := n.Source().FileText()
	if n.Kind() >= tree.List && start < len(text) && text[start] != '{' && text[start] != '[' {
		if around.Behind.Text != "" {
			r.Left[line] = comment.Around{Behind: around.Behind}
		}
		around.Behind = comment.Comment{}
	}
	p.note(r.member, r.Author, around)
}

// note adds the comments of a member, if there are any.
func (p *Place) note(member, author int, around comment.Around) {
	if len(around.All()) > 0 {
		p.Notes = append(p.Notes, &Note{member, author, around})
	}
}

// MoveInstructions gives the instructions that no place has to the first place behind them in the file, otherwise to
// the last one.
func (r *NoteReader) MoveInstructions(root *Place, fields tree.Node) {
	places := map[int]*Place{}
	root.lines(fields, places)
	known := slices.Sorted(maps.Keys(places))
	for _, line := range slices.Sorted(maps.Keys(r.Left)) {
		left := r.Left[line]
		above := slices.DeleteFunc(left.All(), func(c comment.Comment) bool { return !comment.IsInstruction(c.Text) })
		if at, _ := slices.BinarySearch(known, line); len(known) > 0 {
			places[known[min(at, len(known)-1)]].note(r.member, r.Author, comment.Around{Above: above})
		}
	}
}

// lines finds the places of fields by their lines.
func (p *Place) lines(n tree.Node, places map[int]*Place) {
	for child := range n.Children() {
		if below := p.Field(child.Key()); n.Kind() == tree.Map && below != nil {
			if line := child.KeyPosition().Line; line > 0 && places[line] == nil {
				places[line] = below
			}
			below.lines(child, places)
		}
	}
}

// ReadInto gives a place what the author of an object wrote, which is made of some fields there.
func (a *Authors) ReadInto(at *Place, object, fields tree.Node, r *NoteReader) {
	for _, f := range documentPlaces {
		if n := object.At(f.of...); n.Exists() {
			r.take(at, n.KeyPosition, n)
		}
	}
	at.Add(fields, r)
	r.MoveInstructions(at, fields)
}
