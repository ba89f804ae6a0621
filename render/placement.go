package render

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kcl"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// placement is one object with every name fixed and every reference resolved: plain data.
type placement struct {
	common      *common
	instance    instance // of the entry; without a template for all other objects
	name        string
	clusterName string    // empty for the hub, and for an object of no cluster
	waitsFor    tree.Node // dependsOn with applications replaced by their objects; absent where the entry names none
	shard       string    // of Flux's controllers; empty for the main ones
	digest      string    // of the spec, where waves need it
}

// common is what the objects of one template in one namespace have in common, or what one other object is.
type common struct {
	app           *application
	kind          *kind
	namespace     string    // of the objects
	namespaceNode tree.Node // what sets the namespace of an object that no entry makes; absent when the options do, or a rule
	shared        bool      // the object belongs to no cluster
	origin        tree.Node // the entry, chart or source that makes them
	copies        int       // how many objects there are

	chartField          string    // of a HelmRelease: chart or chartRef
	chart               tree.Node // its value
	chartNamespace      string    // where helm-controller makes the HelmChart of a release: beside its source
	sourceRef           tree.Node // of a Kustomization or KCLRun
	spec                tree.Node // of other objects: the whole spec
	labels, annotations []tree.Field
	brings              *placement // of a HelmRelease: the HelmChart that it shares with others
	gates               *gates     // what the objects wait for because of their wave; nil in the first one
}

// isEntry reports whether an entry makes the object.
func (p *placement) isEntry() bool { return p.instance.template != nil }

// field returns the fields of the entry; all absent for other objects.
func (p *placement) field() entryFields {
	if !p.isEntry() {
		return entryFields{}
	}
	return p.instance.template.field
}

// target returns the namespace that the object delivers to; empty when Flux chooses.
func (p *placement) target() string {
	if !p.isEntry() {
		return ""
	}
	return p.instance.text(p.instance.template.field.target)
}

// kubeConfig is how Flux reaches the cluster; absent where it runs there.
func (p *placement) kubeConfig() tree.Node {
	if p.common.app.standalone || !p.isEntry() {
		return tree.Node{}
	}
	return p.instance.kubeConfig()
}

// server names the API server that has the object: empty for that of the hub.
func (p *placement) server() string {
	if p.common.app.standalone {
		return p.clusterName
	}
	return ""
}

// location returns where the object goes.
func (p *placement) location() location {
	if !p.isEntry() {
		return location{name: p.clusterName, server: p.server()}
	}
	return p.instance.location()
}

// dependencies returns the list of what the object waits for, without its gates.
func (p *placement) dependencies() tree.Node {
	return cmp.Or(p.waitsFor, p.field().dependsOn)
}

// storage is the namespace where Helm keeps the release.
func (p *placement) storage() string {
	return cmp.Or(p.instance.text(p.field().storageNamespace), p.common.namespace)
}

// helmName returns the name of the Helm release.
func (p *placement) helmName() string {
	return releaseName(p.field().releaseName.Text(), p.target(), p.name)
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
