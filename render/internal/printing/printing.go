package printing

import (
	"cmp"
	"encoding/json"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// Write writes what changes on clusters, by their names, in the format of the request, which is text, markdown or json:
// the sum, then groups, by application, then what is removed, changed and added, then by kind and name. Clusters share
// the changes that are the same, and each change of one is of another object. The sum has the counts of what does not
// change. With Images, the changes are those of the images of the objects. The README.md of render/final describes the
// JSON. It returns the first error of the writer.
func Write(w io.Writer, clusters map[string][]*Change, sum blocks.Summary, r stream.Request) error {
	sum.Thing = "object"
	if r.Images {
		sum = blocks.Summary{Thing: "image", Unknown: sum.Unknown}
		clusters = imagesOf(clusters, &sum)
	}
	groups := groupsOf(clusters, &sum)
	title := "final " + sum.Thing + "s: " + sum.Sentence
	if r.Format == "json" {
		j := wording.NewJSON(w)
		j.Print(`{"summary":`, sum, ",\n\"groups\":[")
		for i, g := range groups {
			j.Print(wording.Separator(i), g)
		}
		j.Print("]\n}\n")
		return j.Flush()
	}
	all := each.Of(groups, (*group).block)
	if r.Format == "markdown" {
		const most = 40_000 // the changes of Flux objects have the rest of a comment
		_, err := io.WriteString(w, blocks.Markdown("### "+title+"\n\n"+sum.Markdown(), all, most))
		return err
	}
	t := wording.NewText(w, r.Color)
	t.Line(title)
	for _, b := range all {
		b.Print(t, false)
	}
	return t.Flush()
}

// group is the same change of objects on the same clusters: of one application, owner and action, with the same fields.
// Objects that are new or gone are of one kind. It is what the JSON has, which a test compares with README.md.
type group struct {
	Action   string         `json:"action"`
	Change                  // of one of the objects
	Objects  []Object       `json:"objects"`
	Clusters []string       `json:"clusters"`
	Fields   []blocks.Field `json:"fields,omitempty"` // without secrets

	kind, order string // the kind is empty when they have several, or an odd one
}

// The actions are what happens to an object, in the order in which people must see them.
const removed, changed, added = "removed", "changed", "added"

var actions = []string{removed, changed, added}

// groupsOf returns the changes in groups, each in exactly one, and counts them. The time is linear, except for sorting.
func groupsOf(clusters map[string][]*Change, counted *blocks.Summary) []*group {
	redact, known := &change.Redactor{}, map[*Change]*group{}
	alike, groups := map[string]*group{}, map[string]*group{}
	for name, changes := range clusters {
		name = wording.Visible(name)
		for _, c := range changes {
			if known[c] == nil {
				g := &group{Action: changed, Change: *c, Fields: shown(c, redact)}
				switch {
				case c.Before == nil:
					g.Action = added
				case c.After == nil:
					g.Action = removed
				}
				key := wording.Encoded([]any{c.Object.String(), g, c.Object})
				known[c] = cmp.Or(alike[key], g)
				alike[key] = known[c]
			}
			known[c].Clusters = append(known[c].Clusters, name)
			counted.Add(known[c].Action, c.Application, name, 1)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		g := alike[key]
		slices.Sort(g.Clusters)
		if key = wording.Encoded(g); g.Action != changed {
			key += g.Kind
		}
		groups[key] = cmp.Or(groups[key], g)
		groups[key].Objects = append(groups[key].Objects, g.Object)
	}
	for _, g := range groups {
		own := strings.NewReplacer(`\\`, `\\`, `\u0000`, wording.ShownFor(wording.OwnName, g.Clusters))
		_ = json.Unmarshal([]byte(own.Replace(wording.Encoded(g))), g) // which fails for a name that no cluster can have
		if g.kind = g.Objects[0].Kind; g.kind != g.Objects[len(g.Objects)-1].Kind || !plainKind.MatchString(g.kind) {
			g.kind = ""
		}
		g.order = wording.Encoded([]any{g.Application, slices.Index(actions, g.Action), cmp.Or(g.kind, "~"),
			g.Objects[0].String(), g})
	}
	blocks.Complete(counted, actions)
	return slices.SortedFunc(maps.Values(groups), func(a, b *group) int { return strings.Compare(a.order, b.order) })
}

var (
	// plainKind matches a kind that is no markup, no link and no name of somebody in any text.
	plainKind = regexp.MustCompile(`^(image|[A-Z][A-Za-z0-9]{0,62})$`)
	// variable matches the end of a path to the value of a variable, which is a secret if it is called like one.
	variable = regexp.MustCompile(`\[name=([^\]]*)\]\.value$`)
	// sum matches a checksum: it may tell of a secret, and would be another one on each cluster.
	sum = regexp.MustCompile(`"[0-9a-f]{32,}"`)
)

// shown returns the fields without secrets.
func shown(c *Change, redact *change.Redactor) []blocks.Field {
	return each.Of(c.Fields, func(f change.Field) blocks.Field {
		named := f
		named.Path = variable.ReplaceAllString(f.Path, ".$1")
		named.Secret = c.Kind == "Secret" && (strings.HasPrefix(f.Path, "data") || strings.HasPrefix(f.Path, "stringData"))
		before, after, _ := redact.Field(named)
		before, after = sum.ReplaceAllString(before, `"(hidden)"`), sum.ReplaceAllString(after, `"(hidden)"`)
		return blocks.Field{Path: f.Path, Before: json.RawMessage(before), After: json.RawMessage(after),
			Hidden: before != f.Before || after != f.After}
	})
}

func (g *group) block() blocks.Block {
	return blocks.Block{Action: g.Action, Open: g.Action == removed, Kind: cmp.Or(g.kind, "object"),
		Color: map[string]string{removed: wording.Red, added: wording.Green}[g.Action],
		Count: len(g.Objects) * len(g.Clusters), Clusters: g.Clusters,
		Application: wording.Visible(g.Application), Place: wording.Visible(g.Owner),
		Content: func() []string { return nil }, Notes: map[bool][]string{true: {"a hook of Helm"}}[g.Hook],
		Names: each.Of(g.Objects, func(o Object) string {
			return wording.Visible(strings.TrimPrefix(o.String(), g.kind+" "))
		}),
		Fields: each.Of(g.Fields, func(f blocks.Field) blocks.Field {
			f.Path = wording.Visible(f.Path)
			return f
		})}
}
