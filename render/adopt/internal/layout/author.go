package layout

import (
	"cmp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// author reads values with what their authors wrote beside them: the order of keys, and the comments, which the nodes
// of yaml.v3 have. A nil author reads no comments.
type author struct{ files map[string]*written }

// written has the notes of a file, by the places of keys and values.
type written struct{ keys, values map[place]note }

type place struct{ line, column int }

func placeOf(p tree.Position) place { return place{p.Line, p.Column} }

// value returns a value with its comments; absent where the node is.
func (a *author) value(n tree.Node) *value {
	if !n.Exists() {
		return nil
	}
	made := &value{kind: n.Kind(), key: n.Key(), note: a.note(n)}
	if made.kind < tree.List {
		made.scalar = n.Value()
	}
	children := slices.Collect(n.Children())
	if made.kind == tree.Map {
		inFileOrder(children)
	}
	made.below = each.Of(children, a.value)
	return made
}

// inFileOrder puts fields of one file in its order, and leaves others as they are.
func inFileOrder(fields []tree.Node) {
	isOther := func(n tree.Node) bool { return n.Source() == nil || n.Source() != fields[0].Source() }
	if slices.ContainsFunc(fields, isOther) {
		return
	}
	offset := func(n tree.Node) int { start, _ := n.KeySpan(); return start }
	slices.SortStableFunc(fields, func(x, y tree.Node) int { return cmp.Compare(offset(x), offset(y)) })
}

// note returns the comments about a field or an item. A setter comment is part of its scalar.
func (a *author) note(n tree.Node) note {
	file := a.file(n)
	if file == nil {
		return note{}
	}
	made := file.values[placeOf(n.Position())]
	if n.Key() != "" {
		of := file.keys[placeOf(n.KeyPosition())]
		behind := slices.DeleteFunc([]string{of.behind, made.behind}, func(line string) bool { return line == "" })
		made = note{above: slices.Concat(of.above, made.above), below: slices.Concat(made.below, of.below)}
		if len(behind) > 0 {
			made = note{behind: behind[0], above: made.above, below: slices.Concat(behind[1:], made.below)}
		}
	}
	isSetter := func(line string) bool { return strings.Contains(line, `{"$`) }
	made.above = slices.DeleteFunc(slices.Clone(made.above), isSetter)
	if isSetter(made.behind) {
		made.behind = ""
	}
	return made
}

// file returns the comments of the file that has a node; nil where it has none.
func (a *author) file(n tree.Node) *written {
	text := n.Source().FileText()
	if a == nil || !strings.Contains(text, "#") {
		return nil
	}
	if a.files == nil {
		a.files = map[string]*written{}
	}
	if a.files[text] == nil {
		read := &written{keys: map[place]note{}, values: map[place]note{}}
		lines := strings.ReplaceAll(text, "\r\n", "\n") // else yaml.v3 takes comments for those of the field above
		for decoder := yaml.NewDecoder(strings.NewReader(lines)); ; {
			var document yaml.Node
			if decoder.Decode(&document) != nil {
				break
			}
			read.add(&document)
		}
		a.files[text] = read
	}
	return a.files[text]
}

func (w *written) add(n *yaml.Node) {
	for i, child := range n.Content {
		in := w.values
		if n.Kind == yaml.MappingNode && i%2 == 0 {
			in = w.keys
		}
		own := note{above: split(child.HeadComment), behind: strings.Join(split(child.LineComment), " "),
			below: split(child.FootComment)}
		if n.Kind == yaml.DocumentNode {
			own = note{above: slices.Concat(split(n.HeadComment), own.above),
				below: slices.Concat(own.below, split(n.FootComment))}
		}
		if !own.isEmpty() {
			in[place{child.Line, child.Column}] = own
		}
		w.add(child)
	}
}

// split returns the lines of a comment that are not empty.
func split(comment string) []string {
	lines := each.In(strings.Lines(comment), strings.TrimSpace)
	return each.Only(lines, func(line string) bool { return line != "" })
}

// around returns the comments about an object as a whole: those at its top, and those about some of its fields.
func (a *author) around(object tree.Node, keys ...string) (lines []string) {
	found := note{}.and(a.note(object).lines()...)
	for _, key := range keys {
		if n := object.Get(key); n.Exists() {
			found = found.and(a.note(n).lines()...)
		}
	}
	return slices.DeleteFunc(found.above, forEditor().MatchString)
}

// around has the comments about objects as a whole. Comments of all members that have any are about the document.
type around struct {
	own    [][]string // of each member
	shared []string
}

func (a *author) aroundAll(all members) (made around) {
	having, count := 0, map[string]int{}
	for _, m := range all {
		lines := a.around(m.Object, "apiVersion", "kind", "metadata", "spec")
		if len(lines) > 0 {
			having++
		}
		for _, line := range lines {
			count[line]++
		}
		made.own = append(made.own, lines)
	}
	for i, lines := range made.own {
		for _, line := range lines {
			if count[line] == having && !slices.Contains(made.shared, line) {
				made.shared = append(made.shared, line)
			}
		}
		made.own[i] = slices.DeleteFunc(lines, func(line string) bool { return count[line] == having })
	}
	return made
}

// entry returns the fields of an entry, with the comments about its source as a whole at the source.
func (a *author) entry(m reached) *value {
	made := a.value(m.fields)
	if source := made.field("source"); source != nil {
		source.note = source.note.and(a.around(m.Source.Object, "apiVersion", "kind", "metadata")...)
	}
	return made
}
