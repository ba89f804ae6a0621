package schema

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/record"
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
	output := renderedFrom.Exists() && kinds.Find(kinds.Written, group, d.Kind()) != nil
	if renderedFrom.Exists() && !output {
		d.noteRenderedFrom(renderedFrom)
	}
	if output { // of a large folder: they are many, and nothing else is asked about them
		d.class = ClassRendered
		return d.Document
	}
	m := meant(d.APIVersion(), d.Kind())
	isSpeltRight := m != nil && d.Kind() == m.Name && strings.HasPrefix(d.APIVersion(), m.Group+"/")
	d.means = cmp.Or(m, kinds.InventoryOf(root))
	switch {
	case !isSpeltRight && d.misspelt():
	case isOwn(group):
		d.classifyOurs(group)
	case kinds.Find(kinds.Template, group, d.Kind()) != nil:
		d.class = ClassHelmChart
	case d.means.Is(kinds.Cluster | kinds.Inventoried):
		d.class = ClassCluster
	case d.means.Is(kinds.Decision):
		d.class = ClassDecision
	case d.isKubeSphereRepository() && root.At("metadata", "labels", labelArtifactRepository).Text() != "true":
		// most are for pipelines, and left alone
	case d.isKubeSphereRepository() && d.APIVersion() != d.means.APIVersion:
		d.refuseVersion()
	case d.isKubeSphereRepository():
		d.class = ClassRepository
	case d.Kind() == kinds.FluxApplication.Name, d.Kind() == kinds.FluxApplicationBase.Name:
		d.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Kind, Node: root.Get("kind"),
			Current: d.APIVersion(), Proposed: kinds.FluxApplication.APIVersion,
			Detail: fmt.Sprintf("this is read only with apiVersion: %s; it is left alone", kinds.FluxApplication.APIVersion)})
	case strings.HasPrefix(d.Kind(), finding.EncryptedText):
		d.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Encrypted, Node: root.Get("kind"),
			Detail: "SOPS has encrypted the kind too, so this may be an application or a cluster, and it is left alone; " +
				"encrypt Secrets only"})
	default:
		d.brokenList()
	}
	return d.Document
}

