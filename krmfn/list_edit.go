package krmfn

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"sigs.k8s.io/kustomize/kyaml/yaml"
	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// entry is one of the resources of a kustomization.yaml.
type entry struct {
	path string // cleaned
	ours bool
	goes bool
}

// listEdit is what changes in a kustomization.yaml: whole lines of resources, and the value of the annotation. The text around them
// is its user's, with comments and order, and is not printed anew.
type listEdit struct {
	entries []entry
	add     []string // sorted
	owners  []string
}

// ours returns the entries of fluxapp that are in the list after the edit.
func (e listEdit) ours() []string {
	var all []string
	for _, one := range e.entries {
		if one.ours && !one.goes {
			all = append(all, one.path)
		}
	}
	return append(all, e.add...)
}

// from returns the value of the annotation; a list without an object of fluxapp keeps the old one, by which fluxapp knows it.
func (e listEdit) from(k Kustomization) string {
	if len(e.owners) == 0 {
		return k.From
	}
	return strings.Join(e.owners, ", ")
}

func (e listEdit) changes(k Kustomization) bool {
	return len(e.add) > 0 || e.from(k) != k.From || slices.ContainsFunc(e.entries, func(one entry) bool { return one.goes })
}

// apply returns the text after the edit, or what keeps it from being made.
func (e listEdit) apply(k Kustomization) (text []byte, problem string) {
	if !e.changes(k) {
		return k.text, ""
	}
	l, ok := readLines(string(k.text))
	if ok && e.from(k) != k.From {
		ok = l.setAnnotation(k.From, e.from(k))
	}
	if ok {
		ok = l.editResources(e)
	}
	if edited := l.text(); ok && e.isDone(k, edited) {
		return []byte(edited), ""
	}
	return k.text, "its entries cannot be changed one by one; write each entry of resources on a line of its own, beginning with - and a blank"
}

// isDone reads the edited text, and compares it with what it must say.
func (e listEdit) isDone(k Kustomization, edited string) bool {
	var want, got map[string]any
	if sigsyaml.Unmarshal(k.text, &want) != nil || sigsyaml.Unmarshal([]byte(edited), &got) != nil {
		return false
	}
	wantResources, gotResources := resourcesOf(want), resourcesOf(got)
	kept := wantResources[:0:0]
	for i, resource := range wantResources {
		if !e.entries[i].goes {
			kept = append(kept, resource)
		}
	}
	for _, file := range e.add {
		i := slices.Index(gotResources, any(file))
		if i < 0 {
			return false
		}
		gotResources = slices.Delete(slices.Clone(gotResources), i, i+1)
	}
	if metadata, ok := want["metadata"].(map[string]any); ok {
		if annotations, ok := metadata["annotations"].(map[string]any); ok {
			annotations[schema.AnnotationRenderedFrom] = e.from(k)
		}
	}
	same := slices.EqualFunc(kept, gotResources, func(a, b any) bool { return reflect.DeepEqual(a, b) }) // an entry may be a map
	return same && reflect.DeepEqual(want, got)
}

// resourcesOf takes the resources out of a kustomization.yaml.
func resourcesOf(kustomization map[string]any) []any {
	resources, _ := kustomization["resources"].([]any)
	delete(kustomization, "resources")
	return resources
}

// nothingOfTheUsers reports whether a kustomization.yaml holds nothing but what fluxapp writes into a new one, and no entry.
func nothingOfTheUsers(text []byte) bool {
	node, err := yaml.Parse(string(text))
	if err != nil || hasComment(node.Document()) {
		return false
	}
	var k map[string]any
	if sigsyaml.Unmarshal(text, &k) != nil || len(resourcesOf(k)) > 0 {
		return false
	}
	metadata, _ := k["metadata"].(map[string]any)
	annotations, _ := metadata["annotations"].(map[string]any)
	return holdsOnly(k, "apiVersion", "kind", "metadata") && holdsOnly(metadata, "name", "annotations") &&
		holdsOnly(annotations, append(clientAnnotations(), annotationLocal, schema.AnnotationRenderedFrom)...)
}

func holdsOnly(fields map[string]any, names ...string) bool {
	for name := range fields {
		if !slices.Contains(names, name) {
			return false
		}
	}
	return true
}

func hasComment(n *yaml.Node) bool {
	return n.HeadComment != "" || n.LineComment != "" || n.FootComment != "" || slices.ContainsFunc(n.Content, hasComment)
}

// lines is the text of a kustomization.yaml on its way.
type lines struct {
	all   []string // with their ends
	eol   string
	root  *yaml.RNode
	drop  map[int]bool
	after map[int][]string // new lines behind a line, which is -1 for the start
}

func readLines(text string) (*lines, bool) {
	l := &lines{all: strings.SplitAfter(text, "\n"), eol: "\n", drop: map[int]bool{}, after: map[int][]string{}}
	if strings.HasSuffix(l.all[0], "\r\n") {
		l.eol = "\r\n"
	}
	if last := len(l.all) - 1; l.all[last] == "" {
		l.all = l.all[:last]
	}
	var err error
	l.root, err = yaml.Parse(text)
	return l, err == nil
}

