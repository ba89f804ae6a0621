package validate

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/internal/shape"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

func (c *validator) cluster(cluster tree.Node) {
	name, hub := cluster.Get("name"), cluster.Get("hub").Text() == "true"
	c.RequiredName(cluster, v1alpha1.MaxName)
	if name.Text() == hubFolder && !hub {
		c.hubName(name, "write another name, or hub: true")
	}
	c.Namespace(cluster.Get("namespace"))
	c.clusterKeys(cluster)
	c.clusterKubeConfig(cluster, hub)
	for _, field := range []string{"name", "namespace", "kubeConfig"} {
		c.references(cluster.Get(field))
	}
	c.Add(shape.CheckFields(cluster, shape.All().Cluster, c.Flux, "params"))
}

// clusterKeys validates the keys of labels and annotations. A missing colon makes one word of a key and its value, and no selector finds
// the cluster then. Values are free, because references may stand for any text.
func (c *validator) clusterKeys(cluster tree.Node) {
	for label := range check.Fields(cluster.Get("labels")) {
		c.QualifiedName(label, label.Key())
	}
	for annotation := range check.Fields(cluster.Get("annotations")) {
		c.Annotation(annotation)
	}
}

// plainCluster is true of most clusters, and only of those that no rule reports anything about: a name, labels, and the name of a Secret
// with the kubeconfig. There may be ten thousand.
func plainCluster(cluster tree.Node) bool {
	named, reached := false, false
	for field := range cluster.Children() {
		switch field.Key() {
		case "name":
			named = plainName(field) && field.Text() != hubFolder
		case "labels":
			if !plainKeys(field) {
				return false
			}
		case "kubeConfig":
			reached = plainSecretRef(field)
		default:
			return false
		}
	}
	return named && reached
}

func plainKeys(labels tree.Node) bool {
	for label := range labels.Children() {
		if !names.PlainlyKey(label.Key()) {
			return false
		}
	}
	return true
}

func plainSecretRef(kubeConfig tree.Node) bool {
	ref := kubeConfig.First()
	if ref.Key() != "secretRef" || ref.Next().Exists() {
		return false
	}
	named := false
	for field := range ref.Children() {
		switch field.Key() {
		case "name":
			named = plainName(field)
		case "key":
			if !plainName(field) {
				return false
			}
		default:
			return false
		}
	}
	return named
}

func plainName(n tree.Node) bool { return n.Kind() == tree.String && names.PlainlyValid(n.Text()) }

// clusterKubeConfig reports a cluster that Flux could not reach. Where it runs in each cluster it need not.
func (c *validator) clusterKubeConfig(cluster tree.Node, hub bool) {
	kubeConfig := cluster.Get("kubeConfig")
	if kubeConfig.Exists() {
		c.kubeConfig(kubeConfig, v1alpha1.HelmReleases)
	}
	c.Contradicts(kubeConfig, hub, "the hub needs no kubeConfig; leave out kubeConfig or hub")
	if !kubeConfig.Exists() && !hub && c.hubAndSpoke() {
		c.Report(finding.Problem{Code: finding.CodeKubeConfig, Node: cluster, Child: "kubeConfig",
			Detail: "is required; write kubeConfig: {secretRef: {name: …}}, or hub: true for the cluster that Flux runs on"})
	}
}

// hubAndSpoke reports whether a hub must reach the clusters of the application. Nobody knows that of an unknown topology.
func (c *validator) hubAndSpoke() bool {
	topology := c.document.Spec().Get("topology")
	return !topology.Exists() || topology.Text() == "HubAndSpoke"
}

// selection reports what a destination cannot say together.
func (c *validator) selection(destination tree.Node) {
	selector := destination.Get("clusterSelector")
	c.references(selector)
	c.references(destination.Get("cluster"))
	if selector.Exists() {
		for _, field := range []string{"cluster", "kubeConfig"} {
			c.Contradicts(destination.Get(field), true, "is beside clusterSelector, and both select the clusters; keep one of them")
		}
	}
	if empty := destination.Find("clusterSelector"); empty.Kind() == tree.Null && !destination.Get("cluster").Exists() && !destination.Get("kubeConfig").Exists() {
		c.Report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeNoCluster, Node: empty, OnKey: true,
			Detail: "is empty, so the entry is for the hub; write {} for every cluster, or leave it out"})
	}
	c.Contradicts(destination.Get("allowEmpty"), !selector.Exists(), "only clusterSelector uses it; leave it out")
}

// hubFolder is what the hub's folder is called, and no other cluster may be.
const hubFolder = "hub"

func (c *validator) hubName(n tree.Node, remedy string) {
	c.Report(finding.Problem{Code: finding.CodeHubName, Node: n, Current: n.Text(),
		Detail: fmt.Sprintf("%s is the name of the folder for the cluster that Flux runs on; %s", hubFolder, remedy)})
}
