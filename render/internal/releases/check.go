// Package releases finds the charts of HelmReleases, and checks their values with what is known of the charts.
//
// Package render is given what it checks with, so that a program that only renders does not link it.
package releases

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// CheckAll returns what is wrong with the values of HelmReleases, and which charts nobody finds.
func CheckAll(find Find, placements []*plan.Placement) []finding.Problem {
	c := valuesChecker{find: find, finder: NewFinder(placements), checks: map[*Found]*chartCheck{},
		releases: map[releaseKey]*release{}, clusters: map[*inventory.Application]map[string]bool{},
		told: map[toldKey]*told{}, builder: tree.NewBuilder()}
	for _, p := range placements {
		if p.Common.Kind == kinds.HelmRelease {
			c.add(p)
		}
	}
	return c.problems()
}

// valuesChecker checks the values of each HelmRelease that has others than those before it.
type valuesChecker struct {
	find     Find
	finder   *Finder
	checks   map[*Found]*chartCheck
	releases map[releaseKey]*release
	clusters map[*inventory.Application]map[string]bool // of HelmReleases
	told     map[toldKey]*told
	order    []*told
	builder  *tree.Builder
}

// chartCheck is the check of a chart, with the last values that were right. Values that differ from them only in
// scalars that are right in any case are right too.
type chartCheck struct {
	Check
	notFound []finding.Problem
	right    map[[2]bool][]tree.Node // by Values.From and Values.SchemaDisabled
}

// maxRight is how many values are compared with those of a release. Entries and overrides make other ones.
const maxRight = 4

type releaseKey struct {
	template *entries.Template
	chart    *Found
}

type release struct {
	check *chartCheck
	holes []hole
	known map[string][]finding.Problem // by the values that are not right in any case
}

type hole struct {
	path  []string
	index int // of the template's holes
}

// toldKey is what makes two problems one: the same words about one place.
type toldKey struct {
	app           *inventory.Application
	at            tree.Position
	child, detail string
}

type told struct {
	finding.Problem
	app      *inventory.Application
	clusters []string
}

func (c *valuesChecker) add(p *plan.Placement) {
	each.Below(c.clusters, p.Common.App)[p.ClusterName] = true
	key := releaseKey{p.Instance.Template, c.finder.Of(p)}
	r := c.releases[key]
	if r == nil {
		r = &release{check: c.checkOf(key.chart), known: map[string][]finding.Problem{}}
		r.findHoles(key.template, valuesOf(key.template), nil)
		c.releases[key] = r
	}
	for _, problem := range r.check.notFound {
		problem.Node = cmp.Or(valuesFileNode(p, problem.Current), ChartNode(p))
		c.tell(p, problem)
	}
	if r.check.Problems == nil {
		return
	}
	for _, problem := range c.release(r, p) {
		problem.Node = cmp.Or(valuesFileNode(p, problem.Current), problem.Node)
		c.tell(p, problem)
	}
}

func valuesOf(t *entries.Template) tree.Node { return t.Fields.Find("values") }

func (c *valuesChecker) checkOf(chart *Found) *chartCheck {
	if known := c.checks[chart]; known != nil {
		return known
	}
	made := &chartCheck{right: map[[2]bool][]tree.Node{}}
	if chart.Unknown == "" {
		made.Check, made.notFound = c.find(chart.Chart)
	} else {
		made.notFound = []finding.Problem{{Severity: finding.SeverityInfo, Code: wording.CodeChartNotFound,
			Detail: chart.Unknown + "; the values are not checked"}}
	}
	c.checks[chart] = made
	return made
}

func (c *valuesChecker) tell(p *plan.Placement, problem finding.Problem) {
	app := p.Common.App
	if !problem.Node.Exists() {
		problem.Node, problem.Child = p.Common.Origin, "values"
	}
	key := toldKey{app, problem.Node.Position(), problem.Child, problem.Detail}
	known := c.told[key]
	if known == nil {
		problem.Subject = app.Document.Subject()
		known = &told{Problem: problem, app: app}
		c.told[key] = known
		c.order = append(c.order, known)
	}
	known.clusters = append(known.clusters, p.ClusterName)
}

// problems returns what was told, with the clusters where that is not all of an application.
func (c *valuesChecker) problems() (all []finding.Problem) {
	for _, t := range c.order {
		slices.Sort(t.clusters)
		if on := slices.Compact(t.clusters); len(on) < len(c.clusters[t.app]) {
			on = slices.DeleteFunc(on, func(name string) bool { return name == "" }) // the hub
			t.Detail, t.Hiding = withClusters(t.Detail, on), withClusters(t.Hiding, on)
		}
		all = append(all, t.Problem)
	}
	return all
}

func withClusters(message string, on []string) string {
	if len(on) == 0 || message == "" {
		return message
	}
	before, after, found := strings.Cut(message, "; ")
	if before += " (on " + fleet.Summarize(on) + ")"; found {
		before += "; "
	}
	return before + after
}

// Chart is a chart as Flux looks for it.
type Chart struct {
	// SourceKind is the kind of the source: HelmRepository, GitRepository, Bucket or OCIRepository.
	SourceKind string `json:"sourceKind"`
	// URL is the URL of the source, of a Bucket endpoint/bucketName; empty where no document has the source.
	URL string `json:"url,omitempty"`
	// Name is the name of the chart, and in a GitRepository or a Bucket its path; empty for an OCIRepository.
	Name string `json:"name,omitempty"`
	// Version is a version or a range of SemVer, as it is written: of an OCIRepository the semver or the tag. Empty is
	// the newest. A GitRepository and a Bucket have one version.
	Version string `json:"version,omitempty"`
	// Digest is the digest that an OCIRepository names; empty where it names none.
	Digest string `json:"digest,omitempty"`
	// ValuesFiles are the files whose values replace those of the chart's values.yaml: of the chart, and in a
	// GitRepository or a Bucket of the whole source. Empty leaves values.yaml.
	ValuesFiles []string `json:"valuesFiles,omitempty"`
	// IgnoreMissingValuesFiles leaves out those of ValuesFiles that do not exist.
	IgnoreMissingValuesFiles bool `json:"ignoreMissingValuesFiles,omitempty"`
}

// Values is what Flux gives Helm beside a chart.
type Values struct {
	// Inline are the merged values of a HelmRelease, with the place of each; absent without any.
	Inline tree.Node
	// From: valuesFrom brings others below them, which nobody knows here.
	From bool
	// SchemaDisabled: Helm does not validate them, on install and on upgrade.
	SchemaDisabled bool
}

// Check checks values for a chart.
type Check struct {
	// Problems returns what is wrong with values. Each has its code, severity, place and text, and as its current
	// value the file of valuesFiles that is wrong.
	Problems func(Values) []finding.Problem
	// Accepts reports whether a value without fields or items is right at a path of the values, whatever the others are,
	// and whether none of the others is wrong because of it. Values that differ only there need no check of their own.
	Accepts func(path []string, value tree.Node) bool
}

// Find finds a chart and returns how to check values for it, or problems without a place.
type Find func(Chart) (Check, []finding.Problem)
