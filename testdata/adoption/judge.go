package adoption

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/google/go-cmp/cmp"
)

// outcome is what came of a repository: files as texts, by their names.
type outcome struct {
	before, after, again map[string]string // again is behind after: what rendering has left
	adopt, render        answer
	all                  bool // the objects of one cluster come in too
}

// given is an object before and after.
type given struct {
	*read
	now    *read // nil where it is lost
	object *object
}

// isIn reports whether the object came in.
func (g *given) isIn() bool { return g.now != nil && g.from() == "" && g.now.from() != "" }

// complaint is what the judge finds wrong.
type complaint struct{ kind, text string }

// trial judges an outcome.
type trial struct {
	*repository
	outcome
	given      []*given
	documents  map[string]*read // by namespace and name
	complaints []complaint
}

func (t *trial) complain(kind, format string, args ...any) {
	t.complaints = append(t.complaints, complaint{kind, fmt.Sprintf(format, args...)})
}

// judge returns what is wrong with an outcome. It reads the files itself, with another reader than the command.
func judge(r *repository, o outcome) []complaint {
	t := &trial{repository: r, outcome: o, documents: map[string]*read{}}
	t.readDocuments()
	t.judgeFiles()
	t.judgeRun()
	if r.wrong == "" && o.adopt.code == 0 {
		t.judgeFates()
		t.judgeTold()
		t.judgeDocuments()
	}
	return t.complaints
}

// isDocument reports whether a file is one that adopt writes.
func isDocument(name string) bool { return strings.HasPrefix(name, "documents/") }

func (t *trial) readDocuments() {
	for _, name := range sorted(t.after) {
		if !isDocument(name) {
			continue
		}
		all, ok := readObjects(name, t.after[name])
		if !ok || len(all) != 1 || all[0].kind() != "FluxApplication" {
			t.complain("document", "%s is none:\n%s", name, t.after[name])
			continue
		}
		t.documents[all[0].name()] = all[0]
	}
}

// judgeFiles compares the files before and after: what is there is there, and only lines that adopt may change differ.
func (t *trial) judgeFiles() {
	for _, name := range sorted(t.after) {
		if _, was := t.before[name]; !was && !isDocument(name) {
			t.complain("file", "%s is new", name)
		}
	}
	for _, name := range sorted(t.before) {
		now, is := t.after[name]
		if !is {
			t.complain("file", "%s is gone", name)
		}
		if line := otherLine(t.before[name], now); line != "" {
			t.complain("line", "%s has another line: %q", name, line)
		}
		t.compare(name, now)
	}
	for _, name := range sorted(t.again) {
		if t.again[name] != t.after[name] || len(t.again) != len(t.after) {
			t.complain("again", "rendering writes %s: %s", name, cmp.Diff(t.after[name], t.again[name]))
			break
		}
	}
}

var (
	addedLine = regexp.MustCompile(`^\s*(annotations:|fluxapp\.dev/rendered-from: ["']?[a-z0-9./-]+["']?)\r?\n?$`)
	inFlow    = regexp.MustCompile(`(, )?annotations: \{fluxapp\.dev/rendered-from: [^,}]*\}(, )?|` +
		`(, )?fluxapp\.dev/rendered-from: [^,}]*(, )?`)
	versionLine = regexp.MustCompile(`^["']?apiVersion["']?: `)
)

// otherLine returns the first line that differs, except an annotation more and a newer API version; empty where none
// does.
func otherLine(before, after string) string {
	old := strings.SplitAfter(before, "\n")
	for line := range strings.Lines(after) {
		if len(old) > 0 && line != old[0] && strings.TrimSpace(old[0]) == "annotations: {}" {
			old = old[1:]
		}
		switch {
		case len(old) > 0 && line == old[0],
			len(old) > 0 && versionLine.MatchString(line) && versionLine.MatchString(old[0]),
			len(old) > 0 && inFlow.MatchString(line) && inFlow.ReplaceAllString(line, "") == inFlow.ReplaceAllString(old[0], ""):
			old = old[1:]
		case addedLine.MatchString(line):
		default:
			return line
		}
	}
	return strings.Join(old, "")
}

