package final

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// answer writes what differs.
func (r *runner) answer(out io.Writer) error {
	clusters, owners, sum := map[string][]*printing.Change{}, map[ownerKey]*pair{}, blocks.Summary{}
	a := stream.Answer{Version: stream.Version}
	for _, p := range r.pairs {
		r.check(p)
		d := r.comparer.compare(p)
		clusters[p.Cluster] = append(clusters[p.Cluster], d.changes...)
		sum.Unchanged, sum.Anew, sum.Unknown = sum.Unchanged+d.unchanged, sum.Anew+d.anew, sum.Unknown+d.unknown
		r.checkEffects(p, d.changes)
		r.checkTwice(p, d.objects, owners)
		a.Deleted = append(a.Deleted, deletions(p, d.changes)...)
		a.Differs = a.Differs || len(d.changes) > 0
	}
	var text bytes.Buffer
	err := printing.Write(&text, clusters, sum, r.Request)
	a.Output, a.Findings = text.String(), r.found.list()
	if err == nil {
		err = json.NewEncoder(out).Encode(a)
	}
	return err
}

// deletions returns what goes from the cluster of a pair, by kind.
func deletions(p *pair, changes []*printing.Change) (all []stream.Deletion) {
	byKind := map[string][]string{}
	for _, c := range changes {
		if c.After == nil && !c.Hook && !p.effectOf(c, nil).Stays() {
			name := strings.ReplaceAll(strings.TrimPrefix(c.Namespace+"/"+c.Name, "/"), wording.OwnName, p.Cluster)
			byKind[c.Kind] = append(byKind[c.Kind], name)
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(byKind)) {
		all = append(all, stream.Deletion{Application: p.Application, Cluster: p.Cluster, Kind: kind, Names: byKind[kind]})
	}
	return all
}

// write writes all objects after as YAML, each with its cluster, application and owner in a comment, and what is not
// known to errs. It is an error when something fails.
func (r *runner) write(out, errs io.Writer) error {
	for _, p := range r.pairs {
		r.check(p)
		made := p.after
		if made == nil {
			continue
		}
		texts := made.class.Of(made.member)
		for _, o := range made.class.Objects {
			text, err := yaml.Marshal(engine.FillValue(o.Value, texts))
			if err == nil {
				_, err = fmt.Fprintf(out, "---\n# cluster %s, application %s, %s\n%s", p.Cluster, p.Application, p.owner, text)
			}
			if err != nil {
				return err
			}
		}
	}
	failed := 0
	for _, f := range r.found.list() {
		fmt.Fprintf(errs, "%s:%d:%d: %s: %s [%s]\n", f.At.File, f.At.Line, f.At.Column, f.Severity, f.Detail, f.Code)
		if f.Severity == finding.SeverityError {
			failed++
		}
	}
	if failed > 0 {
		return fmt.Errorf("%s of final objects", names.Counted(failed, "error"))
	}
	return nil
}
