package layout

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/comment"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// authors are what the authors of the members wrote beside the values.
type authors struct {
	entry    place              // of an entry, with the kubeConfig beside its fields
	items    place              // of the list of sources, by their names
	document place              // of the whole document
	each     place              // of each entry: what the objects have where the document is one for all
	parts    map[string]*place  // of the sections
	known    map[tree.Node]bool // the sources that were read
	all      [][]ownComment     // of each object, in the order of its file
	members  []int              // the objects of the members
	read     map[origin]bool    // the objects that were read
	lines    int                // of all objects, without empty lines and comments
	longest  int                // of these lines
}

type ownComment struct {
	comment.Comment
	position tree.Position
}

// origin is where an object begins.
type origin struct {
	document *tree.Tree
	offset   int
}

// commentID tells the comments of the objects apart.
type commentID struct{ author, line int }

// readAuthors reads the order of keys and the comments of the members, and of what the document has besides.
func readAuthors(from reader, members []reached) *authors {
	a := &authors{read: map[origin]bool{}, known: map[tree.Node]bool{}, parts: map[string]*place{}}
	names := sourcesOf(members)[:1]
	for i, m := range members {
		r := a.reader(i, m.Object)
		r.general = func(text string) string { return general(names, text, i) }
		a.members = append(a.members, r.author)
		written := from.b.Without(m.fields, "source") // of another object
		fields := append(written.Fields(), tree.Field{Key: "kubeConfig", Value: m.kubeConfig})
		a.entry.add(from.b.Map(m.fields, fields...), r)
		if len(r.left) > 0 {
			a.readDocument(m.Object, r)
			r.moveInstructions(&a.entry, written)
		}
		a.readSource(from, i, m)
	}
	for _, part := range from.group.Parts {
		a.readPart(from.b, part)
	}
	for _, p := range a.document.below {
		if !p.isAlike() {
			a.each.notes = append(a.each.notes, p.splitNotes()...)
		}
	}
	slices.SortFunc(a.each.notes, func(x, y *note) int {
		return cmp.Or(cmp.Compare(x.member, y.member), cmp.Compare(x.firstLine(), y.firstLine()))
	})
	return a
}

// isAlike reports whether all members that have comments at a place have the same ones.
func (p *place) isAlike() bool {
	texts := map[int]string{}
	for _, n := range p.notes {
		for _, c := range n.All() {
			texts[n.member] += c.Text + "\n"
		}
	}
	for _, text := range texts {
		if text != texts[p.notes[0].member] {
			return false
		}
	}
	return true
}

// splitNotes leaves the comments with which the notes of all members begin, for example a license, and returns the
// others.
func (p *place) splitNotes() (rest []*note) {
	count := len(p.notes[0].Above)
	for _, n := range p.notes {
		same := 0
		for same < min(count, len(n.Above)) && n.Above[same].Text == p.notes[0].Above[same].Text {
			same++
		}
		count = same
	}
	var shared []*note
	for _, n := range p.notes {
		begin, own := *n, *n
		begin.Around = comment.Around{Above: n.Above[:count]}
		own.Above = n.Above[count:]
		if count > 0 {
			shared = append(shared, &begin)
		}
		if len(own.All()) > 0 {
			rest = append(rest, &own)
		}
	}
	p.notes = shared
	return rest
}

func (n *note) firstLine() int { return n.All()[0].Line }

// reader reads the part of a file that has the object of a member.
func (a *authors) reader(member int, object tree.Node) *noteReader {
	r := &noteReader{member: member, author: len(a.all)}
	a.all = append(a.all, nil)
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
	before := object.Position().Line - strings.Count(text[start:at], "\n") - 1
	lines, longest := countLines(part)
	a.lines, a.longest = a.lines+lines, max(a.longest, longest)
	comments := comment.Read(part)
	for _, line := range comments.Lines() {
		around := shifted(comments.At(line), before)
		if r.left == nil {
			r.left = map[int]comment.Around{}
		}
		r.left[line+before] = around
		for _, c := range around.All() {
			position := tree.Position{File: object.Position().File, Line: c.Line, Column: 1}
			a.all[r.author] = append(a.all[r.author], ownComment{c, position})
		}
	}
	slices.SortStableFunc(a.all[r.author], func(x, y ownComment) int { return x.Line - y.Line })
	return r
}

