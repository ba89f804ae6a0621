package schema

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (d *Document) check(s *shape.Shape) {
	found := shape.Check(d.Root(), s, d.class != ClassApplication && d.class != ClassBase)
	for i, p := range d.problems {
		if p.Code == codes.YAML11 && !p.OnKey && found.Unquotable[p.Node.Position()] {
			d.problems[i].Detail, _, _ = strings.Cut(p.Detail, " or ")
			d.problems[i].Proposed = p.Node.Text()
		}
	}
	d.grows = found.Grows
	d.report(found.Problems...)
}

// checkMetadata validates a document of which nothing else is read: spec and status belong to the API of the cluster.
func checkMetadata(d *Document) {
	metadata := d.Root().Get("metadata")
	found := shape.Check(metadata, shape.All().Metadata, true).Problems
	c := check.Checker{Subject: d.Subject()}
	if d.class == ClassDecision || !checkTopFields(&c, d.Root()) {
		checkMetadataFields(&c, d, metadata)
	}
	if d.class == ClassDecision {
		checkDecision(&c, d)
	}
	d.report(append(found, c.Problems...)...)
}

// checkDecision checks what fluxapp reads. The rest of the document belongs to its scheduler.
func checkDecision(c *check.Checker, d *Document) {
	at := d.means.Decides
	list := at.List.In(d.Root().At)
	if list.Kind() != tree.List && (list.Exists() || !at.IsLater) {
		c.Refuse(cmp.Or(list, d.Root()), codes.Type, "the list %s is missing; write [] for no cluster", at.List)
		return
	}
	for item := range list.Children() {
		name := at.Name.In(item.At)
		if item.Kind() != tree.Map || name.Text() == "" && !at.IsLater || name.Exists() && name.Kind() != tree.String {
			c.Refuse(item, codes.Type, "%s, the name of the cluster, is no text; write it", at.Name)
		}
	}
}

// checkTopFields reports fields at the top that no object has, and whether one of them is metadata, or belongs to it.
func checkTopFields(c *check.Checker, root tree.Node) (metadata bool) {
	for field := range root.Children() {
		key := field.Key()
		if slices.Contains(topFields, key) || key == finding.SOPS { // Flux decrypts it; fluxapp reads the metadata only
			continue
		}
		switch near := names.Nearest(key, topFields); {
		case near == "apiVersion" || near == "kind": // of which nearMiss says what is wrong
		case shape.All().Metadata.Fields[key].Shape != nil:
			metadata = true
			c.RefuseKey(field, codes.Misplaced, "this field belongs to metadata; write it as metadata.%s", key)
		case near != "":
			metadata = metadata || near == "metadata"
			c.Report(check.Misspelt(field, near))
		default:
			c.Report(finding.Problem{Code: codes.UnknownField, Node: field, OnKey: true, Current: key,
				Detail: "unknown field; write one of " + strings.Join(topFields, ", ")})
		}
	}
	return metadata
}

var topFields = []string{"apiVersion", "kind", "metadata", "spec", "status"}

func checkMetadataFields(c *check.Checker, d *Document, metadata tree.Node) {
	if !metadata.Exists() {
		c.Lacks(d.Root(), "metadata", "is required; write metadata.name")
		return
	}
	c.RequiredName(metadata, content.DNS1123SubdomainMaxLength)
	if namespace := metadata.Get("namespace"); namespace.Text() != "" {
		c.Namespace(namespace)
	}
	c.FluxMetadata(metadata)
	if d.class != ClassCluster {
		checkArtifactLabel(c, metadata)
		return
	}
	c.Report(check.MisspeltKeys(metadata.Get("labels"), kinds.LabelHost)...)
	checkLogin(c, metadata.Get("annotations"))
}

// checkLogin validates the annotations of a cluster that say how Flux reaches it.
func checkLogin(c *check.Checker, annotations tree.Node) {
	c.Report(check.MisspeltKeys(annotations, kinds.AnnotationKubeConfig, kinds.AnnotationKubeConfigMap)...)
	secret, configMap := annotations.Get(kinds.AnnotationKubeConfig), annotations.Get(kinds.AnnotationKubeConfigMap)
	checkKubeConfigSecret(c, secret)
	if value, known := names.PlainText(configMap); known && value != "" && !names.Valid(value) {
		c.Refuse(configMap, codes.Name, "%q names no ConfigMap; write its NAME", value)
	}
	c.Contradicts(configMap, secret.Text() != "" && configMap.Text() != "", "is beside %s, and Flux takes one of them; "+
		"keep one", kinds.AnnotationKubeConfig)
}

// labelArtifactRepository, "true", makes a Flux source of a devops GitRepository of KubeSphere.
const labelArtifactRepository = "gitops.kubesphere.io/is-artifact-repository"

func isArtifactKey(key string) bool {
	const slack = 3
	lower := strings.ToLower(key)
	return strings.Contains(lower, "artifact") && strings.Contains(lower, "repo") ||
		names.Differ(key, labelArtifactRepository, slack) <= slack
}

