package engine

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"sort"
	"strings"
	"text/template"
	"unicode/utf8"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	helm "helm.sh/helm/v4/pkg/engine"
	release "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Chart is a chart that Helm has loaded, and that nobody changes any more. It is not safe for concurrent use.
type Chart struct {
	*chart.Chart
	run       *run                // the rendering of now
	functions template.FuncMap    // of the run
	read      map[string][]Object // of templates, by what they write
	hasMarks  bool                // a text that templates have seen has characters that are marks
	files     string              // the names of the files that templates may read, one on each line
	fields    map[string]bool     // that templates name
}

// NewChart returns a chart to render.
func NewChart(c *chart.Chart) *Chart {
	made := &Chart{Chart: c, run: &run{}, read: map[string][]Object{}, fields: map[string]bool{}}
	made.functions = made.run.functions()
	made.look(c)
	return made
}

// field matches a field of something in a template.
var field = regexp.MustCompile(`\.(\w+)`)

// look looks at the files of a chart and of its dependencies.
func (c *Chart) look(at *chart.Chart) {
	for _, f := range at.Templates {
		for _, m := range field.FindAllSubmatch(f.Data, -1) {
			c.fields[string(m[1])] = true
		}
	}
	for _, f := range at.Files {
		if c.fields["Files"] {
			c.files += f.Name + "\n"
		}
	}
	for _, f := range slices.Concat(at.Templates, at.Files) {
		c.hasMarks = c.hasMarks || utf8.Valid(f.Data) && bytes.ContainsFunc(f.Data, isMark)
	}
	for _, child := range at.Dependencies() {
		c.look(child)
	}
}

// Options are what Helm renders a chart with, besides its values.
type Options struct {
	Upgrade     bool     // the release is there already
	CRDs        bool     // the folder crds is applied
	SkipSchema  bool     // values.schema.json is not looked at
	KubeVersion string   // that of the cluster, such as 1.33.0; empty is Helm's own
	APIVersions []string // that the cluster has besides
}

// Class is what some releases have in common: objects with marks.
type Class struct {
	Marks
	Members []int    // the releases, as indices of what was rendered; the place of one is its number in Marks
	Objects []Object // of all members, with marks; classes of one chart share those that are the same
	Failure string   // why the chart cannot be rendered with these values; empty if it can
	Lookups int      // calls of lookup, which finds nothing without a cluster
}

// Object is an object that a chart makes.
type Object struct {
	Value  map[string]any // the object, as JSON has it; nobody changes it
	Hook   bool           // Helm runs it at a point of an installation or upgrade
	CRD    bool           // it is of the folder crds
	kind   string         // its apiVersion, kind and events: no mark is in them
	marked []string       // its texts and keys with marks
}

// NewObject returns an object of templates; its annotation says whether it is a hook.
func NewObject(value map[string]any) Object {
	events := hook(value)
	made := Object{Value: value, Hook: events != "", kind: fmt.Sprint(value["apiVersion"], value["kind"], events)}
	Contains(value, func(text string) bool {
		if strings.ContainsFunc(text, isMark) {
			made.marked = append(made.marked, text)
		}
		return false
	})
	return made
}

func hook(object map[string]any) string {
	return (&unstructured.Unstructured{Object: object}).GetAnnotations()[release.HookAnnotation]
}

// Failed returns the class of members that nobody can render.
func Failed(members int, err error) []*Class {
	class := &Class{Failure: fmt.Sprint(err)}
	for i := range members {
		class.Members = append(class.Members, i)
	}
	return []*Class{class}
}

// Render renders a chart for releases of one shape: maps with name, namespace and values that differ in the words of
// [Shape] only, which members have. Each member is in one class. Words that contain the own names of members, which may
// be empty, are marks also where all have them, so that what is read is the same for releases with other names.
func (c *Chart) Render(shape any, members [][]string, own []string, o Options) []*Class {
	c.hasMarks = c.hasMarks || Contains(shape, func(text string) bool { return strings.ContainsFunc(text, isMark) })
	return c.part(shape, members, own, Failed(len(members), nil)[0].Members, o)
}

