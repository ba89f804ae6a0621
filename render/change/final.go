package change

import (
	"cmp"
	"encoding/json"
	"fmt"
	"iter"
	"reflect"
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// What fluxapp gives fluxapp-final before the pairs, what comes back, and the version of both, for the command.
type (
	FinalRequest = stream.Request
	FinalAnswer  = stream.Answer
)

// FinalVersion is the version of the stream.
const FinalVersion = stream.Version

// Pairs returns the HelmReleases and Kustomizations of both sides for who makes final objects of them: those of List,
// and then those that stay the same. One that leads to another cluster, perhaps, is two pairs. An orphaned object is no
// pair, because its final objects stay. Find returns a side without its object: with the place of the chart of a
// HelmRelease, or of the checkout of the source of a Kustomization, of which the chart has the URL.
func (c Changes) Pairs(find func(kind string, chart render.Chart) stream.Side) iter.Seq[stream.Pair] {
	return func(yield func(stream.Pair) bool) {
		changed := map[*Object]bool{}
		next := func(one Change) bool {
			changed[one.After] = true
			if !one.Workload || cmp.Or(one.After, one.Before).Row == kinds.KCLRun {
				return true
			}
			if one.Redirected && one.Action != Orphaned && !yield(c.pair(newChange(Deleted, one.Before, nil), find)) {
				return false
			}
			if one.Redirected || one.Action == Orphaned {
				one.Before = nil
			}
			return one.Before == nil && one.After == nil || yield(c.pair(one, find))
		}
		for i := range c.List {
			if !next(c.List[i]) {
				return
			}
		}
		for before, after := range c.sides.pairs() {
			if before != nil && after != nil && !changed[after] && !next(newChange("", before, after)) {
				return
			}
		}
	}
}

func (c Changes) pair(one Change, find func(string, render.Chart) stream.Side) stream.Pair {
	p := stream.Pair{Application: one.Application, Cluster: clusterName(&one), At: placeOf(render.Setting{At: one.At})}
	for i, f := range one.Fields {
		if f.Keys != nil && (i == 0 || !slices.Equal(f.Keys, one.Fields[i-1].Keys)) {
			p.Fields = append(p.Fields, stream.Field{Keys: f.Keys, At: placeOf(f.Set)})
		}
	}
	if one.After != nil && !one.After.read {
		p.Chart = placeOf(c.sides.later.chart(one.After))
	}
	p.Before, p.After = c.sides.earlier.final(one.Before, find), c.sides.later.final(one.After, find)
	if p.Same = one.Action == "" && reflect.DeepEqual(p.Before, p.After); p.Same {
		p.Before = nil
	}
	for o, side := range map[*Object]*stream.Side{one.Before: p.Before, one.After: p.After} {
		if side != nil {
			side.Object = json.RawMessage(tree.AppendJSON(nil, o.Content()))
		}
	}
	return p
}

func placeOf(s render.Setting) stream.Place {
	return stream.Place{File: s.At.File, Line: s.At.Line, Column: s.At.Column, Layer: s.Layer}
}

// chart is what sets the version of the chart of a release, or of its source, or else the chart; or the zero Setting.
func (s side) chart(o *Object) render.Setting {
	if from, _, _ := s.sourceOf(o); from != nil && from.Row == kinds.OCIRepository {
		field, _ := from.Row.Followed(from.value)
		return from.rendered.FieldExplainer().Field("spec", "ref", field).Setting
	}
	for _, field := range [][]string{{"chart", "version"}, {"chart", "spec", "version"}, {"chart"}} {
		if all := o.rendered.Facts().EntryField(field...); len(all) > 0 && all[0].At.Line > 0 {
			return all[0]
		}
	}
	return render.Setting{}
}

func (s side) final(o *Object, find func(string, render.Chart) stream.Side) *stream.Side {
	if o == nil {
		return nil
	}
	var found releases.Found
	if to, from := s.node(o).Feeds(); o.Row == kinds.HelmRelease {
		found = releases.ChartOf(s.node(o))
	} else if found.SourceKind = to.Kind; from.Row != nil {
		found.URL = from.Row.Address(from.Value)
	} else {
		found.Unknown = fmt.Sprintf("no document has the %s %s/%s, so its URL is not known; add the document", to.Kind,
			to.Namespace, to.Name)
	}
	if found.Unknown != "" {
		return &stream.Side{Unknown: found.Unknown}
	}
	side := find(o.Kind, found.Chart)
	return &side
}

func (s side) node(o *Object) releases.Node {
	return releases.Node{Row: o.Row, Value: o.value, Feeds: func() (kinds.Target, releases.Node) {
		from, id, _ := s.sourceOf(o)
		to := kinds.Target{Kind: id.Kind, Namespace: id.Namespace, Name: id.Name}
		if from == nil {
			return to, releases.Node{}
		}
		return to, s.node(from)
	}}
}
