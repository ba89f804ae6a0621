package adoption

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// given is an object of the repository, with what the generator knows of it.
type given struct {
	*read
	object *object // nil where nothing is known
	on     []string
	by     []*document
	// changed says that an object of its name is rendered, and another one: that is told once.
	changed bool
}

// want is what must become of the object.
func (g *given) want() want {
	switch {
	case !g.isWorkload():
		return other
	case g.object == nil:
		return either
	}
	return g.object.want
}

// isFor reports whether an object may be rendered for a cluster.
func (g *given) isFor(cluster string, anywhere bool) bool {
	return anywhere || g.object == nil || slices.Contains(g.object.clusters, cluster)
}

// documents are those that have the object, each once.
func (g *given) documents() (all []*document) {
	for _, d := range g.by {
		if !slices.Contains(all, d) {
			all = append(all, d)
		}
	}
	return all
}

// document is what adopt has written.
type document struct {
	*read
	whole string
}

// rendered is an object that the documents render.
type rendered struct {
	*read
	cluster string
	by      *document
}

// line is what adopt has printed of a place.
type line struct {
	file       string
	line       int
	isError    bool
	warns      bool
	stays      bool // it says that an object stays
	code, text string
	message    string // of the text, what is wrong
}

// complaint is what the judge finds wrong.
type complaint struct{ kind, text string }

// outcome is what came of a repository: files as texts, by their names.
type outcome struct {
	before, written, deployed map[string]string
	adopt, render             answer
}

// trial judges an outcome.
type trial struct {
	*repository
	outcome
	given      []*given
	documents  []*document
	rendered   []*rendered
	lists      []*read // of kustomize, that are rendered
	lines      []line
	complaints []complaint
}

func (t *trial) complain(kind, format string, args ...any) {
	t.complaints = append(t.complaints, complaint{kind, fmt.Sprintf(format, args...)})
}

// judge returns what is wrong with an outcome. It reads the files itself, with another reader than the command.
func judge(r *repository, o outcome) []complaint {
	t := &trial{repository: r, outcome: o}
	t.readGiven()
	t.readLines()
	t.readDocuments()
	t.readRendered()
	t.judgeRendered()
	t.judgeLists()
	t.judgeGiven()
	t.judgeDocuments()
	t.judgeRelease()
	t.judgeRun()
	t.judgeRemoval()
	t.judgeReaders()
	t.judgeCounts()
	t.judgeNext()
	t.judgeTold()
	t.judgeReasons()
	return t.complaints
}

func (t *trial) readGiven() {
	for _, name := range sorted(t.before) {
		if !isManifest(name) || strings.Contains(name, "/templates/") {
			continue
		}
		all, _ := readObjects(name, []byte(t.before[name]))
		for _, r := range all {
			g := &given{read: r}
			if f := t.repository.files[name]; f != nil && r.index < len(f.documents) {
				g.object = f.documents[r.index]
			}
			t.given = append(t.given, g)
		}
	}
}

// isManifest reports whether a file is one that commands for folders read: its parts are not hidden.
func isManifest(name string) bool {
	for part := range strings.SplitSeq(name, "/") {
		if strings.HasPrefix(part, ".") {
			return false
		}
	}
	return slices.Contains([]string{".yaml", ".yml", ".json"}, path.Ext(name))
}

var finding = regexp.MustCompile(`(?m)^(.+?):(\d+):(\d+): (info: |warning: )?(.*) \[(FA\d+)\]$`)

func (t *trial) readLines() {
	for _, m := range finding.FindAllStringSubmatch(t.adopt.stderr, -1) {
		n, _ := strconv.Atoi(m[2])
		t.lines = append(t.lines, line{file: m[1], line: n, isError: m[4] == "", warns: m[4] == "warning: ",
			code: m[6], text: m[0], message: m[5],
			stays: strings.Contains(m[5], " stays as it is: ")})
	}
}

func (t *trial) readDocuments() {
	for _, name := range sorted(t.written) {
		all, ok := readObjects(name, []byte(t.written[name]))
		if !ok || len(all) != 1 || all[0].kind() != "FluxApplication" || all[0].group() != "fluxapp.dev" {
			t.complain("written", "%s is no document:\n%s", name, t.written[name])
			continue
		}
		t.documents = append(t.documents, &document{read: all[0], whole: t.written[name]})
	}
}

// documentOf returns the document with a name, as the annotation of what it renders has it.
func (t *trial) documentOf(owner string) *document {
	for _, d := range t.documents {
		if strings.TrimPrefix(d.namespace()+"/"+d.name(), "/") == owner {
			return d
		}
	}
	return nil
}

func (t *trial) readRendered() {
	for _, name := range sorted(t.deployed) {
		all, ok := readRendered(name, []byte(t.deployed[name]))
		if !ok {
			t.complain("deployed", "%s is no YAML", name)
		}
		for _, r := range all {
			if r.group() == "kustomize.config.k8s.io" {
				t.lists = append(t.lists, r)
				continue
			}
			d := t.documentOf(textAt(r.tree, "metadata", "annotations", "fluxapp.dev/rendered-from"))
			if d == nil {
				t.complain("invented", "%s is of no document", name)
				continue
			}
			t.rendered = append(t.rendered, &rendered{read: r, by: d, cluster: clusterOf(name, d)})
		}
	}
}