func (c *Chart) part(shape any, members [][]string, own []string, part []int, o Options) (all []*Class) {
	class, r := &Class{Members: part}, c.run
	*r = run{Marks: &class.Marks, members: len(part), own: own[part[0]], known: map[string]any{}, fields: c.fields}
	const keys = "apiVersion kind metadata name namespace annotations items helm.sh/hook" // by which objects are read
	isOther := func(member int) bool { return own[member] != r.own }
	if c.hasMarks || strings.Contains(keys, r.own) || slices.ContainsFunc(part, isOther) {
		r.own = ""
	}
	words := each.Of(part, func(member int) []string { return members[member] })
	err := c.render(r, withWords(shape, r.texts(words, false)).(map[string]any), o, class)
	if err != nil {
		class.Failure, class.Objects = Fill(failure(err), r.Of(0)), nil
	} else if len(part) > 1 || r.own != "" {
		c.divide(class.Objects)
	}
	if r.parts == nil && (err == nil || r.own == "") {
		return []*Class{class}
	}
	if r.own != "" { // its marks are in the way
		return c.part(shape, members, make([]string, len(members)), part, o)
	}
	parts := map[string][]int{}
	for i, member := range part {
		parts[r.parts[i]] = append(parts[r.parts[i]], member)
	}
	for _, key := range slices.Sorted(maps.Keys(parts)) {
		all = append(all, c.part(shape, members, own, parts[key], o)...)
	}
	return all
}

// texts returns the words of all members, or marks for those that differ or that are made anew.
func (r *run) texts(words [][]string, random bool) []string {
	marked := slices.Clone(words[0])
	for at, first := range marked {
		texts, isSame := make([]string, len(words)), !random
		for i := range words {
			texts[i] = words[i][at]
			isSame = isSame && texts[i] == first
		}
		if isSame && (r.own == "" || !strings.Contains(first, r.own)) {
			continue
		}
		if mark, ok := r.add(texts, random); ok {
			marked[at] = mark
		} else if !isSame {
			r.alone()
		}
	}
	return marked
}