// compare compares the objects of a file, of the same places.
func (t *trial) compare(name, text string) {
	if !isManifest(name) {
		return
	}
	before, _ := readObjects(name, t.before[name])
	after, _ := readObjects(name, text)
	if len(before) != len(after) {
		t.complain("objects", "%s had %d objects and has %d", name, len(before), len(after))
	}
	for i, r := range before {
		g := &given{read: r}
		if i < len(after) {
			g.now = after[i]
			t.compareObjects(g)
		}
		if f := t.files[name]; f != nil && i < len(f.documents) {
			g.object = f.documents[i]
		}
		t.given = append(t.given, g)
	}
}

// versions are the API versions of what comes in, by group: first the one that is rendered.
var versions = map[string][]string{
	"helm.toolkit.fluxcd.io":      {"v2", "v2beta2", "v2beta1"},
	"kustomize.toolkit.fluxcd.io": {"v1", "v1beta2", "v1beta1"},
	"source.toolkit.fluxcd.io":    {"v1", "v1beta2", "v1beta1"},
}

// compareObjects compares an object before and after. One that came in has the annotation, and its current API version.
func (t *trial) compareObjects(g *given) {
	want := maps.Clone(g.tree)
	if g.isIn() {
		known := versions[g.group()]
		if t.documents[g.now.from()] == nil || len(known) == 0 || !g.isWorkload() && known[1] == "v2beta2" {
			t.complain("annotation", "%s is of %q, which renders no such thing", g, g.now.from())
			return
		}
		want["apiVersion"] = "!!str " + g.group() + "/" + known[0]
		metadata, _ := g.at("metadata").(map[string]any)
		want["metadata"] = with(metadata, "annotations", with(g.at("metadata", "annotations"), renderedFrom,
			"!!str "+g.now.from()))
	}
	if !cmp.Equal(want, g.now.tree) {
		t.complain("changed", "%s: %s", g, cmp.Diff(want, g.now.tree))
	}
}

// with returns a map with one more key.
func with(of any, key string, value any) map[string]any {
	all, _ := of.(map[string]any)
	if all = maps.Clone(all); all == nil {
		all = map[string]any{}
	}
	all[key] = value
	return all
}

// judgeRun looks at how the commands ended.
func (t *trial) judgeRun() {
	wrong := finding.FindAllStringSubmatch(t.adopt.stderr, -1)
	switch {
	case (t.wrong != "") != (t.adopt.code == 1) || t.adopt.code > 1:
		t.complain("exit code", "adopt ended with %d:\n%s", t.adopt.code, t.adopt.stderr)
	case t.wrong != "" && !slices.ContainsFunc(wrong, func(m []string) bool { return m[1] == t.wrong }):
		t.complain("error", "adopt does not tell %s:\n%s", t.wrong, t.adopt.stderr)
	case t.adopt.stdout != "":
		t.complain("stdout", "adopt printed: %s", t.adopt.stdout)
	case t.render.code != 0:
		t.complain("render", "render ended with %d:\n%s", t.render.code, t.render.stderr)
	}
}

// finding is an error with its code.
var finding = regexp.MustCompile(`(?m)^[^ ]+:\d+:\d+: (?:[^iw]|i[^n]|w[^a]).* \[(FA\d+)\]$`)

// judgeFates looks at what came in, and what stayed.
func (t *trial) judgeFates() {
	several := t.several()
	for _, g := range t.given {
		if g.object == nil || !g.isWorkload() {
			continue
		}
		isSeveral := t.all || len(several[g.object.key()]) > 1
		mayBe := func(other *given) bool {
			return other.object != nil && other.object.fate == open && other.object.key() == g.object.key()
		}
		switch fate := g.object.fate; {
		case fate == sound && isSeveral && !g.isIn():
			t.complain("refused", "%s is sound: %s", g, t.adopt.stderr)
		case fate == sound && !isSeveral && g.isIn() && !slices.ContainsFunc(t.given, mayBe):
			t.complain("single", "%s is of one cluster, and came in", g)
		case fate == stays && g.isIn():
			t.complain("trap passed", "%s came in: %s", g, g.object.why)
		}
	}
}

