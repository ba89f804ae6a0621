package schema

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// plainClusters are those that are like a plain one and differ from it in plain names, or in labels.
type plainClusters struct {
	first tree.Node
	names []int // their numbers
}

func newPlainClusters(first tree.Node) plainClusters {
	first = first.Value()
	p := plainClusters{first: first}
	ref := first.At("kubeConfig", "secretRef")
	for _, name := range []tree.Node{first.Get("name"), ref.Get("name"), ref.Get("key")} {
		if number := name.Within(first); name.Exists() && number > 0 { // what is behind an alias is the same for all
			p.names = append(p.names, number)
		}
	}
	return p
}

func (p plainClusters) has(cluster tree.Node) bool {
	if first := cluster.Twin(); !first.Exists() || first != p.first {
		return false
	}
	cluster = cluster.Value()
	for _, number := range p.names {
		if n := cluster.Number(number); !plainName(n) || n.Text() == hubFolder {
			return false
		}
	}
	return true
}

func (c *check) cluster(cluster tree.Node) {
	name, hub := cluster.Get("name"), cluster.Get("hub").Text() == "true"
	c.requiredName(cluster, MaxName)
	if name.Text() == hubFolder && !hub {
		c.hubName(name, "write another name, or hub: true")
	}
	c.namespace(cluster.Get("namespace"))
	c.clusterKeys(cluster)
	c.clusterKubeConfig(cluster, hub)
	for _, field := range []string{"name", "namespace", "kubeConfig"} {
		c.references(cluster.Get(field))
	}
	c.add(checkFields(cluster, shapes().cluster, c.flux, "params"))
}

// clusterKeys validates the keys of labels and annotations. A missing colon makes one word of a key and its value, and no selector finds
// the cluster then. Values are free, because references may stand for any text.
func (c *check) clusterKeys(cluster tree.Node) {
	for label := range fieldsOf(cluster.Get("labels")) {
		c.qualifiedName(label, label.Key())
	}
	for annotation := range fieldsOf(cluster.Get("annotations")) {
		c.annotation(annotation)
	}
}

// plainCluster is true of most clusters, and only of those that no rule has anything to say of: a name, labels, and the name of a Secret
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
		if !plainQualifiedName(label.Key()) {
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

func plainName(n tree.Node) bool { return n.Kind() == tree.String && surelyLabel(n.Text()) }

// clusterKubeConfig refuses a cluster that Flux could not reach. Where it runs in each cluster it need not.
func (c *check) clusterKubeConfig(cluster tree.Node, hub bool) {
	kubeConfig := cluster.Get("kubeConfig")
	if kubeConfig.Exists() {
		c.kubeConfig(kubeConfig, HelmReleases)
	}
	c.contradicts(kubeConfig, hub, "the hub needs no kubeConfig; leave out kubeConfig or hub")
	if !kubeConfig.Exists() && !hub && c.document.hubAndSpoke() {
		c.refuse(Problem{Code: CodeKubeConfig, Node: cluster, Child: "kubeConfig",
			Detail: "is required; write kubeConfig: {secretRef: {name: …}}, or hub: true for the cluster that Flux runs on"})
	}
}

// selection refuses what a destination cannot say together.
func (c *check) selection(destination tree.Node) {
	selector := destination.Get("clusterSelector")
	c.references(selector)
	c.references(destination.Get("cluster"))
	if selector.Exists() {
		for _, field := range []string{"cluster", "kubeConfig"} {
			c.contradicts(destination.Get(field), true, "is beside clusterSelector, and both select the clusters; keep one of them")
		}
	}
	if empty := destination.Find("clusterSelector"); empty.Kind() == tree.Null && !destination.Get("cluster").Exists() && !destination.Get("kubeConfig").Exists() {
		c.refuse(Problem{Severity: SeverityWarning, Code: CodeNoCluster, Node: empty, OnKey: true,
			Detail: "is empty, so the entry is for the hub; write {} for every cluster, or leave it out"})
	}
	c.contradicts(destination.Get("allowEmpty"), !selector.Exists(), "only clusterSelector uses it; leave it out")
}

// hubFolder is what the hub's folder is called, and no other cluster may be.
const hubFolder = "hub"

func (c *check) hubName(n tree.Node, remedy string) {
	c.refuse(Problem{Code: CodeHubName, Node: n, Current: n.Text(),
		Detail: fmt.Sprintf("%s is the name of the folder for the cluster that Flux runs on; %s", hubFolder, remedy)})
}
