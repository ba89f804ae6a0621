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

// KubeConfigRef returns the one reference of a kubeConfig, secretRef or configMapRef; absent without one, or with two.
func KubeConfigRef(kubeConfig tree.Node) tree.Node {
	secret, configMap := kubeConfig.Get("secretRef"), kubeConfig.Get("configMapRef")
	switch {
	case secret.Exists() && configMap.Exists():
		return tree.Node{}
	case secret.Exists():
		return secret
	}
	return configMap
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

// SecretKey returns the key of a kubeConfig in a Secret; key is empty where the reference has none.
func SecretKey(namespace, name, key string) KubeConfigKey {
	usual := strings.Split(kubeConfigSecret.Keys, ",")
	if key = cmp.Or(key, usual[0]); slices.Contains(usual, key) {
		key = usual[0]
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
