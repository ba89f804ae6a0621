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
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// answer writes what differs.
func (r *runner) answer(out io.Writer) error {
	a, sum, clusters := stream.Answer{Version: stream.Version}, blocks.Summary{}, map[string][]*printing.Change{}
	slices.SortStableFunc(r.pairs, func(a, b *pair) int { return strings.Compare(a.Cluster, b.Cluster) })
	var owners map[printing.Object]*both
	for i, p := range r.pairs {
		if i == 0 || r.pairs[i-1].Cluster != p.Cluster {
			owners = map[printing.Object]*both{}
		}
		changes := r.compare(p, &sum, owners)
		clusters[p.Cluster] = append(clusters[p.Cluster], changes...)
		gone := r.check(p, changes)
		for _, kind := range slices.Sorted(maps.Keys(gone)) {
			a.Deleted = append(a.Deleted, stream.Deletion{Application: p.Application, Cluster: p.Cluster, Kind: kind,
				Names: slices.Sorted(slices.Values(gone[kind]))})
		}
		a.Differs = a.Differs || len(changes) > 0
	}
	var text bytes.Buffer
	err := printing.Write(&text, clusters, sum, r.Request)
	a.Output, a.Findings = text.String(), r.found.list()
	if err == nil {
		err = json.NewEncoder(out).Encode(a)
	}
	return err
}

// write writes all objects after as YAML, each with its cluster, application and owner in a comment, and what is not
// known to errs. It is an error when something fails.
func (r *runner) write(out, errs io.Writer) error {
	for _, p := range r.pairs {
		r.check(p, nil)
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
	found := r.found.list()
	if len(found) > 0 {
		fmt.Fprintln(errs, found)
	}
	if failed := len(found.Only(finding.SeverityError)); failed > 0 {
		return fmt.Errorf("%s of final objects", names.Counted(failed, "error"))
	}
	return nil
}
