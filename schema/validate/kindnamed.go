package validate

import (
	"cmp"
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

//go:embed kinds.txt
var kindsText string

// objectKind is a row of kinds.txt, or a kind of Flux.
type objectKind struct {
	group, name, scope string
	versions           []string
	flux               []kinds.APIVersion
}

var objectKinds = sync.OnceValue(func() (all []objectKind) {
	for line := range strings.Lines(kindsText) {
		if f := strings.Fields(line); len(f) > 3 && f[0] != "#" {
			all = append(all, objectKind{group: f[0], name: f[1], scope: f[2], versions: f[3:]})
		}
	}
	for k := range kinds.With(kinds.Written | kinds.Made) {
		if len(k.Versions) > 0 {
			all = append(all, objectKind{group: k.Group, name: k.Name, scope: "namespace", flux: k.Versions})
		}
	}
	return all
})

// served returns the versions that Kubernetes, or a Flux, serves, the newest first.
func (k *objectKind) served(flux kinds.FluxVersion) (all []string) {
	for _, v := range k.flux {
		if flux.Has(v.Since) && (v.Until == 0 || !flux.Has(v.Until+1)) {
			all = append(all, v.Name)
		}
	}
	return append(all, k.versions...)
}

// findKind returns the kind that is called so in a group, or in any where that is empty; nil for none.
func findKind(group, name string) *objectKind {
	all := objectKinds()
	i := slices.IndexFunc(all, func(k objectKind) bool { return k.name == name && (k.group == group || group == "") })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// meantKind returns what a kind most likely means that its group does not have, and whether Kubernetes or Flux has all
// kinds of the group: one of a CustomResourceDefinition has a dot.
func meantKind(group, name string) (meant *objectKind, isOurs bool) {
	var inGroup, anywhere []string
	for _, k := range objectKinds() {
		if anywhere = append(anywhere, k.name); k.group == group {
			inGroup = append(inGroup, k.name)
		}
	}
	isOurs, meant = len(inGroup) > 0 || !strings.Contains(group, "."), findKind("", name)
	switch {
	case isOurs && meant == nil:
		meant = cmp.Or(findKind(group, names.Nearest(name, inGroup)), findKind("", names.Nearest(name, anywhere)))
	case !isOurs && meant != nil && names.Differ(group, meant.group, 2) > 2:
		meant = nil
	}
	return meant, isOurs
}

// kindNamed is how a map names a kind: by an apiVersion, or in the target of a patch by a group and a version.
type kindNamed struct {
	tree.Node
	field, api     string // the apiVersion or the group
	group, version string // empty for any; the core group is v1
	problem        finding.Problem
	effect         string // of a kind that does not exist
}

var (
	plainPattern = pattern.Of(`^[A-Za-z0-9.-]*$`)
	slipOfKind   = pattern.Of(`^[a-z]|s$`) // others may have any kind, but write it as all do
)

// isKind validates the kind of the objects that a map names; a target has regular expressions. Where the problem is an
// error, kustomize-controller waits for the objects: it finds a kind by its group alone, takes apps/v1 for an absent
// apiVersion (ReferenceToObjMetadataSet of its internal/inventory), and stops without the namespace of a kind that has
// some (validateIdentifiers of cli-utils/pkg/kstatus/polling/engine).
func isKind(p finding.Problem) rowCheck {
	return func(c *validator, f field) {
		r := kindNamed{f.Node, "group", f.Get("group").Text(), "", f.Get("version").Text(), p, f.text}
		r.group = r.api
		kind, ok := known(f.Get("kind"))
		if version := f.Get("apiVersion"); f.key != "target" {
			r.field, r.api = "apiVersion", version.Text()
			if r.api == "" && p.IsError() {
				r.api = "apps/v1"
			}
			group, version, found := strings.Cut(r.api, "/")
			if r.group, r.version = group, version; !found {
				r.group, r.version = "v1", r.api
			}
		}
		isText := !f.Get("apiVersion").Exists() || f.Get("apiVersion").Kind() == tree.String
		if !ok || !isText || r.api == "" && !slipOfKind().MatchString(kind) ||
			!plainPattern().MatchString(kind+r.group+r.version) {
			return
		}
		k := findKind(r.group, kind)
		if k == nil {
			c.noKind(r)
			return
		}
		c.version(r, k)
		namespace := f.Get("namespace")
		isNone := !namespace.Exists() || namespace.Kind() == tree.String && namespace.Text() == ""
		if p.IsError() && k.scope == "namespace" && isNone {
			c.Lacks(f.Node, "namespace", "is required, because "+k.name+" is a kind with namespaces, and Flux takes none by "+
				"itself here, targetNamespace neither; add it")
		}
	}
}

// version reports a version of a kind that is served no more, or never was.
func (c *validator) version(r kindNamed, k *objectKind) {
	served := k.served(c.Flux)
	if r.group == "" || r.version == "" || len(served) == 0 || slices.Contains(served, r.version) ||
		slices.Contains(served, "*") {
		return
	}
	server, right, effect := "Kubernetes", served[0], r.effect
	if k.flux != nil {
		server = "Flux " + c.Flux.String()
	}
	if r.field == "apiVersion" {
		right, effect = r.valueFor(k, c.Flux), "and Flux finds the kind by its group alone"
	}
	c.propose(cmp.Or(r.Get("version"), r.Get(r.field)), doubtful, right, fmt.Sprintf("%s has no version %s of %s, %s; "+
		"write %s", server, r.version, k.name, effect, right))
}

// valueFor returns what to write as apiVersion, or as group, for a kind.
func (r kindNamed) valueFor(k *objectKind, flux kinds.FluxVersion) string {
	if r.field == "group" {
		return strings.TrimSuffix(k.group, "v1")
	}
	return strings.TrimPrefix(k.group+"/"+append(k.served(flux), "")[0], "v1/")
}

// noKind reports a kind that a group does not have, with the one that is meant. One that nobody knows may be of a newer
// Kubernetes, and one of a group that nobody knows is not reported.
func (c *validator) noKind(r kindNamed) {
	kind, value := r.Get("kind"), "it"
	meant, isOurs := meantKind(r.group, kind.Text())
	if meant != nil {
		value = r.valueFor(meant, c.Flux)
	}
	write := fmt.Sprintf("%s has no %s, %s; write ", cmp.Or(r.api, "Kubernetes"), kind.Text(), r.effect)
	switch quoted := cmp.Or(value, `""`); {
	case meant == nil && (r.group == "" || !isOurs):
	case r.field == "apiVersion" && r.Get(r.field).Text() == "" && (meant == nil || meant.group != r.group):
		c.Lacks(r.Node, r.field, "is required, because Flux takes apps/v1 otherwise, which has no "+kind.Text()+"; add "+
			value)
	case meant == nil:
		c.say(kind, doubtful, write+"the kind and its group as kubectl api-resources has them")
	case meant.group == r.group || r.group == "":
		c.propose(kind, r.problem, meant.name, write+meant.name)
	case meant.name == kind.Text():
		c.propose(r.Get(r.field), r.problem, value, write+quoted)
	default:
		c.say(kind, r.problem, write+r.field+": "+quoted+" and kind: "+meant.name)
	}
}
