package schema

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// classifier finds out what a document is to fluxapp, and reports one that is nearly a document of fluxapp.
type classifier struct{ *Document }

func classify(file string, root tree.Node) *Document {
	metadata := root.Get("metadata")
	d := classifier{&Document{subject: finding.NewSubject(file, root)}}
	group := kinds.GroupOf(d.APIVersion())
	renderedFrom := metadata.At("annotations", kinds.AnnotationRenderedFrom)
	output := renderedFrom.Exists() && kinds.Standard().Find(kinds.Written, group, d.Kind()) != nil
	if renderedFrom.Exists() && !output {
		d.noteRenderedFrom(renderedFrom)
	}
	if output { // of a large folder: they are many, and nothing else is asked about them
		d.class = ClassRendered
		return d.Document
	}
	m := kinds.Meant(d.APIVersion(), d.Kind())
	isSpeltRight := m != nil && d.Kind() == m.Name && strings.HasPrefix(d.APIVersion(), m.Group+"/")
	d.means = m
	switch {
	case !isSpeltRight && d.misspelt():
	case kinds.IsOwn(group):
		d.classifyOurs(group)
	case kinds.Standard().Find(kinds.Template, group, d.Kind()) != nil:
		d.class = ClassHelmChart
	case d.means.Is(kinds.Cluster):
		d.class = ClassCluster
	case d.isKubeSphereRepository():
		d.classifyRepository()
	case d.Kind() == kinds.FluxApplication.Name, d.Kind() == kinds.FluxApplicationBase.Name:
		d.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeKind, Node: root.Get("kind"),
			Current: d.APIVersion(), Proposed: kinds.FluxApplication.APIVersion,
			Detail: fmt.Sprintf("this is read only with apiVersion: %s; it is left alone", kinds.FluxApplication.APIVersion)})
	case strings.HasPrefix(d.Kind(), finding.EncryptedText):
		d.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeEncrypted, Node: root.Get("kind"),
			Detail: "SOPS has encrypted the kind too, so this may be an application or a cluster, and it is left alone; " +
				"encrypt Secrets only"})
	default:
		d.brokenList()
	}
	return d.Document
}

func (d classifier) classifyOurs(group string) {
	switch {
	case kinds.Standard().Find(kinds.Foreign, group, d.Kind()) != nil:
	case d.Kind() == "":
		d.lacksKind("kind", "", "is required; write kind: "+kinds.Own(group)[0])
	case kinds.Standard().Find(kinds.Read, group, d.Kind()) == nil:
		d.refuseKind(d.Root().Get("kind"), "", "there is no kind %s in %s; write %s", d.Kind(), group,
			names.Or(kinds.Own(group)))
	case d.APIVersion() != d.means.APIVersion:
		d.refuseVersion()
	case d.Kind() == kinds.RenderConfig.Name:
		d.class = ClassRenderConfig
	case d.Kind() == kinds.FluxApplicationBase.Name:
		d.class = ClassBase
	case d.argoEngine().Exists():
		d.class = ClassArgoCD
		d.report(finding.Problem{Severity: finding.SeverityInfo, Code: finding.CodeArgo, Node: d.argoEngine(),
			Detail: "an Application of Argo CD; it is left alone"})
	default:
		d.class = ClassApplication
	}
}

// argoEngine returns what makes an Application one of Argo CD. One without a kind has the engine whose field it has.
func (d classifier) argoEngine() tree.Node {
	spec := d.Root().Get("spec")
	kind, app := spec.Get("kind"), spec.Get("argoApp")
	switch {
	case !d.IsKubeSphereApplication():
	case kind.Text() == "argocd":
		return kind
	case kind.Text() == "" && !spec.Get("fluxApp").Exists():
		return app
	}
	return tree.Node{}
}

func (d classifier) refuseVersion() {
	d.refuseKind(d.Root().Get("apiVersion"), d.means.APIVersion, "there is no version %s of %s; write %s", d.APIVersion(),
		d.Kind(), d.means.APIVersion)
}

// classifyRepository leaves alone what has no label of an artifact repository: most are for pipelines.
func (d classifier) classifyRepository() {
	switch {
	case d.Root().At("metadata", "labels", labelArtifactRepository).Text() != "true":
	case d.APIVersion() == d.means.APIVersion:
		d.class = ClassRepository
	default:
		d.refuseVersion()
	}
}

func (d classifier) speaksOfArtifacts() bool {
	for _, fields := range []tree.Node{d.Root(), d.Root().Get("metadata")} {
		for field := range check.Map(fields).Children() {
			for label := range check.Map(field).Children() {
				if isArtifactKey(label.Key()) {
					return true
				}
			}
		}
	}
	return false
}

// itemOf reports an item without a kind: the API server leaves it out in a ClusterList, and kubectl prints it.
func (d classifier) itemOf(list tree.Node) {
	if kind := list.Get("kind").Text(); isList(list) && kind != "List" && d.APIVersion() == "" && d.Kind() == "" {
		d.lacksKind("kind", "", "is required in each item of a "+kind+", beside apiVersion; kubectl get -o yaml prints both")
	}
}

func isList(n tree.Node) bool {
	kind, version := n.Get("kind").Text(), n.Get("apiVersion").Text()
	item, isTyped := strings.CutSuffix(kind, "List")
	own := kinds.Standard().Find(kinds.App|kinds.Base|kinds.Repository, kinds.GroupOf(version), item)
	isOwn := isTyped && own != nil && version == own.APIVersion
	cluster := kinds.ClusterIn(kinds.GroupOf(version))
	clusters := cluster != nil && kind == cluster.Name+"List"
	return (isOwn || clusters || kind == "List" && version == "v1") && n.Get("items").Kind() == tree.List
}