// clusterOf returns the folder of the cluster of a rendered file: above or below the folder of its application. What is
// for no cluster is on the hub.
func clusterOf(name string, d *document) string {
	if dir := path.Dir(d.file); dir != "." {
		name = strings.TrimPrefix(name, dir+"/")
	}
	parts := strings.Split(name, "/")
	i := 1
	if textAt(d.tree, "spec", "topology") == "Standalone" {
		i = 0
	}
	if i >= len(parts)-1 {
		return "hub"
	}
	return parts[i]
}

// judgeRendered finds the file of each object that is rendered. One that has none is invented.
func (t *trial) judgeRendered() {
	seen := map[string]bool{}
	for _, r := range t.rendered {
		key := r.id()
		if !t.hub {
			key = r.cluster + " " + key
		}
		if seen[key] {
			t.complain("twice", "%s is rendered twice", key)
		}
		seen[key] = true
		t.judgeOrigin(r)
	}
}

// judgeOrigin finds the file that has a rendered object: all files that have it, word for word.
func (t *trial) judgeOrigin(r *rendered) {
	same, exact, nearest := false, false, (*given)(nil)
	for _, g := range t.given {
		if g.id() != r.id() {
			continue
		}
		same = true
		if !g.isFor(r.cluster, t.hub || !g.isWorkload() && g.object == nil) {
			continue
		}
		nearest = g
		if cmp.Equal(g.essence(), r.whole()) {
			exact = true
			g.on, g.by = append(g.on, r.cluster), append(g.by, r.by)
		}
	}
	switch {
	case exact:
	case !same:
		t.complain("invented", "%s on %s: no file has it", r.id(), r.cluster)
	case nearest == nil:
		t.complain("wrong cluster", "%s is rendered on %q", r.id(), r.cluster)
	default:
		nearest.changed = true
		t.complain("changed", "%s on %s is not that of %s:%d\n%s", r.id(), r.cluster, nearest.file, nearest.first,
			cmp.Diff(nearest.essence(), r.whole()))
	}
}

// judgeGiven finds out what became of each workload.
func (t *trial) judgeGiven() {
	for _, g := range t.given {
		if !g.isWorkload() || g.changed {
			continue
		}
		where := fmt.Sprintf("%s:%d %s %s/%s", g.file, g.first, g.kind(), g.namespace(), g.name())
		stays := t.stays(g)
		switch in := len(g.on) > 0; {
		case in && g.want() == must && len(stays) > 0 || in && g.object == nil && len(stays) > 0:
			t.complain("contradiction", "%s came in, and is told to stay: %s", where, stays[0].text)
		case in && g.want() == left:
			t.complain("trap passed", "%s came in on %v: %s", where, g.on, g.object.why)
		case in && !t.hub && g.object != nil && !g.isEverywhere():
			t.complain("lost", "%s came in on %v, and is on %v", where, g.on, g.object.clusters)
		case in:
		case g.want() == must && len(stays) > 0:
			t.complain("refused", "%s is sound: %s", where, stays[0].text)
		case len(stays) == 0:
			t.complain("silent", "%s is lost without a word", where)
		}
		t.judgeTwice(g, where, stays)
		if len(g.on) > 0 && g.object != nil && g.object.warned && !slices.ContainsFunc(t.lines, g.isWarned) {
			t.complain("no warning", "%s came in without a warning: %s", where, g.object.why)
		}
	}
}

// isWarned reports whether a line warns of an object, or of another one of its file: "this object and 2 other ones".
func (g *given) isWarned(l line) bool { return l.warns && l.file == g.file }

// stays returns the lines that say that an object stays. What is no YAML is an error of all that its file has.
func (t *trial) stays(g *given) (all []line) {
	for _, l := range t.lines {
		if l.file == g.file && l.line >= g.first && l.line <= g.last && (l.isError || l.stays) {
			all = append(all, l)
		}
	}
	if len(all) == 0 {
		ofFile := func(l line) bool { return l.file == g.file && strings.HasPrefix(l.code, "FA0") }
		if i := slices.IndexFunc(t.lines, ofFile); i >= 0 {
			return t.lines[i : i+1]
		}
	}
	return all
}

// judgeTwice complains of an object that has two reasons to stay. Each wrong field of an object has a line of its own.
func (t *trial) judgeTwice(g *given, where string, stays []line) {
	stays = slices.DeleteFunc(slices.Clone(stays), func(l line) bool { return !strings.HasPrefix(l.code, "FA7") })
	if len(stays) > 1 {
		t.complain("told twice", "%s: %s; and %s", where, stays[0].text, stays[1].text)
	}
}

// isEverywhere reports whether an object is on all of its clusters.
func (g *given) isEverywhere() bool {
	for _, c := range g.object.clusters {
		if g.object.needed(c) && !slices.Contains(g.on, c) {
			return false
		}
	}
	return true
}
