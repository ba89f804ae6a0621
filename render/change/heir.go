package change

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/naming"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// unmatched adds the changes of objects that another object replaces, and of those that are gone or new.
func (c *comparison) unmatched(gone, made []*Object) {
	heirs := heirsOf(gone, made)
	replaced := make(map[*Object]bool, len(heirs))
	for _, o := range made {
		if before := heirs[o]; before != nil {
			replaced[before] = true
			c.List = append(c.List, c.pairChange(c.newPair(before, o)))
		} else {
			c.List = append(c.List, newChange(Created, nil, o))
		}
	}
	for _, o := range gone {
		if !replaced[o] {
			c.List = append(c.List, c.gone(o))
		}
	}
}

// identity is what a workload does, whatever its name: its Helm release, or what it applies, and where. Of two
// workloads with one identity, each takes what runs from the other one.
type identity struct {
	kind    string
	to      destination
	cluster string // its name, where that tells more than the destination
	parts   string
}

// identities are how an object is known that has another name now, the surest first. Each is asked for the objects that
// none before has matched; the empty identity matches nothing.
var identities = [...]func(*Object) identity{
	(*Object).identity, (*Object).releaseAnywhere, (*Object).identityOfCluster, (*Object).nameOnCluster,
	(*Object).chartOnCluster,
}

func (o *Object) identity() identity {
	return identity{kind: o.Kind, to: o.destination(), parts: o.parts(func(p kinds.Part) bool { return p.Replaced })}
}

// releaseAnywhere is the identity of a HelmRelease whose namespace may be another one now, and with it the namespaces
// of Helm's storage and of the kubeConfig. What Helm installs is called the same.
func (o *Object) releaseAnywhere() identity {
	if o.Row != kinds.HelmRelease {
		return identity{}
	}
	to := o.destination()
	to.KubeConfig.Namespace = ""
	return identity{kind: o.Kind, to: to, parts: o.parts(func(p kinds.Part) bool {
		return p.Is == kinds.ReleaseName || p.Is == kinds.TargetNamespace
	})}
}

// identityOfCluster is the identity of a workload that another Flux may have now, in another topology: the hub's, or
// that of the cluster itself.
func (o *Object) identityOfCluster() identity {
	if o.Cluster == "" {
		return identity{}
	}
	id := o.identity()
	id.to, id.cluster = destination{}, o.Cluster
	return id
}

// nameOnCluster is the identity of a workload whose cluster has another name now, and so the workload.
func (o *Object) nameOnCluster() identity {
	if o.Cluster == "" {
		return identity{}
	}
	return identity{kind: o.Kind, to: o.destination(),
		parts: strings.Join([]string{o.Application, o.Namespace, wording.WithoutOwn(o.Name, o.Cluster)}, "\x00")}
}

// chartOnCluster is the identity of a HelmRelease that its application calls something else now, and so does Helm. A
// suspended one has none: its release stays, and nothing takes it over.
func (o *Object) chartOnCluster() identity {
	reference, source := o.Row.Source(o.value)
	if o.Row != kinds.HelmRelease || reference == nil || kinds.IsSuspended(o.value) {
		return identity{}
	}
	chart := idOf(reference.Target(source, o.Namespace, o.value), o.Server).String()
	parts := o.parts(func(p kinds.Part) bool { return p.Is != kinds.ReleaseName })
	return identity{kind: o.Kind, to: o.destination(), parts: o.Application + "\x00" + chart + "\x00" + parts}
}

// parts are the values of some parts of what the controller knows the object by.
func (o *Object) parts(has func(kinds.Part) bool) (parts string) {
	for _, part := range o.Row.Identity {
		if has(part) {
			parts += naming.Part(o.Row, part, o.value, o.Namespace, o.Name) + "\x00"
		}
	}
	return parts
}

// heirsOf returns the one workload of before with the identity of the one workload of after.
func heirsOf(gone, made []*Object) map[*Object]*Object {
	heirs := map[*Object]*Object{}
	matched := map[*Object]bool{}
	for _, identityOf := range identities {
		before := byIdentity(gone, matched, identityOf)
		if len(before) == 0 { // for example where everything is new
			continue
		}
		for id, later := range byIdentity(made, matched, identityOf) {
			if earlier := before[id]; len(earlier) == 1 && len(later) == 1 && mayReplace(id, earlier[0], later[0]) {
				heirs[later[0]] = earlier[0]
				matched[earlier[0]], matched[later[0]] = true, true
			}
		}
	}
	return heirs
}

// mayReplace reports whether an object with the identity of another one may replace it. By the name of a cluster alone,
// it does so on another API server.
func mayReplace(id identity, before, after *Object) bool {
	return id.cluster == "" || before.Server != after.Server
}

func byIdentity(all []*Object, matched map[*Object]bool, identityOf func(*Object) identity) map[identity][]*Object {
	found := map[identity][]*Object{}
	for _, o := range all {
		if !o.IsWorkload() || o.Bootstrap || matched[o] {
			continue
		}
		if id := identityOf(o); id != (identity{}) {
			found[id] = append(found[id], o)
		}
	}
	return found
}
