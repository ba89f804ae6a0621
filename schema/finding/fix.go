package finding

import (
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Fix is a text in the place of a part of a line.
type Fix struct {
	// Line and Column are where the part begins, and EndColumn is behind its last character.
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndColumn int `json:"endColumn"`
	// Text is what to write.
	Text string `json:"text"`
}

// Fix returns the change of the file that writes the proposed value or key; false where that is not certain:
//
//  1. without a proposed value;
//  2. where the file does not have the value in one piece of one line, for example behind an anchor, or where only a
//     part of it is wrong;
//  3. for a key that was meant to be another field, and not misspelt: its value may mean something else there. Nor
//     for one that exists;
//  4. for a warning or note, when the change would change what is rendered.
func (f Finding) Fix() (Fix, bool) {
	spelling, text := "", ""
	isAt := func(p tree.Position) bool { return f.Line > 0 && p.Line == f.Line && p.Column == f.Column }
	switch {
	case isAt(f.node.Position()):
		spelling, text = f.node.Spelling(), f.newValue()
	case isAt(f.node.KeyPosition()):
		spelling, text = f.node.KeySpelling(), f.newKey()
	}
	if spelling == "" || text == "" || text == spelling {
		return Fix{}, false
	}
	return Fix{f.Line, f.Column, f.Column + utf8.RuneCountInString(spelling), text}, true
}

func (f Finding) newKey() string {
	current := f.Current != "" && (f.node.Key() == f.Current || f.node.WrittenKey() == f.Current)
	if !current || f.isRemark() || !strings.HasSuffix(f.Detail, fmt.Sprintf("did you mean %q?", f.Proposed)) {
		return ""
	}
	if fields := holder(f.node.Source().Root(), f.Path); !fields.Exists() || fields.Find(f.Proposed).Exists() { // twice
		return ""
	}
	return spell(f.Proposed, f.node.KeySpelling())
}

// holder returns the map that has the field at a path.
func holder(root tree.Node, path string) (found tree.Node) {
	root.Walk(func(at tree.Path, n tree.Node) bool {
		above := at.Written()
		isIt := func(field tree.Node) bool {
			return strings.TrimPrefix(above+tree.Step(field.WrittenKey()), ".") == path
		}
		if n.Kind() == tree.Map && each.Any(n.Children(), isIt) {
			found = n
		}
		return !found.Exists() && strings.HasPrefix(path, above)
	})
	return found
}

func (f Finding) newValue() string {
	current := f.Current != "" && (f.node.Text() == f.Current || f.node.Written() == f.Current)
	if !current || f.Proposed == "" || f.Code == codes.JoinedList { // whose items belong into the list around it
		return ""
	}
	text := f.Proposed
	as, _ := readScalar(text)
	if spelt := f.Code == codes.Type || f.Code == codes.YAML11 || isQuoted(text) && as.Exists(); !spelt {
		text = spell(text, f.node.Spelling())
	}
	after, _ := readScalar(text)
	if !after.Exists() || f.isRemark() && (after.Kind() != f.node.Kind() || after.Text() != f.node.Text()) {
		return ""
	}
	return text
}

// isRemark reports whether the finding is about a value that is rendered all the same, unless the run is strict.
func (f Finding) isRemark() bool {
	return f.Severity != SeverityError || strings.HasPrefix(string(f.Code), "FA5") ||
		strings.HasPrefix(string(f.Code), "FA9")
}

// spell returns how to write a string in the place of a scalar, with its quotes.
func spell(text, old string) string {
	plain, same := readScalar(text)
	switch {
	case isQuoted(old) && !strings.ContainsAny(text, `'"\`) && strconv.Quote(text) == `"`+text+`"`:
		return old[:1] + text + old[:1]
	case !isQuoted(old) && same && plain.Kind() == tree.String && plain.Text() == text:
		return text
	}
	return strconv.Quote(text)
}

func isQuoted(spelling string) bool {
	return spelling != "" && (spelling[0] == '"' || spelling[0] == '\'')
}

// readScalar also reports whether all readers read the same. A node that is no scalar gives an absent node.
func readScalar(text string) (n tree.Node, same bool) {
	trees, problems := tree.Parse("", []byte("["+text+"]\n"))
	if len(trees) != 1 || trees[0].Root().Len() != 1 {
		return tree.Node{}, false
	}
	n = trees[0].Root().First()
	if n.Spelling() != text {
		return tree.Node{}, false
	}
	return n, len(problems) == 0
}
