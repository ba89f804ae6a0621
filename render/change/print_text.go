package change

import (
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// PrintOptions are how changes are printed. The zero value prints all groups without color.
type PrintOptions struct {
	// Limits are the findings of limits, printed first: those that hold, and a note on an acknowledged one.
	Limits finding.Findings
	// Full prints what a new object holds, the first of each group, into the text. The Markdown has it in any case.
	Full bool
	// Color colors the actions and the errors of the text, for a terminal.
	Color bool
	// Table is Markdown to put between the limits and the counts, for example a table of stages; empty for none.
	Table string
	// Final is what is printed of final objects, below the changes: text, Markdown or JSON as they are; empty for nothing.
	Final string
}

// WriteText writes the changes for people: a line with the sum, the limits, and the changes in groups, deletions first.
// A group is the same change of many objects: of one application, kind and action, with the same effect and fields. The
// name of the cluster may differ; it is printed as $(cluster.name). Long values are shortened to what differs, secrets
// are (hidden), and new or deleted objects are named only. Objects that are new on new clusters are one group for many
// applications, and objects that change only in the gates of waves are last. It returns the first error of the writer.
func WriteText(w io.Writer, c Changes, o PrintOptions) error {
	t := wording.NewText(w, o.Color)
	t.Line(summaryOf(c).Sentence)
	if len(o.Limits) > 0 {
		t.Line("")
	}
	red := map[finding.Severity]string{finding.SeverityError: wording.Red}
	for _, f := range o.Limits {
		t.Line(t.Colored(wording.Visible(f.String()), red[f.Severity]))
	}
	for _, g := range shownGroups(c) {
		g.block().Print(t, o.Full)
	}
	if o.Final != "" {
		t.Line("\n", strings.TrimSuffix(o.Final, "\n"))
	}
	return t.Flush()
}

// colors are red for what removes something that runs, and yellow for what stops or replaces something else.
var colors = map[Action]string{Deleted: wording.Red, Reinstalled: wording.Red, Orphaned: wording.Red,
	Renamed: wording.Yellow, Freed: wording.Yellow, Suspended: wording.Yellow, Resumed: wording.Yellow,
	Moved: wording.Yellow, Created: wording.Green}

func (g *group) block() blocks.Block {
	first, clusters := g.members[0], g.clusters()
	shown := func(text string) string { return wording.Visible(wording.ShownFor(text, clusters)) }
	b := blocks.Block{Action: string(g.action()), Color: colors[g.action()], Open: g.action().compare(Freed) <= 0,
		Kind: first.Object.Kind, Application: wording.Visible(first.Application), Count: len(g.members),
		Content: g.content}
	if applications := g.applications(); applications > 1 {
		b.Kind, b.Application = "object", names.Counted(applications, "application")
	}
	seen, hasOnePlace := map[string]bool{}, first.At.Line > 0 && len(g.texts) == 1
	for _, c := range g.members {
		if name := shown(wording.WithoutOwn(objectName(c), c.Cluster)); !seen[name] {
			seen[name], b.Names = true, append(b.Names, name)
		}
		cluster := wording.Visible(clusterName(c))
		if c.EarlierCluster != "" {
			cluster = wording.Visible(c.EarlierCluster) + " → " + cluster
		}
		if cluster != "" && (len(b.Clusters) == 0 || b.Clusters[len(b.Clusters)-1] != cluster) {
			b.Clusters = append(b.Clusters, cluster)
		}
		hasOnePlace = hasOnePlace && c.At == first.At // else it is of other entries, charts or sources
	}
	if hasOnePlace {
		b.Place = wording.Visible(fmt.Sprintf("%s:%d:%d", first.At.File, first.At.Line, first.At.Column))
	}
	if g.texts[0] != "" {
		b.Notes = append(b.Notes, shown(g.texts[0]))
	}
	if first.Bootstrap {
		b.Notes = append(b.Notes, "the administrator of the cluster applies this, and not Flux")
	}
	for i := 1; i < len(g.texts); i += 3 {
		b.Fields = append(b.Fields, blocks.Field{Path: shown(g.texts[i]), SetBy: wording.Visible(g.setBy(i / 3)),
			Before: json.RawMessage(wording.ShownFor(g.texts[i+1], clusters)),
			After:  json.RawMessage(wording.ShownFor(g.texts[i+2], clusters))})
	}
	return b
}

func objectName(c *Change) string {
	name := func(id render.ID) string { return strings.TrimPrefix(id.Namespace+"/"+id.Name, "/") }
	if c.Earlier != (render.ID{}) {
		return name(c.Earlier) + " → " + name(c.Object)
	}
	return name(c.Object)
}

// content returns the lines of a new object, the first of the group, without secrets; none for other groups.
func (g *group) content() []string {
	after := g.members[0].After
	if g.action() != Created || after == nil {
		return nil
	}
	shown, _ := g.redact.Redact("", after.Content())
	text := strings.TrimSuffix(string(tree.AppendYAML(nil, shown)), "\n")
	return each.In(strings.SplitSeq(text, "\n"), wording.Visible)
}

// setBy is what set a field: its place in the first member, the count of others, its layer, and the references in it.
func (g *group) setBy(field int) string {
	places := each.Once(g.members, func(c *Change) tree.Position { return c.Fields[field].Set.At })
	s := g.members[0].Fields[field].Set
	layer := layerOf(s)
	if s.At.Line == 0 {
		return layer
	}
	more := ""
	if len(places) > 1 {
		more = " and " + names.Counted(len(places)-1, "more place")
	}
	return fmt.Sprintf("%s:%d:%d%s, %s%s", s.At.File, s.At.Line, s.At.Column, more, layer, references(s.Value))
}

// layerOf returns the layer of a setting; empty where nobody knows what set the value.
func layerOf(s render.Setting) string {
	if s.Layer == "" && s != (render.Setting{}) {
		return "fluxapp"
	}
	return s.Layer
}

// reference matches a reference to something else than the name of the cluster, without its default.
var reference = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?:^|[^$])\$\(((?:cluster\.(?:labels|annotations|params)|app)[^ )"]*)`)
})

