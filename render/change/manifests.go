package change

import (
	"path"
)

// manifests returns what a change of a Kustomization or KCLRun does to what it has applied. What Flux does was
// measured with kustomize-controller 1.9.
func (p *pair) manifests() (all []outcome) {
	if was, is := p.was.value("targetNamespace").Text(), p.is.value("targetNamespace").Text(); was != is {
		all = append(all, p.anotherNamespace(inNamespace(was), inNamespace(is)))
	}
	if was, is := pathOf(p.was), pathOf(p.is); was != is {
		all = append(all, p.anotherPath(was))
	}
	return all
}

// pathOf returns the folder of the source that is applied.
func pathOf(o *Object) string { return path.Clean("/" + o.value("path").Text()) }

func inNamespace(name string) string {
	if name == "" {
		return "the namespaces of its manifests"
	}
	return "the namespace " + name
}

// prunes returns whether the controller deletes what the object does not apply any more, with a condition where
// another tool sets prune.
func (o *Object) prunes() (prunes bool, condition string) {
	prune := o.value("prune")
	if !prune.Exists() {
		condition = ", if its prune is true, which another tool sets"
	}
	return prune.Text() != "false", condition
}

func (p *pair) anotherNamespace(was, is string) outcome {
	if prunes, condition := p.is.prunes(); prunes {
		return outcome{Reinstalled,
			p.delayed(p.controller() + " applies it to " + is + " and deletes what it applied to " + was + condition)}
	}
	return outcome{Orphaned, p.delayed(p.controller() + " applies it to " + is + ", and what it applied to " + was +
		" stays there without an owner, because its prune is false")}
}

// anotherPath returns what happens when another folder is applied. Objects that both folders have are only changed.
func (p *pair) anotherPath(was string) outcome {
	if prunes, condition := p.is.prunes(); prunes {
		return outcome{Reinstalled, p.delayed(p.controller() + " deletes what only ." + was + " has" + condition)}
	}
	return outcome{Changed, "what only ." + was + " has stays on the cluster without an owner, because its prune is false"}
}