func (d classifier) classifyOurs(group string) {
	switch {
	case kinds.Find(kinds.Foreign, group, d.Kind()) != nil:
	case d.Kind() == "":
		d.lacksKind("kind", "", "is required; write kind: "+ownKinds(group)[0])
	case kinds.Find(kinds.Read, group, d.Kind()) == nil:
		d.refuseKind(d.Root().Get("kind"), "", "there is no kind %s in %s; write %s", d.Kind(), group,
			names.Or(ownKinds(group)))
	case d.APIVersion() != d.means.APIVersion:
		d.refuseVersion()
	case d.Kind() == kinds.RenderConfig.Name:
		d.class = ClassRenderConfig
	case d.Kind() == kinds.FluxApplicationBase.Name:
		d.class = ClassBase
	case d.argoEngine().Exists():
		d.class = ClassArgoCD
		d.report(finding.Problem{Severity: finding.SeverityInfo, Code: codes.Argo, Node: d.argoEngine(),
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
	case !d.Facts().IsKubeSphereApplication():
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

func (d classifier) speaksOfArtifacts() bool {
	speaks := func(field tree.Node) bool {
		return each.Any(check.Map(field).Children(), func(label tree.Node) bool { return isArtifactKey(label.Key()) })
	}
	return each.Any(check.Map(d.Root()).Children(), speaks) ||
		each.Any(check.Map(d.Root().Get("metadata")).Children(), speaks)
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
	own := kinds.Find(kinds.App|kinds.Base|kinds.Repository|kinds.Decision, kinds.GroupOf(version), item)
	isOwn := isTyped && own != nil && (version == own.APIVersion || own.Is(kinds.Decision))
	cluster := clusterIn(kinds.GroupOf(version))
	clusters := cluster != nil && kind == cluster.Name+"List"
	return (isOwn || clusters || kind == "List" && version == "v1") && n.Get("items").Kind() == tree.List
}

// misspelt reports a document that fluxapp would read if apiVersion and kind were spelt right, and whether it did. Such
// a cluster stays in the fleet: that an application does not find it would say nothing new.
func (d classifier) misspelt() bool {
	version, kind := topField(d.Root(), "apiVersion"), topField(d.Root(), "kind")
	if !recognizesKind(version.Text(), kind.Text()) {
		return false
	}
	before := len(d.problems)
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.nearMiss(version, kind)
	found := len(d.problems) > before
	if found && d.means.Is(kinds.Cluster) {
		d.class = ClassCluster
	}
	return found
}

func (d classifier) misspeltKey(field tree.Node, name string) {
	if field.Exists() && field.Key() != name {
		d.report(check.Misspelt(field, name))
	}
}

func (d classifier) nearMiss(version, kind tree.Node) {
	group := kinds.GroupOf(version.Text())
	cluster, m := clusterIn(group), meant(version.Text(), kind.Text())
	if cluster != nil && kind.Text() == "" {
		m = cluster
	}
	if cluster != nil && kind.Text() == cluster.Name+"List" { // otherwise unpack would have split it
		d.means = cluster
		d.refuseKind(kind, cluster.Name, "a %s is a list, and this one has no list of items; write %s", kind.Text(),
			cluster.Name)
		return
	}
	if cluster := clusterNamed(kind.Text()); cluster != nil && !version.Exists() &&
		d.Root().At("metadata", "name").Exists() {
		d.means = cluster
		d.lacksKind("apiVersion", "", "is required; write that of the "+cluster.Name+", for example "+cluster.Group+"/"+
			kinds.Version)
		return
	}
	if isHalfRepository(version.Text(), kind.Text()) {
		m = kinds.KubeSphereRepository
	}
	if m == nil || m.Is(kinds.Repository) && !d.speaksOfArtifacts() {
		return
	}
	d.means = m
	if group != m.Group {
		d.wrongGroup(version, m)
	} else if m.Is(kinds.Cluster|kinds.Decision) && version.Text() == group {
		d.refuseKind(version, "", "names no version; write %s/ and the version", group)
	}
	switch {
	case !kind.Exists():
		d.lacksKind("kind", m.Name, "is required; write kind: "+m.Name)
	case kind.Text() != m.Name:
		d.refuseKind(kind, m.Name, "there is no kind %s in %s; did you mean %s?", kind.Text(), m.Group, m.Name)
	}
}

func (d classifier) wrongGroup(version tree.Node, m *kinds.Kind) {
	right := m.APIVersion
	if m.Is(kinds.Cluster | kinds.Template | kinds.Decision) {
		_, behind, _ := strings.Cut(version.Text(), "/")
		right = strings.TrimSuffix(m.Group+"/"+behind, "/")
	}
	if !version.Exists() {
		d.lacksKind("apiVersion", right, "is required; write apiVersion: "+right)
		return
	}
	proposal := "did you mean " + right + "?"
	if isOwn(kinds.GroupOf(version.Text())) { // then it is sure
		proposal = "write apiVersion: " + right
	}
	d.refuseKind(version, right, "%s has no kind %s; %s", version.Text(), m.Name, proposal)
}

func (d classifier) refuseKind(n tree.Node, proposed, format string, args ...any) {
	d.report(finding.Problem{Code: codes.Kind, Node: n, Current: n.Text(), Proposed: proposed,
		Detail: fmt.Sprintf(format, args...)})
}

func (d classifier) lacksKind(field, proposed, detail string) {
	d.report(finding.Problem{Code: codes.Kind, Node: d.Root(), Child: field, Proposed: proposed, Detail: detail})
}

// lacksSeparator is true when the separator between a document and one of ours is missing: a key is there twice.
func (d classifier) lacksSeparator(p tree.Problem) bool {
	key, text := p.Node.Key(), p.Node.Text()
	if p.Rule != record.DuplicateKey || !p.Other.Same(d.Root().Find(key)) {
		return false
	}
	switch key {
	case "apiVersion":
		group := kinds.GroupOf(text)
		return isOwn(group) || group == kinds.KubeSphereRepository.Group || clusterIn(group) != nil ||
			recognizesKind(text, d.Kind())
	case "kind":
		return recognizesKind(d.APIVersion(), text)
	}
	return false
}

// brokenList reports a list of documents of ours that is not written as one: nobody would read its items.
func (d classifier) brokenList() {
	if d.Root().Kind() == tree.List {
		if slices.ContainsFunc(slices.Collect(d.Root().Children()), isOurs) {
			d.report(finding.Problem{Code: codes.Type, Node: d.Root(),
				Detail: "is a list of documents; write --- between them, or kind: List with items"})
		}
		return
	}
	version, kind := topField(d.Root(), "apiVersion"), topField(d.Root(), "kind")
	items := topField(d.Root(), "items")
	if names.Differ(kind.Text(), "List", 1) > 1 ||
		!isOurs(items) && !slices.ContainsFunc(slices.Collect(items.Children()), isOurs) {
		return
	}
	d.misspeltKey(version, "apiVersion")
	d.misspeltKey(kind, "kind")
	d.misspeltKey(items, "items")
	if version.Exists() && version.Text() != "v1" {
		d.refuseKind(version, "v1", "%s has no kind List; write v1", version.Text())
	}
	if kind.Text() != "List" {
		d.refuseKind(kind, "List", "there is no kind %s; did you mean List?", kind.Text())
	}
	if items.Kind() != tree.List {
		d.report(finding.Problem{Code: codes.Type, Node: items,
			Detail: "is a map, and a list belongs here; begin each item with \"- \""})
	}
}

func isOurs(n tree.Node) bool { return n.Kind() == tree.Map && Recognizes(n) }

// noteRenderedFrom reports the annotation rendered-from on a document of a kind that fluxapp does not write, which is
// never output. On a kind of ours it is an error: a reader would take the document for output.
func (d classifier) noteRenderedFrom(annotation tree.Node) {
	p := finding.Problem{Severity: finding.SeverityInfo, Code: check.CodeNotOutput, Node: annotation, OnKey: true,
		Current: kinds.AnnotationRenderedFrom, Detail: "only objects that fluxapp renders carry this annotation, and " +
			"fluxapp renders none of this kind; it means nothing here"}
	if isOwn(kinds.GroupOf(d.APIVersion())) {
		p.Severity, p.Code = finding.SeverityError, check.CodeReserved
		p.Detail = "only objects that fluxapp renders carry this annotation; leave it out"
	}
	d.report(p)
}