// references are those in a text: what they stand for may have changed elsewhere.
func references(value string) string {
	if !strings.HasPrefix(value, `"`) {
		return ""
	}
	var names []string
	for _, m := range reference().FindAllStringSubmatch(value, -1) {
		if name := "$(" + m[1] + ")"; !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return ", from " + strings.Join(names, " and ")
}

// maxMarkdown limits the characters of the Markdown: GitHub refuses comments over 65,536, and pipelines add a few.
const maxMarkdown = 65_000

// Each limit has at most so many characters; and how many limits there are.
const maxLimit, maxLimits = 1_000, 20

// WriteMarkdown writes the changes for a comment on a pull request: the sum, the limits, tables, and the groups of
// [WriteText]. Groups that neither delete nor replace anything are folded.
//
// It is never longer than GitHub takes. Without room, the last groups lose their fields first and are then left out;
// the last line counts them. Quoted values notify nobody, link to nothing and cannot change the page. It returns the
// first error of the writer.
func WriteMarkdown(w io.Writer, c Changes, o PrintOptions) error {
	s := summaryOf(c)
	head := "### " + s.Sentence + "\n\n" + limitsMarkdown(o.Limits) + o.Table + s.Markdown()
	all := each.Of(shownGroups(c), (*group).block)
	text := blocks.Markdown(head, all, maxMarkdown-utf8.RuneCountInString(o.Final))
	if o.Final != "" {
		text += "\n" + o.Final
	}
	_, err := io.WriteString(w, text)
	return err
}

func limitsMarkdown(limits finding.Findings) string {
	if len(limits) == 0 {
		return ""
	}
	var b strings.Builder
	if len(limits.Only(finding.SeverityError)) > 0 {
		b.WriteString("> [!CAUTION]\n> **This change is over a limit:**\n")
	} else {
		b.WriteString("> [!NOTE]\n")
	}
	for _, f := range limits[:min(len(limits), maxLimits)] {
		b.WriteString("> - " + blocks.Prose(wording.Capped(wording.Visible(f.String()), maxLimit)) + "\n")
	}
	if more := len(limits) - maxLimits; more > 0 {
		b.WriteString("> - … and " + names.Number(more) + " more\n")
	}
	return b.String() + "\n"
}

// CodeInTable returns a text as code for a cell of a table in Markdown: nothing in it is a link, notifies somebody or
// is markup. Characters that nobody sees are escaped, and a long text loses its end.
func CodeInTable(text string) string { return blocks.CodeInTable(text) }
