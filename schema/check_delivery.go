package schema

import (
	"path"
	"strconv"
	"strings"

	"k8s.io/apimachinery/pkg/api/validate/content"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

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
	checkGroups(c, n.Get("groups"), 1)
	checkNext(c, n.Get("next"))
	if n.Get("sourceRef").Exists() {
		checkDelivered(c, root, n, flux)
		return
	}
	if n.Get("next").Exists() && len(n.Fields()) == 1 && !n.At("next", "applications").Exists() {
		return
	}
	c.Lacks(n, "sourceRef", "is required; write the kind and name of the source that has the rendered folder, or next "+
		"alone for the commit before the first groups")
}

func checkNext(c *check.Checker, n tree.Node) {
	checkGroups(c, n.Get("groups"), 0)
	if n.Kind() == tree.Map && !n.Get("groups").Exists() && n.Get("applications").Len() == 0 {
		c.Lacks(n, "groups", "is required, or applications: write what the next commit changes")
	}
}

func checkGroups(c *check.Checker, n tree.Node, least int) {
	count, err := strconv.Atoi(n.Text())
	if n.Kind() == tree.Number && err == nil && (count < least || count > maxGroups) {
		c.Refuse(n, check.CodeRange, "%d is no number of groups; write one from %d to %d", count, least, maxGroups)
	}
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
		c.Refuse(name, finding.CodeName, "is longer than %d characters, and with delivery the "+
			"names of Kustomizations begin with it; write a shorter one", maxDeliveryName)
	}
	if artifacts := n.Get("artifacts"); artifacts.Text() == "true" {
		checkArtifacts(c, artifacts, flux, ref.Get("name"), metadata.Get("name"))
	}
}

// checkArtifacts refuses artifacts that the CRD of ArtifactGenerator would refuse because of names, the source's too.
func checkArtifacts(c *check.Checker, artifacts tree.Node, flux kinds.FluxVersion, given ...tree.Node) {
	if !flux.Has(kinds.DeliveryArtifacts) {
		c.Refuse(artifacts, finding.CodeFluxField, "needs Flux 2.%d, and fluxVersion is %s; leave it out, or write a "+
			"newer fluxVersion", kinds.DeliveryArtifacts, flux)
	}
	for _, name := range given {
		if strings.Contains(name.Text(), ".") {
			c.Refuse(name, finding.CodeName, "%q has a dot, and with artifacts: true it must have none; write another name, or "+
				"leave artifacts out", name.Text())
		}
	}
}

// checkDeliveredPath refuses what Flux would not find below the root of a source.
func checkDeliveredPath(c *check.Checker, n tree.Node) {
	text := n.Text()
	if clean := path.Clean(text); n.Kind() == tree.String && text != "" &&
		(path.IsAbs(text) || clean == ".." || strings.HasPrefix(clean, "../") || strings.ContainsAny(text, `*?[\`)) {
		c.Refuse(n, finding.CodeUnsupported, "%q is no folder of a source; write it from the root of the source, for "+
			"example ./deploy", text)
	}
}
