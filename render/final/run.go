package final

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
	"github.com/fluxapp-dev/fluxapp/render/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Options are what a program gives besides the stream.
type Options struct {
	// Begin begins a step, the rendering of a chart or the build of a folder, and returns what ends it: a step that does
	// not end is ended with the process. Nil is for charts and folders that are trusted. Ended has the steps that are
	// left out, because they ended a process before, each with the reason behind it.
	Begin func(step string) (done func())
	Ended []string
	// Errors is where findings go when objects are written; the answer of a difference has them.
	Errors io.Writer
}

// endless begins the failure of a step that ended a process.
const endless = "rendering was ended: "

// begin begins the step of a path of the disk. Its error is the reason why the step is left out.
func (o *Options) begin(path string, of []byte) (done func(), err error) {
	step := fmt.Sprintf("%s %x", path, sha256.Sum256(of))
	switch at := slices.Index(o.Ended, step); {
	case at >= 0:
		return func() {}, errors.New(endless + o.Ended[at+1])
	case o.Begin == nil:
		return func() {}, nil
	}
	return o.Begin(step), nil
}

// runner is one run.
type runner struct {
	stream.Request
	*Options
	given   given
	loaded  map[string]func() (*engine.Chart, error) // charts by their sides; each is read once
	groups  map[string]*group                        // by what they have in common
	builder kustomization.Builder
	charts  checks.Charts // at hand for what is followed
	pairs   []*pair
	classes map[*engine.Class][]object
	changes map[[4]string]*printing.Change // by application, owner, and the object on both sides; nil for none
	found   findings
	blamed  map[string][]stream.Place // where problems come from
}

// pair is a pair of the stream, with what becomes of its sides.
type pair struct {
	stream.Pair
	owner         owner
	before, after *rendition // nil for a side that does not have the object
	followed      bool       // what a Kustomization applies
	reinstalls    bool       // Flux uninstalls what is before, and installs what is after: another release of Helm
	variants      []*pair    // when they are asked for
	left          []string   // the keys of the findings of a variant
}

// owner is the object of Flux that makes objects.
type owner struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
}

func (o owner) String() string { return o.Kind + " " + o.Metadata.Namespace + "/" + o.Metadata.Name }

// Run reads a stream and writes the answer: stream.Answer for a difference, and YAML for objects. Its error is about
// the stream or the process that renders; what is wrong with charts and builds is a finding.
func Run(in io.Reader, out io.Writer, o Options) error {
	lines := json.NewDecoder(in)
	r := &runner{Options: &o, loaded: map[string]func() (*engine.Chart, error){}, groups: map[string]*group{},
		found: findings{}, blamed: map[string][]stream.Place{}, classes: map[*engine.Class][]object{},
		changes: map[[4]string]*printing.Change{}}
	if err := lines.Decode(&r.Request); err != nil {
		return fmt.Errorf("the stream has no request: %w", err)
	}
	if r.Version != stream.Version {
		return fmt.Errorf("fluxapp writes version %d of the stream, and this fluxapp-final reads %d; install both of one "+
			"release", r.Version, stream.Version)
	}
	_, err := engine.NewCapabilities(r.KubeVersion, nil)
	given, wrong := newGiven(r.ValuesFrom)
	if err := cmp.Or(err, wrong); err != nil {
		return err
	}
	r.readCharts()
	r.given, r.builder.Given, r.builder.Begin = given, given.data, r.begin
	for {
		p := &pair{}
		switch err := lines.Decode(&p.Pair); {
		case errors.Is(err, io.EOF):
			r.render()
			slices.SortStableFunc(r.pairs, func(a, b *pair) int {
				return cmp.Or(cmp.Compare(a.Application, b.Application), cmp.Compare(a.Cluster, b.Cluster),
					cmp.Compare(a.owner.String(), b.owner.String()))
			})
			if r.Format == "yaml" {
				return r.write(out, o.Errors)
			}
			return r.answer(out)
		case err != nil:
			return fmt.Errorf("the stream is cut off or no stream: %w", err)
		}
		if err := r.add(p); err != nil {
			return err
		}
	}
}

// add adds a pair and what it needs rendered. It keeps the objects of sides that differ only.
func (r *runner) add(p *pair) error {
	side := cmp.Or(p.After, p.Before)
	if side == nil {
		return errors.New("a pair of the stream has no side")
	}
	if err := json.Unmarshal(side.Object, &p.owner); err != nil {
		return err
	}
	p.reinstalls = p.isReinstalled()
	if p.After != nil {
		p.after = r.rendition(p, p.After, (p.Before != nil || p.Same) && !p.reinstalls)
	}
	if p.Before != nil {
		p.before = r.rendition(p, p.Before, true)
	}
	if r.pairs = append(r.pairs, p); p.Same {
		p.before = p.after
	}
	if r.Follow && p.owner.Kind == kinds.Kustomization.Name && !p.followed {
		if err := r.follow(p); err != nil {
			return err
		}
	}
	return nil
}

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