// text returns the lines after the edit.
func (l *lines) text() string {
	var b strings.Builder
	for _, line := range l.after[-1] {
		b.WriteString(line + l.eol)
	}
	for i, line := range l.all {
		if !l.drop[i] {
			b.WriteString(line)
		}
		if added := l.after[i]; len(added) > 0 {
			if !l.drop[i] && !strings.HasSuffix(line, "\n") {
				b.WriteString(l.eol)
			}
			b.WriteString(strings.Join(added, l.eol) + l.eol)
		}
	}
	return b.String()
}

// setAnnotation replaces the value of the annotation rendered-from where it stands.
func (l *lines) setAnnotation(old, new string) bool {
	value := lookup(l.root, "metadata", "annotations", schema.AnnotationRenderedFrom)
	if value == nil || value.Line < 1 || value.Line > len(l.all) {
		return false
	}
	line := l.all[value.Line-1]
	start := len(string([]rune(line)[:min(value.Column-1, len([]rune(line)))]))
	for _, quote := range []string{`"`, `'`, ""} {
		if rest, found := strings.CutPrefix(line[start:], quote+old+quote); found {
			l.all[value.Line-1] = line[:start] + l.quoted(new, quote) + rest
			return true
		}
	}
	return false
}

// quoted puts a value into the quotes that the old one has, or into those that it needs.
func (l *lines) quoted(value, quote string) string {
	switch {
	case quote != "":
		return quote + value + quote
	case metadataIsFlow(l.root):
		return `"` + value + `"` // a comma would end it
	}
	return strings.TrimPrefix(listEntry(value), "- ")
}

func metadataIsFlow(root *yaml.RNode) bool {
	for _, path := range [][]string{{}, {"metadata"}, {"metadata", "annotations"}} {
		if n := lookup(root, path...); n != nil && n.Style&yaml.FlowStyle != 0 {
			return true
		}
	}
	return false
}

// editResources plans the lines that go and those that come.
func (l *lines) editResources(e listEdit) bool {
	if len(e.add) == 0 && !slices.ContainsFunc(e.entries, func(one entry) bool { return one.goes }) {
		return true
	}
	resources := lookup(l.root, "resources")
	if resources == nil || resources.Kind != yaml.SequenceNode || len(resources.Content) == 0 {
		return l.fill(e.add)
	}
	if resources.Style&yaml.FlowStyle != 0 {
		return false
	}
	at := make([]int, len(resources.Content))
	for i, item := range resources.Content {
		at[i] = item.Line - 1
		if e.entries[i].goes {
			l.drop[at[i]] = true
		}
	}
	indent, _, _ := strings.Cut(l.all[at[0]], "-")
	for _, file := range e.add {
		behind := e.behind(file, at, l.all)
		l.after[behind] = append(l.after[behind], indent+listEntry(file))
	}
	if len(e.add) == 0 && !slices.ContainsFunc(e.entries, func(one entry) bool { return !one.goes }) {
		return l.empty()
	}
	return true
}

// behind returns the line behind which a new entry comes: in the order of fluxapp's own entries, or else behind all.
func (e listEdit) behind(file string, at []int, all []string) int {
	before, next := -1, -1
	for i, one := range e.entries {
		switch {
		case !one.ours:
		case one.path < file && (before < 0 || one.path > e.entries[before].path):
			before = i
		case one.path > file && next < 0:
			next = i
		}
	}
	switch {
	case before >= 0:
		return at[before]
	case next < 0:
		return at[len(at)-1]
	}
	line := at[next] - 1
	for line >= 0 && strings.HasPrefix(strings.TrimSpace(all[line]), "#") { // which belongs to that entry
		line--
	}
	return line
}

// emptyResources is a line of resources without an entry.
var emptyResources = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s*)(["']?resources["']?):[ \t]*(?:\[\s*\]|null|~)?[ \t]*(#.*?)?(\r?\n)?$`)
})

// fill adds the first entries.
func (l *lines) fill(add []string) bool {
	key := l.resourcesKey()
	if key < 0 {
		l.all = append(l.all, "resources:"+l.eol)
		if key = len(l.all) - 1; key > 0 && !strings.HasSuffix(l.all[key-1], "\n") {
			l.all[key-1] += l.eol
		}
	}
	found := emptyResources().FindStringSubmatch(l.all[key])
	if found == nil {
		return false
	}
	l.all[key] = strings.TrimRight(found[1]+found[2]+": "+found[3], " ") + l.eol
	for _, file := range add {
		l.after[key] = append(l.after[key], found[1]+listEntry(file))
	}
	return true
}

// empty says that no entry is left.
func (l *lines) empty() bool {
	key := l.resourcesKey()
	if key < 0 {
		return false
	}
	found := emptyResources().FindStringSubmatch(l.all[key])
	if found == nil {
		return false
	}
	l.all[key] = strings.TrimRight(found[1]+found[2]+": [] "+found[3], " ") + found[4]
	return true
}

// resourcesKey returns the line of the key resources; -1 when there is none.
func (l *lines) resourcesKey() int {
	root := lookup(l.root)
	for i := 0; root != nil && i+1 < len(root.Content); i += 2 {
		if root.Content[i].Value == "resources" {
			return root.Content[i].Line - 1
		}
	}
	return -1
}

// listEntry prints an entry, in quotes where YAML needs them.
func listEntry(file string) string {
	text, _ := sigsyaml.Marshal([]string{file}) // an error would leave the entry out, and isDone then refuses the edit
	return strings.TrimSuffix(string(text), "\n")
}
