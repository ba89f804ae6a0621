// Package identity answers which object of one side is the same thing as an object of another side: the same object of
// an API server, the same Helm release or the same manifests on a cluster, or what takes the place of something. The
// fields that tell it are in the table of [kinds].
//
// The package does not compare objects: package change tells what differs between two that are paired.
//
// The package is public because packages change and krmfn, which is not below render, must give the same answer.
package identity

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Key is equal for objects that are the same thing in one respect. The zero Key is equal to none.
type Key struct {
	kind    string
	to      Destination
	cluster string // its name, where that tells more than the destination
	parts   string
}

// Named returns the key of an object of an API server, which does not distinguish versions.
func Named(group, kind, namespace, name string) Key {
	return Key{kind: kind, parts: strings.Join([]string{group, namespace, name}, "\x00")}
}

// Release returns the key of a Helm release by what Helm knows it by, as runs does.
func Release(to Destination, storageNamespace, name string) Key {
	return Key{kind: kinds.HelmRelease.Name, to: to, parts: name + "\x00" + storageNamespace + "\x00"}
}

// runs returns the key of what a workload does, whatever its name: its Helm release, or what it applies, and where. Of
// two workloads with one key, each takes what runs from the other one.
func (o Object) runs() Key {
	return Key{kind: o.Row.Name, to: o.Destination(), parts: o.parts(isReplaced)}
}

func isReplaced(p kinds.Part) bool { return p.Replaced }

// Same returns the key of the object itself, on its API server, and what it is like: the key that all workloads have
// which may own the same, whatever their sources are, or that of a source by its address and what it follows.
func (o Object) Same() (key, like Key) {
	key = Named(o.Row.Group, o.Row.Name, o.Namespace, o.Name)
	key.to.Server = o.Server
	if o.Row.Is(kinds.Workload) {
		has := func(p kinds.Part) bool { return p.Replaced && p.Is != kinds.SourceOf }
		return key, Key{kind: o.Row.Name, to: o.Destination(), parts: o.parts(has)}
	}
	if address := o.Row.Address(o.Value); address != "" {
		field, revision := o.Row.Followed(o.Value)
		like = Named(address, o.Row.Name, field, revision)
	}
	return key, like
}

// Owns returns the key of what only one object can have on a cluster: a Helm release, or manifests in one form. It is
// the zero Key for an object that is no workload.
func (o Object) Owns() Key {
	if !o.Row.Is(kinds.Workload) {
		return Key{}
	}
	key := o.runs()
	for _, at := range o.Row.Shaped {
		key.parts += string(tree.AppendJSON(nil, at.In(o.Value))) + "\x00"
	}
	return key
}

// runsAnywhere is the key of a workload whose namespace may be another one now, and with it the namespaces of Helm's
// storage, of the kubeConfig and of the source. What Helm installs is called the same.
func (o Object) runsAnywhere() Key {
	to, source, has := o.Destination(), "", func(p kinds.Part) bool { return p.Replaced && p.Is != kinds.SourceOf }
	to.KubeConfig.Namespace = ""
	switch o.Row {
	case kinds.HelmRelease:
		has = func(p kinds.Part) bool { return p.Is == kinds.ReleaseName || p.Is == kinds.TargetNamespace }
	case kinds.Kustomization:
		source = strings.Replace(o.source(), "/"+o.Namespace+"/", "//", 1)
	default:
		return Key{}
	}
	return Key{kind: o.Row.Name, to: to, parts: source + "\x00" + o.parts(has)}
}

// runsOnCluster is the key of a workload that another Flux may have now: the hub's, or that of the cluster itself.
func (o Object) runsOnCluster() Key {
	if o.Cluster == "" {
		return Key{}
	}
	return Key{kind: o.Row.Name, cluster: o.Cluster, parts: o.parts(isReplaced)}
}

// nameOnCluster is the key of a workload whose cluster has another name now, and so the workload.
func (o Object) nameOnCluster() Key {
	if o.Cluster == "" {
		return Key{}
	}
	return Key{kind: o.Row.Name, to: o.Destination(),
		parts: strings.Join([]string{o.Application, o.Namespace, wording.WithoutOwn(o.Name, o.Cluster)}, "\x00")}
}

// chartOnCluster is the key of a HelmRelease that has another name in its documents now, and in Helm. A
// suspended one has none: its release stays, and nothing takes it over.
func (o Object) chartOnCluster() Key {
	chart := o.source()
	if o.Row != kinds.HelmRelease || chart == "" || kinds.IsSuspended(o.Value) {
		return Key{}
	}
	parts := o.parts(func(p kinds.Part) bool { return p.Is != kinds.ReleaseName })
	return Key{kind: o.Row.Name, to: o.Destination(), parts: chart + "\x00" + parts}
}

// Object is what is known of an object by which another one can be the same thing.
type Object struct {
	// Row is what is known of its kind.
	Row *kinds.Kind
	// Server is the cluster whose own API server has the object; empty for the hub.
	Server string
	// Namespace and Name are those of the object.
	Namespace, Name string
	// Application is the namespace/name of the document that it is from.
	Application string
	// Cluster is what documents call the cluster that it delivers to; empty for the hub.
	Cluster string
	// Value reads its fields.
	Value kinds.Reader
	// Sources has what known sources are like. An inline source is called as its application: its name tells little.
	Sources map[Key]Key

	to *Destination // where it is known
}

