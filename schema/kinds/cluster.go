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

// inventory is where the documents of a kind of cluster say how Flux reaches it, and what else is known of it.
type inventory struct {
	// Of is the program whose kind it is, where a document without a login is no member of the fleet.
	Of string
	// Secret leads to the name of the Secret with the kubeconfig, SecretNamespace to its namespace, SecretKey to its key.
	Secret, SecretNamespace, SecretKey Path
	// Named is the name of that Secret where nothing names it, with NAME for the cluster's; empty where there is none.
	// Keyed: there is none either without a key.
	Named string
	Keyed bool
	// Access are lists of access providers, the most important one first, or of addresses, whose provider is Provider.
	Access   []Path
	Provider string
	// Properties leads to a list of names and values.
	Properties Path
}

// argoCluster, "cluster", makes a Secret a cluster of Argo CD.
const argoCluster = "argocd.argoproj.io/secret-type"

var argoSecret = &Kind{Group: core, Version: core, Name: "cluster Secret", Role: Inventoried,
	Inventory: inventory{Of: "Argo CD"}}

// InventoryOf returns the kind of a document that is a cluster in the inventory of another program; nil for any other.
func InventoryOf(object tree.Node) *Kind {
	group, kind := GroupOf(object.Get("apiVersion").Text()), object.Get("kind").Text()
	if group == core && kind == Secret && object.At("metadata", "labels", argoCluster).Text() == "cluster" {
		return argoSecret
	}
	return Find(Inventoried, group, kind)
}

// The labels of a Secret with the kubeconfig of a ClusterProfile, in its key Config
// (https://github.com/kubernetes/enhancements/blob/master/keps/sig-multicluster/4322-cluster-inventory/README.md).
const (
	labelProfile          = "x-k8s.io/cluster-profile"
	labelProfileNamespace = "x-k8s.io/cluster-profile-namespace"
)

// ProfileOf returns the namespace and the name of the ClusterProfile whose kubeconfig an object has, if it is such a
// Secret; the namespace is empty where its labels have none.
func ProfileOf(object tree.Node) (namespace, name string) {
	if object.Get("kind").Text() != Secret || object.Get("apiVersion").Text() != core {
		return "", ""
	}
	labels := object.At("metadata", "labels")
	return labels.Get(labelProfileNamespace).Text(), labels.Get(labelProfile).Text()
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