// render adds the objects of the crds folder, and of the templates in the order of their files.
func (c *Chart) render(r *run, in map[string]any, o Options, class *Class) error {
	capabilities, err := NewCapabilities(o.KubeVersion, o.APIVersions)
	if err != nil {
		return err
	}
	used, given := copied(c.Chart), in["values"].(map[string]any)
	if wanted, has := used.Metadata.KubeVersion, capabilities.KubeVersion.Version; wanted != "" &&
		!chartutil.IsCompatibleRange(wanted, has) {
		return fmt.Errorf("the chart needs Kubernetes %s; write --kube-version, which is %s now", wanted, has)
	}
	if err := chartutil.ProcessDependencies(used, maps.Clone(given)); err != nil {
		return err
	}
	own := common.ReleaseOptions{Name: in["name"].(string), Namespace: in["namespace"].(string), Revision: 1,
		IsInstall: !o.Upgrade, IsUpgrade: o.Upgrade}
	top, err := util.ToRenderValuesWithSchemaValidation(used, given, own, capabilities, true)
	if err != nil {
		return err
	}
	if !o.SkipSchema { // it would look at marks
		values := FillValue(top["Values"], r.Of(0)).(common.Values)
		if err := util.ValidateAgainstSchema(used, values); err != nil {
			return fmt.Errorf("the values do not suit values.schema.json: %w", err)
		}
	}
	written, err := helm.Engine{CustomTemplateFuncs: c.functions}.Render(used, top)
	if class.Lookups = r.lookups; err != nil {
		return err
	}
	for _, crd := range used.CRDObjects() {
		if o.CRDs {
			err = cmp.Or(err, c.add(class, crd.Filename, string(crd.File.Data), true))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(written)) {
		if err == nil && !strings.HasSuffix(name, "NOTES.txt") {
			err = c.add(class, name, written[name], false)
		}
	}
	return err
}

// copied returns a chart that Helm may change: it takes out dependencies that values disable, and renames others.
func copied(c *chart.Chart) *chart.Chart {
	made, metadata := *c, *c.Metadata
	made.Metadata = &metadata
	metadata.Dependencies = each.Of(metadata.Dependencies, func(d *chart.Dependency) *chart.Dependency {
		one := *d
		return &one
	})
	made.SetDependencies()
	for _, child := range c.Dependencies() {
		made.AddDependency(copied(child))
	}
	return &made
}

// events are those of hooks that Helm knows; it leaves out an object with another one.
var events = set(`pre-install post-install pre-delete post-delete pre-upgrade post-upgrade pre-rollback post-rollback
	test test-success`)

// add adds the objects of a text. Equal texts are read once.
func (c *Chart) add(class *Class, file, text string, isCRD bool) error {
	known, isKnown := c.read[text]
	if !isKnown {
		documents := releaseutil.SplitManifests(text)
		keys := slices.Collect(maps.Keys(documents))
		sort.Sort(releaseutil.BySplitManifestsOrder(keys))
		for _, key := range keys {
			var value map[string]any
			if err := yaml.Unmarshal([]byte(documents[key]), &value); err != nil {
				return fmt.Errorf("%s: what the template makes is no YAML: %w", file, err)
			}
			items, isList := value["items"].([]any)
			if kind, _ := value["kind"].(string); kind == "" && len(value) > 0 {
				return fmt.Errorf("%s: what the template makes has no kind", file)
			} else if !isList || !strings.HasSuffix(kind, "List") {
				items = []any{value}
			}
			for _, item := range items {
				one, _ := item.(map[string]any)
				isUnknown := slices.ContainsFunc(strings.Split(hook(one), ","), func(event string) bool {
					event = strings.ToLower(strings.TrimSpace(event))
					return event != "" && !events[event] && !strings.ContainsFunc(event, isMark)
				})
				if len(one) > 0 && !isUnknown {
					known = append(known, NewObject(one))
				}
			}
		}
		c.read[text] = known
	}
	for _, one := range known {
		one.CRD, one.Hook = isCRD, one.Hook && !isCRD
		class.Objects = append(class.Objects, one)
	}
	return nil
}

// divide divides members that cannot be in one class: each for which a text with marks is none when it is filled in, as
// what is printed without quotes may be a number; all by the kinds of objects, and by texts that are in the name of a
// file, which a template may read by it; and each where the chart or the values have such characters.
func (c *Chart) divide(objects []Object) {
	r, parts := c.run, make([]string, c.run.members)
	for member := range parts {
		texts := r.Of(member)
		isNoText := func(text string) bool {
			return !strings.ContainsAny(text, " \n") && !isString(Fill(text, texts)) &&
				slices.ContainsFunc(r.marksIn(text), func(mark int) bool { return !r.Random[mark] })
		}
		isOdd := func(o Object) bool { return slices.ContainsFunc(o.marked, isNoText) }
		if c.hasMarks || slices.ContainsFunc(objects, isOdd) {
			parts[member] = fmt.Sprint(member)
			continue
		}
		for _, text := range texts {
			if strings.Contains(c.files, text) {
				parts[member] += text + " "
			}
		}
		for _, o := range objects {
			if r.has(o.kind) {
				parts[member] += Fill(o.kind, texts) + "\n"
			}
		}
	}
	if slices.ContainsFunc(parts, func(part string) bool { return part != parts[0] }) || r.own != "" && parts[0] != "" {
		r.parts = parts
	}
}

var (
	// location matches a place in a template, as Helm tells it: of templates that include others the last one counts.
	location = regexp.MustCompile(`([^\s()]+\.(?:ya?ml|tpl|txt|json)):(\d+)`)
	// unordered matches names that the validation of a schema tells in any order.
	unordered = regexp.MustCompile(`'[^']*'(, '[^']*')+`)
)

// failure says why a chart is not rendered, with the file and line of the template.
func failure(err error) string {
	text, lines := err.Error(), strings.Split(strings.TrimSpace(err.Error()), "\n")
	if places := location.FindAllStringSubmatch(text, -1); len(places) > 0 {
		last := places[len(places)-1]
		_, message, _ := strings.Cut(lines[len(lines)-1], "): ")
		if message == "" {
			message = strings.TrimSpace(lines[len(lines)-1])
		}
		return last[1] + ":" + last[2] + ": " + message
	}
	return unordered.ReplaceAllStringFunc(strings.Join(lines, " "), func(list string) string {
		names := strings.Split(list, ", ")
		slices.Sort(names)
		return strings.Join(names, ", ")
	})
}

// NewCapabilities returns what templates see of a cluster; an empty version is Helm's own. Its error is about that.
func NewCapabilities(kubeVersion string, apiVersions []string) (*common.Capabilities, error) {
	made := *common.DefaultCapabilities
	if kubeVersion != "" {
		version, err := common.ParseKubeVersion(kubeVersion)
		if err != nil {
			return nil, fmt.Errorf("%q is no version of Kubernetes; write for example 1.33.0", kubeVersion)
		}
		made.KubeVersion = *version
	}
	made.APIVersions = slices.Concat(made.APIVersions, apiVersions)
	return &made, nil
}
