package change

import (
	"path"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// manifests returns what a change of a Kustomization or KCLRun does to what it has applied. What Flux does was measured with
// kustomize-controller 1.9.
func (p *pair) manifests() (all []outcome) {
	before, after := p.before.Get("spec"), p.after.Get("spec")
	if was, is := before.Get("targetNamespace").Text(), after.Get("targetNamespace").Text(); was != is {
		all = append(all, p.anotherNamespace(inNamespace(was), inNamespace(is)))
	}
	if was, is := pathOf(before), pathOf(after); was != is {
		all = append(all, p.anotherPath(was))
	}
	return all
}

// pathOf returns the folder of the source that is applied.
func pathOf(spec tree.Node) string { return path.Clean("/" + spec.Get("path").Text()) }

func inNamespace(name string) string {
	if name == "" {
		return "the namespaces of its manifests"
	}
	return "the namespace " + name
}

// prunes returns whether the controller deletes what an object does not apply any more, with a condition where another tool sets prune.
func prunes(object tree.Node) (prunes bool, condition string) {
	prune := object.At("spec", "prune")
	if !prune.Exists() {
		condition = ", if its prune is true, which another tool sets"
	}
	return prune.Text() != "false", condition
}

func (p *pair) anotherNamespace(was, is string) outcome {
	if prunes, condition := prunes(p.after.Node); prunes {
		return outcome{Reinstalled, p.delayed(p.controller() + " applies it to " + is + " and deletes what it applied to " + was + condition)}
	}
	return outcome{Orphaned, p.delayed(p.controller() + " applies it to " + is + ", and what it applied to " + was + " stays there without an owner, because its prune is false")}
}

// anotherPath returns what happens when another folder is applied. Objects that both folders have are only changed.
func (p *pair) anotherPath(was string) outcome {
	if prunes, condition := prunes(p.after.Node); prunes {
		return outcome{Reinstalled, p.delayed(p.controller() + " deletes what only ." + was + " has" + condition)}
	}
	return outcome{Changed, "what only ." + was + " has stays on the cluster without an owner, because its prune is false"}
}
