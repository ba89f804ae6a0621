package explained

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/terminal"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Query is what to explain of a run.
type Query struct {
	Documents   schema.Documents
	Options     render.Options
	Result      render.Result
	Application string // the namespace/name of an application, or a name
	Cluster     string // a cluster, or a label selector, whose objects are explained; empty for all
	// Matches tells whether Cluster, a label selector, selects a cluster; nil where it is none. The parser of selectors is
	// larger than all that explains, and the page does without it.
	Matches func(*schema.Member) bool
	Against string          // a cluster to compare with; empty for none
	Fields  []FieldPath     // the fields of a table; without them all fields of each object are explained
	JSON    bool            // true for lines of JSON in the place of text
	Colors  terminal.Colors // those of the text
}

// Write prints the answer. It refuses a query that no object or field answers. Errors of out are left to its Flush.
func (q Query) Write(out *bufio.Writer) error {
	objects, err := q.Objects(q.Cluster)
	if err != nil {
		return err
	}
	switch {
	case q.Against != "":
		others, err := q.Objects(q.Against)
		if err != nil {
			return err
		}
		q.writeDifferences(out, objects, others)
	case len(q.Fields) > 0:
		return q.writeFields(out, objects)
	default:
		q.writeObjects(out, append(objects, q.delivering()...))
	}
	return nil
}

// IsSelector reports whether a text is a label selector, and not the name of a cluster.
func IsSelector(text string) bool { return strings.ContainsAny(text, "=!(, ") }

// on returns what decides whether an object is for a cluster, or for one that a label selector selects.
func (q Query) on(cluster string) func(render.Object) bool {
	if q.Matches == nil {
		return func(o render.Object) bool { return cluster == "" || cluster == cmp.Or(o.Cluster(), kinds.Hub) }
	}
	apps := map[string]render.Application{}
	for _, app := range q.Result.Applications() {
		apps[app.Name()] = app
	}
	return func(o render.Object) bool {
		return !o.Shared() && q.Matches(apps[o.Application()].Cluster(o.Cluster()))
	}
}

// Objects returns the application's objects for a cluster or a label selector; empty means all. None is an error.
func (q Query) Objects(cluster string) (objects []render.Object, err error) {
	only, clusters := q.only(), []string(nil)
	isOn := q.on(cluster)
	for _, o := range q.Result.Objects {
		if !only.Selects(o.Document()) {
			continue
		}
		if clusters = append(clusters, cmp.Or(o.Cluster(), kinds.Hub)); isOn(o) {
			objects = append(objects, o)
		}
	}
	switch {
	case len(objects) > 0:
		return objects, nil
	case len(clusters) > 0 && q.Matches != nil:
		return nil, fmt.Errorf("the application %s has no object on a cluster of %s", q.Application, cluster)
	case len(clusters) > 0:
		slices.Sort(clusters)
		return nil, fmt.Errorf("the application %s has no object on cluster %s; %s", q.Application, cluster,
			terminal.Instead(cluster, slices.Compact(clusters)))
	}
	return nil, q.noSuchApplication()
}

func (q Query) only() render.Options {
	return render.Options{Applications: []string{q.Application}, Namespace: q.Options.Namespace}
}

// delivering returns the Kustomizations with which delivery applies the application in an order.
func (q Query) delivering() (all []render.Object) {
	only := q.only()
	isOn := q.on(q.Cluster)
	for _, o := range q.Result.Delivery {
		folder, _ := o.Delivers()
		if kinds.IsOrdered(folder) && only.Selects(o.Document()) && isOn(o) {
			all = append(all, o)
		}
	}
	return all
}

// NoSuchApplication is the error about an application that no document has. It is nil while it may be in a document
// that cannot be read, and where there is no application at all.
func (q Query) NoSuchApplication() error {
	isApplication := func(d *schema.Document) bool { return d.Class() == schema.ClassApplication }
	only, others := q.only(), slices.ContainsFunc(q.Documents, isApplication)
	if !others || slices.ContainsFunc(q.Documents, func(d *schema.Document) bool {
		return isApplication(d) && only.Selects(d) || d.Refused() && d.Name() == ""
	}) {
		return nil
	}
	return q.noSuchApplication()
}

func (q Query) noSuchApplication() error {
	only, known := q.only(), []string(nil)
	for _, d := range q.Documents {
		name := d.Name()
		if strings.Contains(q.Application, "/") { // the others are called in the same form
			name = strings.TrimPrefix(cmp.Or(d.Namespace(), q.Options.Namespace)+"/"+name, "/")
		}
		switch {
		case d.Class() != schema.ClassApplication:
		case !only.Selects(d):
			known = append(known, name)
		case !q.Options.Selects(d):
			return fmt.Errorf("the RenderConfig does not select the application %s", q.Application)
		default:
			return fmt.Errorf("the application %s has no objects", q.Application)
		}
	}
	slices.Sort(known)
	return fmt.Errorf("the files have no application %s; %s", q.Application,
		terminal.Instead(q.Application, slices.Compact(known)))
}

func (q Query) writeObjects(out io.Writer, objects []render.Object) {
	rows := Rows{Redactor: change.Redactor{Secrets: q.Result.Secrets()}}
	for _, object := range objects {
		if !q.JSON {
			fmt.Fprintf(out, "%s\n", object.ID())
		}
		for _, row := range rows.OfAll(object.Explain()) {
			switch {
			case q.JSON:
				fieldRow{object, row}.writeJSON(out)
			case row.Value == "":
				fmt.Fprintf(out, "  %s  # %s\n", row.Path, row.setBy())
			default:
				fmt.Fprintf(out, "  %s: %s  # %s\n", row.Path, row.Value, row.setBy())
			}
		}
	}
}
