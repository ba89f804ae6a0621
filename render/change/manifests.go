package change

import "github.com/fluxapp-dev/fluxapp/schema/kinds"

// manifests returns what a change of a Kustomization or KCLRun does to what it has applied.
func (p *pair) manifests() (all []outcome) {
	for _, part := range p.after.Row.Identity {
		before, after, changes := p.changedPart(part)
		switch {
		case part.Change != kinds.Move || !changes:
		case part.Is == kinds.Folder:
			all = append(all, p.anotherPath(before))
		case part.Is == kinds.TargetNamespace:
			all = append(all, p.anotherNamespace(inNamespace(before), inNamespace(after)))
		}
	}
	return all
}

func inNamespace(name string) string {
	if name == "" {
		return "the namespaces of its manifests"
	}
	return "the namespace " + name
}

// prunes reports whether the controller deletes what is not applied any more, perhaps on a condition.
func (o *Object) prunes() (prunes bool, condition string) {
	prunes, open := kinds.Prunes(o.value)
	if open {
		condition = ", if its prune is true, which another tool sets"
	}
	return prunes, condition
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
