package change

import "path"

// manifests returns what a change of a Kustomization or KCLRun does to what it has applied. What Flux does was
// measured with kustomize-controller 1.9.
func (p *pair) manifests() (all []outcome) {
	if before, after := p.before.target(), p.after.target(); before != after {
		all = append(all, p.anotherNamespace(before, after))
	}
	if before := p.before.path(); before != p.after.path() {
		all = append(all, p.anotherPath(before))
	}
	return all
}

// path returns the folder of the source that is applied.
func (o *Object) path() string { return path.Clean("/" + o.value("path").Text()) }

// target returns where it is applied, in a sentence.
func (o *Object) target() string {
	if name := o.value("targetNamespace").Text(); name != "" {
		return "the namespace " + name
	}
	return "the namespaces of its manifests"
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

func (p *pair) anotherNamespace(before, after string) outcome {
	if prunes, condition := p.after.prunes(); prunes {
		return outcome{Reinstalled,
			p.delayed(p.controller() + " applies it to " + after + " and deletes what it applied to " + before + condition)}
	}
	return outcome{Orphaned, p.delayed(p.controller() + " applies it to " + after + ", and what it applied to " + before +
		" stays there without an owner, because its prune is false")}
}

// anotherPath returns what happens when another folder is applied. Objects that both folders have are only changed.
func (p *pair) anotherPath(before string) outcome {
	if prunes, condition := p.after.prunes(); prunes {
		return outcome{Reinstalled, p.delayed(p.controller() + " deletes what only ." + before + " has" + condition)}
	}
	return outcome{Changed, "what only ." + before + " has stays on the cluster without an owner, because its prune " +
		"is false"}
}
