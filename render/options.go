package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Options are the facts that a controller would look up. The zero value is ready to use.
type Options struct {
	// Namespace is given to documents that have none; empty leaves their objects without a namespace, with a warning.
	Namespace string
	// Applications are rendered, by namespace/name, or by the name of all that have it; empty is all, and KubeSphere's
	// GitRepositories too. Any application may save templates. One that is not among the documents is an error.
	Applications []string
	// FluxVersion is the oldest Flux that must accept the objects, as "2.8"; the oldest known is 2.6. Fields, values and
	// kinds of sources that it lacks are errors at their places. Empty takes the fields of every known version, and
	// gives objects the newest version of their API that all of these serve.
	FluxVersion string
	// AllowEmpty allows input of which nothing is rendered, because no application and no KubeSphere GitRepository is
	// among the documents. Without it, that is the error FA009: who applies the objects and deletes all others would
	// delete everything. Applications that have no cluster now are no such input.
	AllowEmpty bool
	// Strict makes errors of all warnings that are not ignored.
	Strict bool
	// Ignore are rules whose warnings and notes are left out of Result.Findings. Result.Ignored counts them.
	// Errors are never ignored, and the code of a rule that reports nothing else is an error.
	Ignore []finding.Code
	// Literal adds the annotation kustomize.toolkit.fluxcd.io/substitute: disabled to each object with a ${…} or a $$, so
	// that a Flux Kustomization with postBuild delivers it as it is. An annotation of the author stays.
	Literal bool
	// Protected is a label selector, as the limits of a RenderConfig have it in protected: workloads of clusters that it
	// selects, and those that the limits of their application protect, get the annotation fluxapp.dev/protected.
	Protected tree.Node
	// Delivery is a RenderConfig whose delivery puts the objects into groups, each with a Kustomization: see
	// Result.Delivery and Object.Path. nil, and a RenderConfig without delivery, is none.
	Delivery *schema.Document
	// AccessProviders is a list of a RenderConfig: how Flux logs in to clusters whose documents name access providers.
	AccessProviders tree.Node
	// Shard is the part of the clusters to render; the zero Shard is all. All clusters are validated in any case.
	Shard Shard
	// Expressions returns what keeps Flux from using the text of a field as an expression of CEL, for example readyExpr;
	// nil if nothing does. CompileExpression of package render/checks does it; it is given here because CEL is larger
	// than all of render. Without it, expressions are not checked, and what is rendered is the same: see Result.Checks.
	Expressions func(*kinds.Kind, kinds.Expression, kinds.FluxVersion, string) *kinds.ExpressionError
	// Charts checks the values of releases by their charts: Charts.Check of package render/checks. It is given here so
	// that a program that only renders does not link it. Without it, values are not checked, and what is rendered is the
	// same: see Result.Checks.
	Charts ValuesCheck
}

// OptionsOf returns the options of a RenderConfig, without its check, which is for those who compare objects.
func OptionsOf(config schema.RenderConfig) Options {
	return Options{Namespace: config.Namespace, Applications: config.Applications, FluxVersion: config.FluxVersion,
		Strict: config.Strict, Ignore: config.Ignore, Literal: config.Literal,
		Protected: fleet.Protected(config.Limits), Delivery: config.Delivery, AccessProviders: config.AccessProviders}
}

// Check is the name of a check that a run makes only with something that its options give it.
type Check string

// CheckExpressions is the check of expressions of CEL, with Options.Expressions.
const CheckExpressions Check = "expressions"

// CheckCharts is the check of values by their charts, with Options.Charts.
const CheckCharts Check = "charts"

func (o Options) checks() (made []Check) {
	if o.Expressions != nil {
		made = append(made, CheckExpressions)
	}
	if o.Charts != nil {
		made = append(made, CheckCharts)
	}
	return made
}

// checkEmpty refuses documents without an application, unless an error tells already why there is none.
func (o Options) checkEmpty(docs schema.Documents, problems []finding.Problem) []finding.Problem {
	makesObjects := func(d *schema.Document) bool {
		return d != nil && (d.Class() == schema.ClassApplication || d.Class() == schema.ClassRepository)
	}
	if o.AllowEmpty || slices.ContainsFunc(docs, makesObjects) || slices.ContainsFunc(problems, finding.Problem.IsError) {
		return nil
	}
	return []finding.Problem{{Code: codes.NoApplication, Detail: fmt.Sprintf("there is no FluxApplication among "+
		"%s; give it apiVersion: fluxapp.dev/v1alpha1 and kind: FluxApplication, or, where that may be, set "+
		"Options.AllowEmpty", names.Counted(len(docs), "document"))}}
}

func (o Options) checkIgnore() (problems []finding.Problem) {
	for _, code := range o.Ignore {
		if _, err := schema.ParseRemark(string(code)); err != nil {
			problems = append(problems, finding.Problem{Code: codes.Ignore, Current: string(code), Detail: err.Error()})
		}
	}
	return problems
}

// Selects reports whether a document is rendered. A document that is neither an application nor a repository is
// always selected: it may be meant to be one, and then its errors must be reported.
func (o Options) Selects(d *schema.Document) bool { return o.selection().Selects(d) }

func (o Options) selection() inventory.Selection {
	return inventory.Selection{Namespace: o.Namespace, Applications: o.Applications, FluxVersion: o.FluxVersion,
		AccessProviders: o.AccessProviders}
}

// Shard is one of several parts of the clusters, which together are all of them. Each cluster belongs to one, by its
// name and not by what others there are; the hub too. Objects of no cluster belong to the first. With delivery,
// a group and not a cluster belongs to one.
type Shard struct {
	// Index is the shard's index, counted from 0.
	Index int
	// Count is how many shards there are; 0 is no shard, but the whole.
	Count int
}

const maxShards = 10_000

// ParseShard reads a shard as 0/4: the first of four. It is an error when there is no such shard.
func ParseShard(text string) (Shard, error) {
	before, after, _ := strings.Cut(text, "/")
	index, wrongIndex := strconv.Atoi(before)
	count, wrongCount := strconv.Atoi(after)
	s := Shard{index, count}
	if wrongIndex != nil || wrongCount != nil || count == 0 || !s.exists() {
		return Shard{}, fmt.Errorf("there is no shard %q; write I/N, for example 0/4, with N at most %d", text, maxShards)
	}
	return s, nil
}

func (s Shard) exists() bool {
	return s == Shard{} || 0 <= s.Index && s.Index < s.Count && s.Count <= maxShards
}

func (s Shard) check() []finding.Problem {
	if s.exists() {
		return nil
	}
	text := fmt.Sprintf("%d/%d", s.Index, s.Count)
	return []finding.Problem{{Code: wording.CodeShard, Current: text, Detail: fmt.Sprintf(
		"there is no shard %s; count from 0, with at most %d shards", text, maxShards)}}
}

func (s Shard) has(name string) bool {
	return s.Count == 0 || plan.Rendezvous(name, s.Count) == s.Index+1
}

func (s Shard) split(all []Object) (inShard, outside []Object) {
	if s.Count == 0 {
		return all, nil
	}
	name, belongs := "", s.has("") // of the object before: neighbours are of one cluster
	for _, o := range all {
		if o.p.ShardName() != name {
			name, belongs = o.p.ShardName(), s.has(o.p.ShardName())
		}
		ofFirst := o.p.Portion == nil && o.Shared()
		if ofFirst && s.Index == 0 || !ofFirst && belongs {
			inShard = append(inShard, o)
		} else {
			outside = append(outside, o)
		}
	}
	return inShard, outside
}
