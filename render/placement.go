package render

import (
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// placement is one object with every name fixed and every reference resolved; what is left is to build it.
type placement struct {
	*model
	member      *schema.Member // the cluster of the fleet; nil when the entry says itself how to reach the cluster
	own         tree.Node      // the entry as it is written, when the model is that of its twin
	name        string
	clusterName string // empty for the hub, and for an object of no cluster
	gates       *gates // what the object waits for because of its wave; nil in the first one
	more        *extras
}

// extras are what few placements have, of which there may be a hundred thousand.
type extras struct {
	waitsFor tree.Node // the dependencies of the entry, where applications among them were written out
	shard    string    // of Flux's controllers; empty for the main ones
	digest   string    // of the spec, once somebody waits for the object
}

// extras returns what is rare of the placement, for reading.
func (p *placement) extras() extras {
	if p.more == nil {
		return extras{}
	}
	return *p.more
}

// addExtras returns what is rare of the placement, for writing.
func (p *placement) addExtras() *extras {
	if p.more == nil {
		p.more = &extras{}
	}
	return p.more
}

// model is what objects have in common that differ by their clusters only.
type model struct {
	app       *application
	kind      *kind
	namespace string    // of the objects
	namedAt   tree.Node // what says the namespace; absent when the run does, or a rule
	shared    bool      // they belong to no cluster
	origin    tree.Node // the entry, chart or source that made them
	copies    int       // how many objects there are
	longest   int       // how long the names of these are at most
	ofFleet   bool      // the namespace is that of a cluster

	mayBeNamed  bool // entries may say names of objects, else these are joined
	affixes     affixes
	targetName  string // of the namespace that they deliver to
	validTarget bool   // it could be a name

	*content                      // of an entry; for other objects, nothing is said
	chart               tree.Node // of a HelmRelease: the value of chart or chartRef, as chartKey says
	chartKey            string
	chartNamespace      string       // where helm-controller makes the HelmChart of a release: beside its source
	ref                 tree.Node    // of a Kustomization or KCLRun: its sourceRef
	spec                tree.Node    // of other objects: the whole spec
	labels, annotations []tree.Field // that the kind of object carries besides
	brings              *placement   // of a HelmRelease: the HelmChart that it shares with others
	incomplete          bool         // there is no object, and what keeps it from being was said
}

// kubeConfig is how Flux reaches the cluster; absent where it runs there.
func (p *placement) kubeConfig() tree.Node {
	if p.app.standalone {
		return tree.Node{}
	}
	return p.entry().reach()
}

// entry returns the entry that made the object.
func (p *placement) entry() entry { return entry{p.content, p.member, p.own} }

// cluster returns where the object goes.
func (p *placement) cluster() cluster {
	if !p.fields.Exists() {
		return cluster{name: p.clusterName, server: p.server()}
	}
	where := p.entry().cluster()
	where.server = p.server()
	return where
}

// server names the API server that the object lies on: empty for that of the hub. What must be unique, and what objects can refer to,
// is so on one of them.
func (p *placement) server() string {
	if p.app.standalone {
		return p.clusterName
	}
	return ""
}

// kind is an API version and kind, with the rank of its objects: what others need comes first.
type kind struct {
	apiVersion, kind string
	rank             int
}

var (
	kindGitRepository  = &kind{"source.toolkit.fluxcd.io/v1", "GitRepository", 1}
	kindHelmRepository = &kind{"source.toolkit.fluxcd.io/v1", "HelmRepository", 2}
	kindOCIRepository  = &kind{"source.toolkit.fluxcd.io/v1", "OCIRepository", 3}
	kindBucket         = &kind{"source.toolkit.fluxcd.io/v1", "Bucket", 4}
	kindHelmChart      = &kind{"source.toolkit.fluxcd.io/v1", "HelmChart", 5}
	kindKustomization  = &kind{"kustomize.toolkit.fluxcd.io/v1", "Kustomization", 6}
	kindHelmRelease    = &kind{"helm.toolkit.fluxcd.io/v2", "HelmRelease", 7}
	kindKCLRun         = &kind{kcl.APIVersion, kcl.Kind, 8}
)

// workloadKinds are the kinds that entries become.
var workloadKinds = map[schema.Workload]*kind{
	schema.HelmReleases: kindHelmRelease, schema.Kustomizations: kindKustomization, schema.KCLRuns: kindKCLRun,
}

// inlineKinds are the kinds of inline sources.
var inlineKinds = map[string]*kind{
	kindGitRepository.kind: kindGitRepository, kindHelmRepository.kind: kindHelmRepository,
	kindOCIRepository.kind: kindOCIRepository, kindBucket.kind: kindBucket,
}
