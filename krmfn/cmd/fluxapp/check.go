package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/outputfolder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

func checkCommand(env environment, cmd *cobra.Command) {
	var rendered string
	o := optionsOf(env, cmd)
	o.addCharts()
	o.addShard()
	o.output.addTo(cmd, "text", "json")
	o.addRendered(&rendered)
	o.runs(func(args []string) error { return checkFiles(o, rendered, orHere(args)) })
}

func checkFiles(o *options, rendered string, args []string) error {
	switch {
	case rendered != "" && o.shard != (render.Shard{}):
		return errors.New("--shard is for a stream, and --rendered DIR is a folder with all clusters; leave one of them out")
	case o.pruneOrphans && rendered == "":
		return errors.New(prunesRendered)
	}
	if err := o.output.check(); err != nil {
		return err
	}
	r, err := o.render("", args)
	if err == nil {
		tellFinal(r)
	}
	if err == nil && rendered != "" {
		err = compareFolder(r, rendered)
	}
	switch {
	case err != nil:
		return err
	case o.output.name == "json":
		needs, charts := jsonLines(r.Result.Needs()), jsonLines(r.Result.Charts())
		_, err = fmt.Fprintf(o.reporter.Out(), "{\"needs\":[\n%s],\n\"charts\":[\n%s]}\n", needs, charts)
		return err
	}
	return writeNeeds(o.reporter.Out(), r.Result.Needs())
}

// tellFinal tells once of limits that no check holds.
func tellFinal(r *rendering.Run) {
	var limits []finding.Problem
	if d := r.Config; d != nil {
		limits = append(limits, finding.Problem{Subject: d.Subject(), Node: d.Spec().At("limits", "final")})
	}
	for _, app := range r.Result.Applications() {
		limits = append(limits, finding.Problem{Subject: app.Document().Subject(), Node: app.Limits().Get("final")})
		app.Attribute(limits[len(limits)-1:])
	}
	if i := slices.IndexFunc(limits, func(p finding.Problem) bool { return p.Node.Exists() }); i >= 0 {
		p := limits[i]
		p.Severity, p.Code, p.OnKey = finding.SeverityInfo, output.CodeFinalLimits, true
		p.Detail = "only fluxapp diff --final and fluxapp report --final hold limits.final; run one of them in the pipeline"
		r.Report(finding.Locate([]finding.Problem{p}))
	}
}

func compareFolder(r *rendering.Run, dir string) error {
	plan, err := outputfolder.New(r, dir)
	if err != nil {
		return err
	}
	defer plan.Close()
	return plan.Differences().Err()
}

// fewNeeds is how many things that are alike are printed in lines of their own, except one.
const fewNeeds = 3

type needsLine struct {
	render.Need          // the first
	clusters    []string // in order
	needs       []render.Need
}

// writeNeeds prints what must exist, sorted by application and clusters. Things that are many and alike share a line.
func writeNeeds(w io.Writer, needs []render.Need) error {
	var b strings.Builder
	items := needsLines(needs)
	for i, item := range items {
		newApplication := i == 0 || items[i-1].Application != item.Application
		if newApplication {
			fmt.Fprintf(&b, "%s needs\n", item.Application)
		}
		if newApplication || !slices.Equal(items[i-1].clusters, item.clusters) {
			where := names.Sentence(item.clusters)
			if where == kinds.Hub {
				where = "the hub"
			}
			fmt.Fprintf(&b, "  on %s:\n", where)
		}
		fmt.Fprintf(&b, "    %s: %s\n", item.things(), reasons(item.Need))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// needsLines returns the lines of the list: the lines of one application and the same clusters are together.
func needsLines(needs []render.Need) (items []needsLine) {
	alike, at := map[string]int{}, map[string]int{}
	for _, n := range needs {
		if key, may := likenessOf(n); may {
			alike[key]++
		}
	}
	for _, n := range needs {
		one := needsLine{n, n.Clusters, []render.Need{n}}
		if key, may := likenessOf(n); may && alike[key] > fewNeeds+1 {
			if first, known := at[key]; known {
				items[first].needs = append(items[first].needs, n)
				items[first].clusters = append(items[first].clusters, n.Clusters...)
				continue
			}
			at[key] = len(items)
			one.clusters = slices.Clone(n.Clusters)
		}
		items = append(items, one)
	}
	return bySite(items)
}

// likenessOf returns the same text for needs that are alike; false for a thing that several clusters need.
func likenessOf(n render.Need) (key string, may bool) {
	texts := each.Of(n.Reasons, func(why render.NeedReason) string { return why.Text })
	onHub := n.Clusters[0] == kinds.Hub
	return fmt.Sprintf("%q %q %q %q %t", n.Application, n.Kind, n.Keys, texts, onHub), len(n.Clusters) < 2
}

// bySite puts items of one application and the same clusters together: the hub's first, then those of most clusters.
func bySite(items []needsLine) []needsLine {
	for i := range items {
		slices.Sort(items[i].clusters)
		items[i].clusters = slices.Compact(items[i].clusters)
	}
	weight := func(i needsLine) int {
		if i.clusters[0] == kinds.Hub {
			return math.MaxInt
		}
		return len(i.clusters)
	}
	slices.SortStableFunc(items, func(a, b needsLine) int {
		return cmp.Or(strings.Compare(a.Application, b.Application), cmp.Compare(weight(b), weight(a)),
			slices.Compare(a.clusters, b.clusters))
	})
	return items
}

func (i needsLine) things() string {
	called := make([]string, len(i.needs))
	for at, n := range i.needs {
		called[at] = strings.TrimPrefix(n.Namespace+"/"+n.Name, "/")
		if len(i.needs) > 1 && len(i.clusters) > 1 {
			called[at] += " on " + n.Clusters[0]
		}
	}
	kind := i.Kind
	if len(called) > 1 {
		kind = names.Plural(kind)
	}
	text := kind + " " + names.Sentence(called)
	if len(i.Keys) > 0 {
		text += ", key " + strings.Join(i.Keys, " or ")
	}
	return text
}

// reasons returns the reasons of a need with their lines. Reasons of one line share it.
func reasons(n render.Need) string {
	var b strings.Builder
	for i, why := range n.Reasons {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(why.Text)
		if next := i + 1; why.Line > 0 &&
			(next == len(n.Reasons) || n.Reasons[next].File != why.File || n.Reasons[next].Line != why.Line) {
			fmt.Fprintf(&b, " (%s:%d)", why.File, why.Line)
		}
	}
	return b.String()
}

// jsonLines returns items as JSON, one to a line.
func jsonLines[T any](items []T) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	for _, item := range items {
		_ = encoder.Encode(item) // it has nothing that is no JSON
	}
	return strings.ReplaceAll(b.String(), "}\n{", "},\n{") // in JSON, a line break is between values only
}
