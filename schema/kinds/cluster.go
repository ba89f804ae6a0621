package kinds

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// KubeConfigKey is where Flux reads a kubeConfig, on the API server that has the object with the reference. Two equal
// keys lead to one cluster, whatever documents call it. The zero key is that of the API server itself.
type KubeConfigKey struct {
	// Namespace and Name are those of the Secret or ConfigMap, and Kind is its kind.
	Namespace, Kind, Name string
	// Key is the key of the data; empty for a ConfigMap. The keys that Flux looks for without one are one key.
	Key string
}

type otherFleet struct{ group, kind, of string }

// otherFleets are the kinds of clusters that fluxapp does not read: what they say of a login is not for Flux.
var otherFleets = []otherFleet{
	{"cluster.open-cluster-management.io", "ManagedCluster", "Open Cluster Management"},
	{"provisioning.cattle.io", "Cluster", "Rancher"},
	{"management.cattle.io", "Cluster", "Rancher"},
	{"fleet.cattle.io", "Cluster", "Rancher Fleet"},
	{"lib.projectsveltos.io", "SveltosCluster", "Sveltos"},
	{"cluster.karmada.io", "Cluster", "Karmada"},
	{"clusters.clusternet.io", "ManagedCluster", "Clusternet"},
	{"cluster.kurator.dev", "AttachedCluster", "Kurator"},
}

// argoCluster, "cluster", makes a Secret a cluster of Argo CD.
const argoCluster = "argocd.argoproj.io/secret-type"

// OtherFleet returns what a document of a cluster is that fluxapp does not read: ManagedCluster of Open Cluster
// Management; empty for any other document.
func OtherFleet(object tree.Node) string {
	group, kind := GroupOf(object.Get("apiVersion").Text()), object.Get("kind").Text()
	for _, other := range otherFleets {
		if other.group == group && other.kind == kind {
			return kind + " of " + other.of
		}
	}
	if group == core && kind == Secret && object.At("metadata", "labels", argoCluster).Text() == "cluster" {
		return "cluster Secret of Argo CD"
	}
	return ""
}

// KubeConfigRef returns the one reference of a kubeConfig, secretRef or configMapRef; absent without one, or with two.
func KubeConfigRef(kubeConfig tree.Node) tree.Node {
	secret, configMap := kubeConfig.Get("secretRef"), kubeConfig.Get("configMapRef")
	if secret.Exists() && configMap.Exists() {
		return tree.Node{}
	}
	return cmp.Or(secret, configMap)
}

// KubeConfigKeyOf returns the key of a kubeConfig in an object of a namespace.
func KubeConfigKeyOf(kubeConfig tree.Node, namespace string) KubeConfigKey {
	switch ref := KubeConfigRef(kubeConfig); {
	case !ref.Exists():
		return KubeConfigKey{}
	case ref.Key() == "configMapRef":
		return KubeConfigKey{Namespace: namespace, Kind: ConfigMap, Name: ref.Get("name").Text()}
	default:
		return SecretKey(namespace, ref.Get("name").Text(), ref.Get("key").Text())
	}
}

// usualKeys are the keys of a kubeConfig that need not be written, in the order in which Flux looks for them.
var usualKeys = strings.Split(kubeConfigSecret.Keys, ",")

// SecretKey returns the key of a kubeConfig in a Secret; key is empty where the reference has none.
func SecretKey(namespace, name, key string) KubeConfigKey {
	if key = cmp.Or(key, usualKeys[0]); slices.Contains(usualKeys, key) {
		key = usualKeys[0]
	}
	return KubeConfigKey{namespace, Secret, name, key}
}

// String names the Secret or ConfigMap for a sentence, with the key if it is not the usual one.
func (k KubeConfigKey) String() string {
	name := k.Kind + " " + strings.TrimPrefix(k.Namespace+"/"+k.Name, "/")
	if k.Key != SecretKey("", "", "").Key && k.Key != "" {
		name += " (key " + k.Key + ")"
	}
	return name
}
