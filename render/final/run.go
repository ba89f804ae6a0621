package final

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"

	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/charts"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/kustomization"
	"github.com/fluxapp-dev/fluxapp/render/final/internal/printing"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// Options are what a program gives besides the stream.
type Options struct {
	// Worker is the program, with arguments, that calls [Serve]: charts are rendered there, so that one that does not
	// end ends only that. Empty renders them in this process, for charts that are trusted.
	Worker []string
	// ReadFile reads a file of the request; [os.ReadFile] does.
	ReadFile func(name string) ([]byte, error)
	// Errors is where findings go when objects are written; the answer of a difference has them.
	Errors io.Writer
}

// Serve renders charts for another process, until it ends its requests: see [Options].
func Serve(in io.Reader, out io.Writer) error { return charts.Serve(in, out, charts.DefaultLimits) }

// runner is one run.
type runner struct {
	stream.Request
	given   given
	pool    pool
	builder kustomization.Builder
	pairs   []*pair
	found   findings
	blamed  map[string]blamed

	comparer comparer
	charts   checks.Charts // at hand for what is followed
}

// pair is a pair of the stream, with what becomes of its sides.
type pair struct {
	stream.Pair
	owner         owner
	before, after *half // nil for a side that does not have the object
	followed      bool  // what a Kustomization applies
	reinstalls    bool  // Flux uninstalls what is before, and installs what is after: another release of Helm
}

// isReinstalled reports whether the sides are releases of Helm with different names or namespaces.
func (p *pair) isReinstalled() bool {
	var before, after helmv2.HelmRelease
	return p.owner.Kind == kinds.HelmRelease.Name && p.Before != nil && p.After != nil &&
		json.Unmarshal(p.Before.Object, &before) == nil && json.Unmarshal(p.After.Object, &after) == nil &&
		(before.GetReleaseName() != after.GetReleaseName() || before.GetReleaseNamespace() != after.GetReleaseNamespace() ||
			before.GetStorageNamespace() != after.GetStorageNamespace())
}

// owner is the object of Flux that makes objects.
type owner struct {
	Kind     string
	Metadata struct{ Name, Namespace string }
	Spec     struct{ TargetNamespace string }
}

func (o owner) String() string { return o.Kind + " " + o.Metadata.Namespace + "/" + o.Metadata.Name }

// half is what becomes of one side of a pair: of a release that is rendered with others, or of a build.
type half struct {
	place place
	ofRelease
	rendition *rendition
}

// Run reads a stream and writes the answer: stream.Answer for a difference, and YAML for objects. Its error is about
// the stream or the process that renders; what is wrong with charts and builds is a finding.
func Run(in io.Reader, out io.Writer, o Options) error {
	lines := json.NewDecoder(in)
	r := &runner{pool: pool{process: &charts.Process{Command: o.Worker}, groups: map[string]*group{}}, found: findings{},
		blamed: map[string]blamed{}, comparer: comparer{map[*engine.Class][]marked{}, map[string]*printing.Change{}}}
	defer r.pool.process.Close()
	if err := lines.Decode(&r.Request); err != nil {
		return fmt.Errorf("the stream has no request: %w", err)
	}
	if r.Version != stream.Version {
		return fmt.Errorf("fluxapp writes version %d of the stream, and this fluxapp-final reads %d; install both of one "+
			"release", r.Version, stream.Version)
	}
	_, err := engine.NewCapabilities(r.KubeVersion, nil)
	if err != nil {
		return err
	}
	if r.given, err = newGiven(r.ValuesFrom, o.ReadFile); err != nil {
		return err
	}
	if err := r.readCharts(); err != nil {
		return err
	}
	r.builder.Given = r.given.data
	for {
		p := &pair{}
		switch err := lines.Decode(&p.Pair); {
		case errors.Is(err, io.EOF):
			if err := r.pool.render(); err != nil {
				return err
			}
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
	side := p.After
	if side == nil {
		side = p.Before
	}
	if side == nil {
		return errors.New("a pair of the stream has no side")
	}
	if err := json.Unmarshal(side.Object, &p.owner); err != nil {
		return err
	}
	p.reinstalls = p.isReinstalled()
	var err error
	if p.After != nil {
		p.after, err = r.half(p, p.After, (p.Before != nil || p.Same) && !p.reinstalls)
	}
	if err == nil && p.Before != nil {
		p.before, err = r.half(p, p.Before, true)
	}
	if p.Same {
		p.before = p.after
	}
	r.pairs = append(r.pairs, p)
	if err == nil && r.Follow && p.owner.Kind == kinds.Kustomization.Name && !p.followed {
		err = r.follow(p)
	}
	if p.Same {
		p.After = nil
	}
	return err
}

func (r *runner) half(p *pair, side *stream.Side, upgrade bool) (*half, error) {
	h := &half{}
	if side.Path == "" {
		h.rendition = &rendition{class: unmarked(nil), unread: side.Unknown}
		return h, nil
	}
	if p.owner.Kind == "HelmRelease" {
		made, err := r.newRelease(side, upgrade)
		if err != nil {
			h.rendition = &rendition{class: unmarked(nil), failure: err.Error()}
			return h, nil
		}
		h.place, h.ofRelease = r.pool.add(made), made.ofRelease
		return h, nil
	}
	h.rendition = r.build(side)
	return h, nil
}

func (r *runner) build(side *stream.Side) *rendition {
	var object map[string]any
	var built kustomization.Result
	err := json.Unmarshal(side.Object, &object)
	if err == nil {
		built, err = r.builder.Build(object, side.Path)
	}
	made := &rendition{class: unmarked(built.Objects), ofRelease: ofRelease{namespace: "default", unknown: built.Notes}}
	if err != nil {
		made.failure = err.Error()
	}
	if built.Unknown {
		made.unread = strings.Join(built.Notes, "; ")
	}
	return made
}

// rendered returns what becomes of a side; nil for no side.
func (h *half) rendered() *rendition {
	if h == nil {
		return nil
	}
	if h.rendition == nil {
		made := h.place.rendered[h.place.member]
		made.keepsCRDs, made.namespace = h.keepsCRDs, h.namespace
		made.unknown = slices.Concat(made.unknown, h.unknown)
		if made.class == nil {
			made.class = unmarked(nil)
		}
		h.rendition = &made
	}
	return h.rendition
}