func checkArtifactLabel(c *check.Checker, metadata tree.Node) {
	for label := range check.Map(metadata.Get("labels")).Children() {
		switch value := label.Text(); {
		case label.Key() != labelArtifactRepository && isArtifactKey(label.Key()):
			c.Report(check.Misspelt(label, labelArtifactRepository))
		case label.Key() == labelArtifactRepository && value != "true" && value != "false" && label.Kind() == tree.String:
			c.Report(finding.Problem{Code: codes.Unsupported, Node: label, Current: value, Proposed: "true",
				Detail: "this label does not take \"" + value + "\"; write \"true\", or \"false\" for no source of Flux"})
		}
	}
	for annotation := range check.Map(metadata.Get("annotations")).Children() {
		if isArtifactKey(annotation.Key()) {
			c.RefuseKey(annotation, codes.Misplaced, "this is a label; write it as metadata.labels[%s]",
				labelArtifactRepository)
		}
	}
}

// checkKubeConfigSecret takes an empty annotation as if it were not there.
func checkKubeConfigSecret(c *check.Checker, annotation tree.Node) {
	value, known := names.PlainText(annotation)
	name, key, keyed := strings.Cut(value, "/")
	remedy := ""
	switch {
	case !known || value == "":
	case !names.Valid(name):
		remedy = "write NAME or NAME/KEY"
	case keyed && (key == "" || !names.ValidDataKey(key)):
		remedy = fmt.Sprintf("write %q, or %q with the key in the Secret", name, name+"/value")
	}
	if remedy != "" {
		c.Refuse(annotation, codes.Name, "%q names no Secret, or no key of one; %s", value, remedy)
	}
}

func checkRenderConfig(c *check.Checker, n tree.Node) {
	c.Namespace(n.Get("namespace"))
	c.Protected(n.At("limits", "protected"))
	c.Digest(n.Get("acknowledge"))
	version := n.Get("fluxVersion")
	if _, err := kinds.ParseFluxVersion(version.Text()); err != nil {
		c.Refuse(version, check.CodeUnknownFlux, "%v", err)
	}
	for code := range n.Get("ignore").Children() {
		if _, err := ParseRemark(code.Text()); err != nil {
			c.Refuse(code, codes.Ignore, "%v", err)
		}
	}
	const logins = "accessProviders"
	c.Add(shape.CheckFields(n.Get(logins), shape.All().RenderConfig.Fields["spec"].Shape.Fields[logins].Shape, 0))
	seen := map[string]bool{}
	for item := range n.Get(logins).Children() {
		name := item.Get("name")
		c.Contradicts(name, !each.Add(seen, name.Text()), "is the name of an item before, which counts; keep one of them")
		c.Name(item.Get("serviceAccountName"), content.DNS1123SubdomainMaxLength)
	}
	for name := range n.Get("applications").Children() {
		namespace, short, both := strings.Cut(name.Text(), "/")
		if !both {
			namespace, short = "x", name.Text()
		}
		if len(content.IsDNS1123Label(namespace)) > 0 || len(content.IsDNS1123Subdomain(short)) > 0 {
			c.Refuse(name, codes.Name, "%q is no name of an application; write name or namespace/name", name.Text())
		}
	}
}

// RenderConfig holds the options of a document of kind RenderConfig. Type RenderConfigSpec of v1alpha1 explains them.
type RenderConfig struct {
	Applications []string
	FluxVersion  string
	Namespace    string
	Strict       bool
	Ignore       []finding.Code
	Literal      bool
	Charts       []string
	Check        bool
	Exclude      []string
	PruneOrphans bool
	Acknowledge  string
	// Limits is the value of limits; absent when there is none.
	Limits tree.Node
	// AccessProviders is the value of accessProviders; absent when there is none.
	AccessProviders tree.Node
	// Delivery is the document itself where it has delivery; nil where it has none.
	Delivery *Document
}

// DeliverySource returns the sourceRef of a RenderConfig's delivery; absent where nothing is delivered, as in the
// commit before the first groups.
func (d facts) DeliverySource() tree.Node { return d.Spec().At("delivery", "sourceRef") }

// CheckDelivery returns what is wrong with the delivery of a RenderConfig for another Flux than the one in it.
func (d facts) CheckDelivery(fluxVersion string) []finding.Problem {
	c := check.Checker{Subject: d.Subject()}
	if fluxVersion != d.spec.Get("fluxVersion").Text() {
		checkDelivery(&c, d.Root(), d.spec, fluxVersion)
	}
	return c.Problems
}

