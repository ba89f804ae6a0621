package change

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type pair struct {
	before, after version
	explainer     render.FieldExplainer
	fields        []Field // that differ
	skip          func(tree.Path) bool
	removes       bool // patches take out what Flux then deletes
}

type version struct {
	*Object
	root tree.Node // without what follows from other objects
	side side
}

func (p *pair) differences() (found []Field) {
	rules := tree.Comparison{Before: p.before.nulls(), After: p.after.nulls(), EachField: true, Skip: p.skips}
	for d := range rules.Differences(p.before.root, p.after.root) {
		f := Field{Path: d.Path.String(), Before: d.Before.JSON(), After: d.After.JSON(), Secret: isSecretVariable(d)}
		if !p.after.read {
			f.Set = p.explainer.Field(d.Path.Keys()...).Setting
		}
		found = append(found, f)
	}
	return found
}

// nulls are the nulls that are values: all that were printed are.
func (o *Object) nulls() tree.Nulls {
	if o.read {
		return tree.AllNulls
	}
	return tree.KeptNulls
}

// skips reports whether what is at a path is not compared: what follows from other objects, and a new name.
func (p *pair) skips(at tree.Path) bool {
	return p.skip != nil && p.skip(at) || p.isRenamed() && (at.Is("metadata", "name") || at.Is("metadata", "namespace"))
}

// isRenamed reports whether another object has what the earlier one had.
func (p *pair) isRenamed() bool { return p.before.ID != p.after.ID }

// isSecretVariable reports whether the values belong to a variable that is called like a secret.
func isSecretVariable(d tree.Difference) bool {
	if len(d.Path) == 0 || d.Path[len(d.Path)-1].Key != "value" {
		return false
	}
	for i, v := range []tree.Compared{d.Before, d.After} {
		_, hidden := finding.Secrets{}.Redact(d.Around[i].Get("name").Text(), v.Text())
		if hidden {
			return true
		}
	}
	return false
}

// changes reports whether a field of the objects, or one below it, differs.
func (p *pair) changes(at kinds.Path) bool {
	return slices.ContainsFunc(p.fields, func(f Field) bool { return f.IsBelow(at.String()) })
}

type outcome struct {
	action Action
	effect string // for the end of a sentence; may be empty
}

func (p *pair) controller() string { return p.after.Row.Controller() }

// delayed puts a condition before what only happens to an object that is not suspended.
func (p *pair) delayed(effect string) string {
	if p.after.isSuspended() {
		return "once it is resumed, " + effect
	}
	return effect
}

func (v version) isSuspended() bool { return kinds.IsSuspended(v.root.At) }

func called(cluster string) string { return cmp.Or(cluster, "the hub") }

// renaming returns what happens when another object has the same Helm release, or applies the same: measured with
// helm-controller 1.6 and kustomize-controller 1.9. What happens on two servers, in a new topology, follows from that.
func (p *pair) renaming() outcome {
	if _, stays := p.before.Row.Deleted(p.before.value); stays {
		return outcome{Renamed, p.keptBySuccessor()}
	}
	if p.before.release() != p.after.release() {
		return outcome{Renamed, p.delayed(fmt.Sprintf("%s uninstalls its Helm release %s with the old object and installs "+
			"%s with the new one", p.controller(), p.before.release(), p.after.release())) + p.slowUninstall()}
	}
	words, condition := renamedRelease, ""
	if p.after.Kind != kinds.HelmRelease.Name {
		words = renamedManifests
		_, condition = p.before.prunes()
	}
	removes := p.controllerOf(p.before.Object) + words.removes + condition
	if p.after.isSuspended() {
		return outcome{Renamed, removes + "; nothing is " + words.made + " until the new one is resumed"}
	}
	makes, advice := p.controllerOf(p.after.Object)+words.makes+" with the new one", ""
	switch sameServer := p.before.Server == p.after.Server; {
	case !p.runsTheSame():
	case p.after.Row == kinds.Kustomization && sameServer:
		advice = "; apply the new one first, and delete the old one last, and the new one takes over what runs; suspend " +
			"the old one before, so that it takes nothing back"
	default:
		advice = "; suspend the old one first, and the new one takes over what runs"
	}
	if p.after.Row != kinds.Kustomization || p.before.Server != p.after.Server {
		makes += ", but only at its next interval if the old one goes last"
	}
	return outcome{Renamed, removes + "; " + makes + advice + p.slowUninstall()}
}

// release returns the name of the Helm release of the object; empty for one that makes none.
func (o *Object) release() string { return o.part(o.Row.Part(kinds.ReleaseName)) }

// slowUninstall returns what a slow uninstall does to the new release, behind a semicolon.
func (p *pair) slowUninstall() string {
	if p.after.Kind != kinds.HelmRelease.Name || p.after.Row.InstallsAgain(p.after.value) {
		return ""
	}
	return "; without install.remediation.retries, it stays failed if the old uninstall is slow"
}

// runsTheSame reports whether the new object has all that the controller knows the old one by, so that it can take over
// what runs: a cluster that is called something else can have another folder, prefix or namespace too.
func (p *pair) runsTheSame() bool {
	return !slices.ContainsFunc(p.after.Row.Identity, func(part kinds.Part) bool {
		return part.Is != kinds.KubeConfig && part.Is != kinds.ChartName && p.before.besides(part) != p.after.besides(part)
	})
}

// besides returns a part with nothing where a source is in the namespace of the object.
func (v version) besides(part kinds.Part) string {
	if part.Is == kinds.SourceOf {
		return strings.Replace(v.part(part), "/"+v.Namespace+"/", "//", 1)
	}
	return v.part(part)
}

// renamedWords are what a controller does when another object has the same Helm release or manifests.
type renamedWords struct{ removes, makes, made string }

var (
	renamedRelease   = renamedWords{" uninstalls its Helm release with the old object", " installs it anew", "installed"}
	renamedManifests = renamedWords{" deletes what the old object applied", " applies it anew", "applied"}
)

// keptBySuccessor returns what happens where the old object leaves behind what runs.
func (p *pair) keptBySuccessor() string {
	kept := "the new object takes over what the old one applied"
	if p.after.Kind == kinds.HelmRelease.Name {
		kept = "the new object takes the Helm release over, because the old one is suspended"
	}
	return p.delayed(kept)
}

// controllerOf is who applies an object of the pair. It names the server where the two have different ones.
func (p *pair) controllerOf(o *Object) string {
	if p.before.Server == p.after.Server {
		return p.controller()
	}
	return p.controller() + " of " + called(o.Server)
}