// Destination is where a workload delivers to, whatever documents call the cluster. Two equal ones are one cluster.
type Destination struct {
	// Server is the API server that has the object; empty for the hub.
	Server string
	// KubeConfig leads from there to the cluster; the zero key where the workload delivers to the same API server.
	KubeConfig kinds.KubeConfigKey
}

// Destination returns where the object delivers to.
func (o Object) Destination() Destination {
	if o.to != nil {
		return *o.to
	}
	return Destination{o.Server, kinds.KubeConfigKeyOf(o.Row.Part(kinds.KubeConfig).At.In(o.Value), o.Namespace)}
}

// Part returns a part of what the controller knows the object by, with its default.
func (o Object) Part(part kinds.Part) string {
	value := part.At.In(o.Value)
	switch {
	case part.Is == kinds.ReleaseName:
		return wording.ReleaseName(value.Text(), o.Row.Part(kinds.TargetNamespace).At.In(o.Value).Text(), o.Name)
	case part.Is == kinds.Folder:
		return path.Clean("/" + value.Text())
	case part.Is == kinds.SourceOf:
		return o.source()
	case part.OwnNamespace:
		return cmp.Or(value.Text(), o.Namespace)
	}
	return value.Text()
}

// Pattern returns the name for an entry of several clusters, with a reference in the place of the name of one.
func (o Object) Pattern(cluster string) string {
	return wording.ShownFor(wording.WithoutOwn(o.Name, cluster), nil)
}

// source returns what the object takes its content from: as Sources has it, or its kind, namespace and name.
func (o Object) source() string {
	reference, source := o.Row.Source(o.Value)
	if reference == nil {
		return ""
	}
	to := reference.Target(source, o.Namespace, o.Value)
	key := Named(kinds.GitRepository.Group, to.Kind, to.Namespace, to.Name)
	key.to.Server = o.Server
	return cmp.Or(o.Sources[key].parts, strings.Join([]string{to.Kind, to.Namespace, to.Name}, "/"))
}

func (o Object) parts(has func(kinds.Part) bool) string {
	var parts []byte
	for _, part := range o.Row.Identity {
		if has(part) {
			parts = append(append(parts, o.Part(part)...), 0)
		}
	}
	return string(parts)
}

// Successors returns which new workload takes the place of which deleted one, by indexes. The surest key counts.
func Successors(gone, made []Object) map[int]int {
	keys := []func(Object) Key{Object.runs, Object.runsAnywhere, Object.nameOnCluster, Object.chartOnCluster}
	gone, made = remembered(gone), remembered(made)
	ofCluster := func(o Object) bool { return o.Server != "" }
	if slices.ContainsFunc(gone, ofCluster) || slices.ContainsFunc(made, ofCluster) {
		keys = slices.Insert(keys, 2, Object.runsOnCluster)
	}
	return pairs(gone, made, func(key Key, before, after Object) bool {
		return key.cluster == "" || before.Server != after.Server // by its name alone, a cluster is another API server
	}, keys)
}

// remembered returns the objects with what several keys have, so that each value is read once.
func remembered(all []Object) []Object {
	all = slices.Clone(all)
	for i := range all {
		read, values := all[i].Value, make([]value, 0, 8)
		all[i].Value = func(keys ...string) tree.Node {
			for _, v := range values {
				if slices.Equal(v.keys, keys) {
					return v.Node
				}
			}
			values = append(values, value{keys, read(keys...)})
			return values[len(values)-1].Node
		}
		to := all[i].Destination()
		all[i].to = &to
	}
	return all
}

type value struct {
	keys []string
	tree.Node
}

// Pairs returns which item of after is the same thing as which one of before, by their indexes: the only ones of both
// sides with a key. Each key, the surest first, is asked for the items that are left. The zero K equals none.
func Pairs[T any, K comparable](before, after []T, keys ...func(T) K) map[int]int {
	return pairs(before, after, func(K, T, T) bool { return true }, keys)
}

func pairs[T any, K comparable](before, after []T, may func(K, T, T) bool, keys []func(T) K) map[int]int {
	found, taken := map[int]int{}, map[int]bool{}
	isTaken, isPaired := func(i int) bool { return taken[i] }, func(i int) bool { _, is := found[i]; return is }
	for _, key := range keys {
		if len(taken) == len(before) || len(found) == len(after) {
			break // for example where everything is new
		}
		for k, p := range byKey(before, after, isTaken, isPaired, key) {
			if p.before >= 0 && p.after >= 0 && may(k, before[p.before], after[p.after]) {
				found[p.after], taken[p.before] = p.before, true
			}
		}
	}
	return found
}

// indexed is the index of the item of each side that has a key: none or several is no index.
type indexed struct{ before, after int }

const (
	none    = -1
	several = -2
)

// byKey returns the keys of the items before, with the items after that have these keys, except those left out.
func byKey[T any, K comparable](before, after []T, leftOut, leftOutAfter func(int) bool, key func(T) K) map[K]indexed {
	found, no := make(map[K]indexed, len(before)), *new(K)
	for i, item := range before {
		if leftOut(i) {
			continue
		}
		if k := key(item); k != no {
			if _, again := found[k]; again {
				i = several
			}
			found[k] = indexed{i, none}
		}
	}
	for i, item := range after {
		if leftOutAfter(i) {
			continue
		}
		k := key(item)
		if p, has := found[k]; has {
			if p.after != none {
				i = several
			}
			found[k] = indexed{p.before, i}
		}
	}
	return found
}
