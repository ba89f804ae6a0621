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
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
)

// The actions are what happens to an object, in the order in which people must see them.
const Removed, Changed, Added = "removed", "changed", "added"

var actions = []string{Removed, Changed, Added}

// On is what differs on a cluster. The changes are of different objects; clusters share those that are the same.
type On struct {
	Cluster string // its name, or hub; no other On has it
	Changes []*Change
	// Anew counts the objects that are the same but for what is made anew at each render, Unchanged the others that are.
	Unchanged, Anew int
	// Unknown counts the Flux objects of which one side is not known; they have no changes.
	Unknown int
}

// Change is what happens to an object. Its texts may have wording.OwnName in the place of the name of the cluster.
type Change struct {
	Action      string `json:"action"`
	Application string `json:"application"`     // the namespace/name of the document
	Owner       string `json:"owner,omitempty"` // what makes the object, such as HelmRelease apps/loki
	Hook        bool   `json:"hook,omitempty"`  // Helm runs the object as a hook
	Object      `json:"-"`
	Fields      []Field `json:"-"` // of a changed object, see [Compare]

	Before, After map[string]any `json:"-"` // the object; nil on a side that does not have it
}

// Object tells objects apart.
type Object struct {
	APIVersion string `json:"apiVersion,omitempty"`
	Kind       string `json:"kind"`
	Namespace  string `json:"namespace,omitempty"`
	Name       string `json:"name"`
}

// String returns the kind and the namespace/name, or the kind and the name.
func (o Object) String() string {
	return o.Kind + " " + strings.TrimPrefix(o.Namespace+"/"+o.Name, "/")
}

// Field is a field that differs. A side that does not have it is empty.
type Field struct {
	Path   string          `json:"path"`
	Before json.RawMessage `json:"before,omitempty"`
	After  json.RawMessage `json:"after,omitempty"`
	Hidden bool            `json:"hidden,omitempty"` // a value has (hidden) in the place of a secret
}

// Write writes what changes in the format of the request, which is text, markdown or json: the sum, then groups, by
// application, then what is removed, changed and added, then by kind and name. With Images, these are the images of
// changed objects. The README.md of render/final describes the JSON. It returns the first error of the writer.
func Write(w io.Writer, all []On, r stream.Request) error {
	sum := blocks.Summary{Thing: "object"}
	if r.Images {
		all, sum.Thing = imagesOf(all), "image"
	}
	groups, found := groupsOf(all, &sum), []blocks.Block(nil)
	for _, g := range groups {
		found = append(found, g.block())
	}
	title := "final " + sum.Thing + "s: " + sum.Sentence
	switch r.Format {
	case "json":
		j := wording.NewJSON(w)
		j.Print(`{"summary":`, sum, ",\n\"groups\":[")
		for i, g := range groups {
			j.Print(wording.Separator(i), g)
		}
		j.Print("]\n}\n")
		return j.Flush()
	case "markdown":
		const most = 40_000 // the changes of Flux objects have the rest of a comment
		_, err := io.WriteString(w, blocks.Markdown("### "+title+"\n\n"+sum.Markdown(), found, most))
		return err
	}
	t := wording.NewText(w, r.Color)
	t.Line(title)
	for _, b := range found {
		b.Print(t, false)
	}
	return t.Flush()
}

// group is the same change of objects on the same clusters: of one application, owner and action, with the same fields.
// Objects that are new or gone are of one kind. It is what the JSON has, which a test compares with README.md.
type group struct {
	Change            // of one of the objects
	Objects  []Object `json:"objects"`
	Clusters []string `json:"clusters"`
	Fields   []Field  `json:"fields,omitempty"` // without secrets

	kind, order string // the kind is empty when they have several, or an odd one
}

// groupsOf returns the changes in groups, each in exactly one, and counts them. The time is linear but for sorting.
func groupsOf(all []On, counted *blocks.Summary) []*group {
	redact, known := &change.Redactor{}, map[*Change]*group{}
	alike, groups := map[string]*group{}, map[string]*group{}
	for _, on := range all {
		counted.Unchanged, counted.Anew = counted.Unchanged+on.Unchanged, counted.Anew+on.Anew
		counted.Unknown += on.Unknown
		for _, c := range on.Changes {
			if known[c] == nil {
				g := &group{Change: *c, Fields: shown(c, redact)}
				key := string(jsonOf([]any{c.Object.String(), g, c.Object}))
				known[c] = cmp.Or(alike[key], g)
				alike[key] = known[c]
			}
			known[c].Clusters = append(known[c].Clusters, wording.Visible(on.Cluster))
		}
	}
	for _, key := range slices.Sorted(maps.Keys(alike)) {
		g := alike[key]
		slices.Sort(g.Clusters)
		if key = string(jsonOf(g)); g.Action != Changed {
			key += g.Kind
		}
		groups[key] = cmp.Or(groups[key], g)
		groups[key].Objects = append(groups[key].Objects, g.Object)
	}
	for _, g := range groups {
		for _, cluster := range g.Clusters {
			counted.Add(g.Action, g.Application, cluster, len(g.Objects))
		}
		own := strings.NewReplacer(`\\`, `\\`, `\u0000`, wording.ShownFor(wording.OwnName, g.Clusters))
		_ = json.Unmarshal([]byte(own.Replace(string(jsonOf(g)))), g) // which fails for a name that no cluster can have
		if g.kind = g.Objects[0].Kind; g.kind != g.Objects[len(g.Objects)-1].Kind || !plainKind.MatchString(g.kind) {
			g.kind = ""
		}
		g.order = string(jsonOf([]any{g.Application, slices.Index(actions, g.Action), cmp.Or(g.kind, "~"),
			g.Objects[0].String(), g}))
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
func shown(c *Change, redact *change.Redactor) (fields []Field) {
	for _, f := range c.Fields {
		isData := c.Kind == "Secret" && (strings.HasPrefix(f.Path, "data") || strings.HasPrefix(f.Path, "stringData"))
		before, after, _ := redact.Field(change.Field{Path: variable.ReplaceAllString(f.Path, ".$1"),
			Before: string(f.Before), After: string(f.After), Secret: isData})
		before, after = sum.ReplaceAllString(before, `"(hidden)"`), sum.ReplaceAllString(after, `"(hidden)"`)
		hidden := before != string(f.Before) || after != string(f.After)
		fields = append(fields, Field{f.Path, json.RawMessage(before), json.RawMessage(after), hidden})
	}
	return fields
}

func (g *group) block() blocks.Block {
	b := blocks.Block{Action: g.Action, Open: g.Action == Removed, Kind: cmp.Or(g.kind, "object"),
		Color: map[string]string{Removed: wording.Red, Added: wording.Green}[g.Action],
		Count: len(g.Objects) * len(g.Clusters), Clusters: g.Clusters,
		Application: wording.Visible(g.Application), Place: wording.Visible(g.Owner),
		Content: func() []string { return nil }, Notes: map[bool][]string{true: {"a hook of Helm"}}[g.Hook]}
	for _, o := range g.Objects {
		b.Names = append(b.Names, wording.Visible(strings.TrimPrefix(o.String(), g.kind+" ")))
	}
	for _, f := range g.Fields {
		shown := blocks.Field{Path: wording.Visible(f.Path), Before: string(f.Before), After: string(f.After)}
		b.Fields = append(b.Fields, shown)
	}
	return b
}