// shifted returns comments with the lines that the file counts, without those for editors and those that mark values
// for image automation: these are part of their values.
func shifted(around *comment.Around, by int) (made comment.Around) {
	keep := func(comments []comment.Comment) (kept []comment.Comment) {
		for _, c := range comments {
			if !comment.IsForEditor(c.Text) {
				kept = append(kept, comment.Comment{Line: c.Line + by, Text: c.Text})
			}
		}
		return kept
	}
	made.Above, made.Below = keep(around.Above), keep(around.Below)
	if text := around.Behind.Text; text != "" && !strings.Contains(text, `{"$`) {
		made.Behind = comment.Comment{Line: around.Behind.Line + by, Text: text}
	}
	return made
}

// countLines counts the lines of a text that are neither empty nor comments nor markers, and returns the longest
// length.
func countLines(text string) (count, longest int) {
	for line := range strings.Lines(text) {
		trimmed := strings.TrimSpace(line)
		if trimmed != "" && trimmed[0] != '#' && trimmed != "---" && trimmed != "..." {
			count, longest = count+1, max(longest, len(line)-1)
		}
	}
	return count, longest
}

// addParams gives the params an order.
func (a *authors) addParams(params []param) {
	made := &place{below: map[string]*place{}}
	for _, p := range params {
		made.keys = append(made.keys, p.name)
		made.below[p.name] = &place{}
	}
	if a.entry.below == nil {
		a.entry.below = map[string]*place{}
	}
	a.entry.below["params"] = made
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

// readDocument reads the comments of what no entry has.
func (a *authors) readDocument(object tree.Node, r *noteReader) {
	if a.document.below == nil {
		a.document.below = map[string]*place{"apiVersion": {}, "metadata": {}, "spec": {}}
	}
	for _, f := range documentPlaces {
		if n := object.At(f.of...); n.Exists() {
			r.take(a.document.below[f.to], n.KeyPosition, n)
		}
	}
}

// noteReader gives the comments of a member to places: those of a line to the first place that asks for them.
type noteReader struct {
	general        func(text string) string // a text with a reference in place of the name of the cluster; nil of none
	member, author int
	left           map[int]comment.Around
}

func (r *noteReader) at(line int) (around comment.Around) {
	around = r.left[line]
	delete(r.left, line)
	return around
}

// take gives a place the comments of a field.
func (r *noteReader) take(p *place, keyPosition func() tree.Position, n tree.Node) {
	if len(r.left) == 0 {
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
	r.note(p, around)
}

// takeItem gives a place the comments of an item. What is behind the first field of a map is the field's.
func (r *noteReader) takeItem(p *place, n tree.Node) {
	if len(r.left) == 0 {
		return
	}
	line := n.Position().Line
	around := r.at(line)
	start, _ := n.Span()
	text := n.Source().FileText()
	if n.Kind() >= tree.List && start < len(text) && text[start] != '{' && text[start] != '[' {
		if around.Behind.Text != "" {
			r.left[line] = comment.Around{Behind: around.Behind}
		}
		around.Behind = comment.Comment{}
	}
	r.note(p, around)
}

func (r *noteReader) note(p *place, around comment.Around) {
	if len(around.Above)+len(around.Below) > 0 || around.Behind.Text != "" {
		p.notes = append(p.notes, &note{r.member, r.author, around})
	}
}

// moveInstructions gives the instructions that no place has to the first place behind them in the file, otherwise to
// the last one.
func (r *noteReader) moveInstructions(root *place, fields tree.Node) {
	places := map[int]*place{}
	root.lines(fields, places)
	known := slices.Sorted(maps.Keys(places))
	for _, line := range slices.Sorted(maps.Keys(r.left)) {
		left := r.left[line]
		above := slices.DeleteFunc(left.All(), func(c comment.Comment) bool { return !comment.IsInstruction(c.Text) })
		if at, _ := slices.BinarySearch(known, line); len(known) > 0 {
			r.note(places[known[min(at, len(known)-1)]], comment.Around{Above: above})
		}
	}
}

// lines finds the places of fields by their lines.
func (p *place) lines(n tree.Node, places map[int]*place) {
	for child := range n.Children() {
		if below := p.field(child.Key()); n.Kind() == tree.Map && below != nil {
			if line := child.KeyPosition().Line; line > 0 && places[line] == nil {
				places[line] = below
			}
			below.lines(child, places)
		}
	}
}