// RenderConfig returns the options in a document of class RunConfig, and what is wrong with it or with its values.
func (d *Document) RenderConfig() (RenderConfig, []finding.Problem) {
	c := check.Checker{Subject: d.Subject(), Problems: d.Problems()}
	if d.Refused() {
		return RenderConfig{}, c.Problems
	}
	checkRenderConfig(&c, d.spec)
	text := func(field string) string { return d.spec.Get(field).Text() }
	texts := func(field string) []string { return each.In(d.spec.Get(field).Children(), tree.Node.Text) }
	checkDelivery(&c, d.Root(), d.spec, text("fluxVersion"))
	config := RenderConfig{
		FluxVersion: text("fluxVersion"), Namespace: text("namespace"), Acknowledge: text("acknowledge"),
		Strict: text("strict") == "true", Literal: text("literal") == "true", Check: text("check") == "true",
		PruneOrphans: text("pruneOrphans") == "true", Limits: d.spec.Get("limits"),
		AccessProviders: d.spec.Get("accessProviders"),
		Applications:    texts("applications"), Charts: texts("charts"), Exclude: texts("exclude"),
		Ignore: each.In(d.spec.Get("ignore").Children(), func(n tree.Node) finding.Code { return finding.Code(n.Text()) }),
	}
	if d.spec.Get("delivery").Kind() == tree.Map {
		config.Delivery = d
	}
	return config, c.Problems
}

// maxGroups is how many groups delivery may have: an ArtifactGenerator makes 1000 artifacts, and one is for the hub.
const maxGroups = 999

// maxDeliveryName is the longest name of a RenderConfig with delivery: the names of its Kustomizations add -group-999.
const maxDeliveryName = kinds.MaxName - len("-group-999")

// checkDelivery validates the delivery of a RenderConfig. Its Kustomizations are named after the document.
func checkDelivery(c *check.Checker, root, spec tree.Node, fluxVersion string) {
	n := spec.Get("delivery")
	if n.Kind() != tree.Map {
		return
	}
	flux, _ := kinds.ParseFluxVersion(fluxVersion) // a wrong one is an error of its own
	c.Add(shape.CheckFields(n, shape.All().RenderConfig.Fields["spec"].Shape.Fields["delivery"].Shape, flux))
	c.Namespace(n.Get("namespace"))
	c.Count(n.Get("groups"), "groups", 1, maxGroups)
	next := n.Get("next")
	c.Count(next.Get("groups"), "groups", 0, maxGroups)
	if next.Kind() == tree.Map && !next.Get("groups").Exists() && next.Get("applications").Len() == 0 {
		c.Lacks(next, "groups", "is required, or applications: write what the next commit changes")
	}
	if n.Get("sourceRef").Exists() {
		checkDelivered(c, root, n, flux)
		return
	}
	if next.Exists() && n.Len() == 1 && !next.Get("applications").Exists() {
		return
	}
	c.Lacks(n, "sourceRef", "is required; write the kind and name of the source that has the rendered folder, or next "+
		"alone for the commit before the first groups")
}

func checkDelivered(c *check.Checker, root, n tree.Node, flux kinds.FluxVersion) {
	ref, metadata := n.Get("sourceRef"), root.Get("metadata")
	c.RequiredName(ref, content.DNS1123SubdomainMaxLength)
	c.Namespace(ref.Get("namespace"))
	checkDeliveredPath(c, n.Get("path"))
	if metadata.Get("namespace").Text() == "" && !n.Get("namespace").Exists() {
		c.Lacks(n, "namespace", "is required, because the RenderConfig has none in its metadata; write the namespace of "+
			"the Kustomizations")
	}
	const named = "is required with delivery; the Kustomizations of the groups are named after it"
	switch name := metadata.Get("name"); {
	case !metadata.Exists():
		c.Lacks(root, "metadata", "with a name "+named)
	case name.Text() == "":
		c.Lacks(metadata, "name", named)
	case len(name.Text()) > maxDeliveryName:
		c.Refuse(name, codes.Name, "is longer than %d characters, and with delivery the "+
			"names of Kustomizations begin with it; write a shorter one", maxDeliveryName)
	}
	if artifacts := n.Get("artifacts"); artifacts.Text() == "true" {
		checkArtifacts(c, artifacts, flux, ref.Get("name"), metadata.Get("name"))
	}
}

// deliveryArtifacts is the minor version of Flux from which on groups may have artifacts of their own.
const deliveryArtifacts = 8

// checkArtifacts refuses artifacts that the CRD of ArtifactGenerator would refuse because of names, the source's too.
func checkArtifacts(c *check.Checker, artifacts tree.Node, flux kinds.FluxVersion, given ...tree.Node) {
	if !flux.Has(deliveryArtifacts) {
		c.Refuse(artifacts, codes.FluxField, "needs Flux 2.%d, and fluxVersion is %s; leave it out, or write a "+
			"newer fluxVersion", deliveryArtifacts, flux)
	}
	for _, name := range given {
		if strings.Contains(name.Text(), ".") {
			c.Refuse(name, codes.Name, "%q has a dot, and with artifacts: true it must have none; write another name, or "+
				"leave artifacts out", name.Text())
		}
	}
}

// checkDeliveredPath refuses what Flux would not find below the root of a source.
func checkDeliveredPath(c *check.Checker, n tree.Node) {
	text := n.Text()
	if clean := path.Clean(text); n.Kind() == tree.String && text != "" &&
		(path.IsAbs(text) || clean == ".." || strings.HasPrefix(clean, "../") || strings.ContainsAny(text, `*?[\`)) {
		c.Refuse(n, codes.Unsupported, "%q is no folder of a source; write it from the root of the source, for "+
			"example ./deploy", text)
	}
}