// leftLine is a line that counts what stays for a reason, with an example.
var leftLine = regexp.MustCompile(`(?m)^left as it is: ([\d,]+) objects? (.*); for example (\w+) (\S+) at (.+):(\d+)` +
	`(?: \[FA\d+\])?$`)

// judgeTold compares what is told of what stays with what stayed: each object for its reason.
func (t *trial) judgeTold() {
	several, may, left, told := t.several(), 0, map[reason]int{}, map[reason]int{}
	for _, g := range t.given {
		switch {
		case g.isIn() || !g.isWorkload():
		case g.object == nil || g.object.fate == open:
			may++
		case g.object.fate == sound && len(several[g.object.key()]) < 2:
			left[single]++
		default:
			left[g.object.why]++
		}
	}
	for _, m := range leftLine.FindAllStringSubmatch(t.adopt.stderr, -1) {
		n, _ := strconv.Atoi(strings.ReplaceAll(m[1], ",", ""))
		example := fmt.Sprintf("%s:%s %s %s", m[5], m[6], m[3], m[4])
		i := slices.IndexFunc(t.given, func(g *given) bool { return g.String() == example })
		if i < 0 || t.given[i].isIn() {
			t.complain("example", "nothing of this stayed: %s", m[0])
			continue
		}
		told[t.reasonOf(m[2], left)] += n
	}
	for _, why := range sorted(left) {
		if n := told[why]; n < left[why] || n > left[why]+may {
			t.complain("count", "%d stay because of %q, or %d more, and %d are told: %s", left[why], why, may, n,
				t.adopt.stderr)
		}
	}
	if told["?"] > may {
		t.complain("count", "%d stay for reasons that nothing has, and %d may: %s", told["?"], may, t.adopt.stderr)
	}
}

// reasonOf returns the reason that a text tells; ? where nothing of the repository stays for it.
func (t *trial) reasonOf(text string, left map[reason]int) reason {
	for _, why := range sorted(left) {
		if why != refused && regexp.MustCompile(string(why)).MatchString(text) {
			return why
		}
	}
	if left[refused] > 0 {
		return refused
	}
	return "?"
}

// judgeDocuments looks at the documents themselves: each renders something, and is not much longer than that.
func (t *trial) judgeDocuments() {
	for _, name := range sorted(t.documents) {
		document, before := t.after[t.documents[name].file], 0
		for _, g := range t.given {
			if g.isIn() && g.now.from() == name && g.object != nil {
				before += strings.Count(g.object.text, "\n") + 1 // a line for its file
				t.judgeComments(g, document)
			}
		}
		clusters, _ := t.documents[name].at("spec", "clusters").([]any)
		for _, c := range clusters {
			if cluster := (&read{tree: c.(map[string]any)}).textAt("name"); !slices.Contains(t.clusters, cluster) && !t.all {
				t.complain("cluster", "%s names the cluster %s", name, cluster)
			}
		}
		if lines := strings.Count(document, "\n"); before == 0 || lines > 3*before {
			t.complain("document", "%s has %d lines, and its objects have %d:\n%s", name, lines, before, document)
		}
	}
}

var (
	above  = regexp.MustCompile(`(?m)^\s*(?:- )?(# renovate: .*)\n\s*(?:- )?([\w.-]+):`)
	behind = regexp.MustCompile(`(?m)^\s*(?:- )?([\w.-]+): \S.* (# (?:x-release-please-version|\{"\$imagepolicy".*))$`)
)

// judgeComments looks for the instructions to other programs: each must be at the same key.
func (t *trial) judgeComments(g *given, document string) {
	look := func(all *regexp.Regexp, pattern string, comment, key int) {
		for _, m := range all.FindAllStringSubmatch(g.object.text, -1) {
			found := fmt.Sprintf(`(?m)`+pattern, regexp.QuoteMeta(m[1]), regexp.QuoteMeta(m[2]))
			if !regexp.MustCompile(found).MatchString(document) {
				t.complain("comment", "%s: %s of %s is not in its document", g, m[comment], m[key])
			}
		}
	}
	look(above, `%s\n[^\n]*\b%s:`, 1, 2)
	look(behind, `\b%s: .* %s$`, 2, 1)
}
