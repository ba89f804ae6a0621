package verify

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// missingSecrets tells of sources that most likely need a secretRef: for SSH, or where others have one for the host.
func missingSecrets(placements []*plan.Placement) (problems []finding.Problem) {
	private, open := map[string]bool{}, []*plan.Placement{}
	seen := map[*plan.Common]bool{}
	for _, p := range placements {
		if p.IsEntry() || !p.Common.Kind.Is(kinds.Source) || !each.Add(seen, p.Common) {
			continue
		}
		if refersFor(p, kinds.Credentials) {
			_, host := hostOf(addressOf(p))
			private[host] = true
		} else if !authenticates(p) {
			open = append(open, p)
		}
	}
	for _, p := range open {
		severity, why := whySecret(addressOf(p), private)
		if why != "" {
			problems = finding.Append(problems, about(p, severity, CodeNoSecret, addressOf(p),
				why+", and here is none; write "+secretField(p)+": {name: …}"))
		}
	}
	return problems
}

func secretField(p *plan.Placement) string {
	if p.Common.App.Document.Class() == schema.ClassRepository {
		return "secret"
	}
	at := slices.IndexFunc(p.Common.Kind.References, func(r kinds.Reference) bool { return r.Reason == kinds.Credentials })
	return p.Common.Kind.References[at].At.Key()
}

func addressOf(p *plan.Placement) tree.Node {
	if len(p.Common.Kind.Place) == 0 {
		return tree.Node{}
	}
	return p.Common.Kind.Place[0].In(p.Written)
}

func refersFor(p *plan.Placement, reasons ...kinds.Reason) bool {
	for reference := range p.Common.Kind.Named(p.Written) {
		if slices.Contains(reasons, reference.Reason) {
			return true
		}
	}
	return false
}

// whySecret tells why a source at an address needs a secretRef; empty when nothing shows that it does. That one for SSH
// does is certain: AuthOptions.Validate of fluxcd/pkg/git wants a key.
func whySecret(address tree.Node, private map[string]bool) (finding.Severity, string) {
	ssh, host := hostOf(address)
	switch {
	case ssh:
		return finding.SeverityWarning, fmt.Sprintf("Flux reads %s by SSH with the key of a secretRef",
			cmp.Or(host, "this URL"))
	case host != "" && private[host]:
		return finding.SeverityInfo, fmt.Sprintf("other sources of %s have a secretRef", host)
	}
	return "", ""
}

// authenticates reports whether a source has credentials of another kind than a secretRef, or may have.
func authenticates(p *plan.Placement) bool {
	provider := p.Common.Spec.Get("provider").Text()
	isLogin := provider != "" && provider != "generic"
	if ssh, _ := hostOf(p.Common.Spec.Get("url")); ssh { // Flux asks for a key before it looks at the provider
		isLogin = false
	}
	return isLogin || refersFor(p, kinds.LogsIn, kinds.Certificates)
}

// hostOf returns the host of an address, with its port and without a user, and whether Flux reads it by SSH. It is
// empty for a host that is not known, and for one where anybody has public and private sources.
func hostOf(address tree.Node) (ssh bool, host string) {
	text := strings.ToLower(address.Text())
	scheme, rest, found := strings.Cut(text, "://")
	if !found {
		rest = text
	}
	ssh = found && scheme == "ssh"
	host, _, _ = strings.Cut(rest, "/")
	at := strings.LastIndexByte(host, '@')
	user, host := host[:max(at, 0)], host[at+1:]
	isKnown := func(known string) bool {
		return host == known || strings.HasPrefix(known, ".") && strings.HasSuffix(host, known)
	}
	switch {
	case names.Placeholder(text):
		return ssh, ""
	case ssh:
		return true, host
	case strings.Contains(user, ":"), slices.ContainsFunc(publicHosts, isKnown):
		// the first has its credentials in the URL, which another rule reports
		return false, ""
	}
	return false, host
}

// publicHosts are hosts where a source's secret tells nothing about others. A dot in front stands for all below.
var publicHosts = []string{
	"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "ghcr.io", "docker.io",
	"registry-1.docker.io", "index.docker.io", "quay.io", "gcr.io", ".pkg.dev", "registry.gitlab.com", "public.ecr.aws",
	"mcr.microsoft.com", "registry.k8s.io", ".github.io", ".gitlab.io", "charts.bitnami.com", ".amazonaws.com",
	"storage.googleapis.com",
}

// sourcesElsewhere tells of references to sources without a namespace that nothing of the run renders in the object's
// own namespace, while it renders one of this kind and name in another: most likely that one is meant.
func sourcesElsewhere(placements []*plan.Placement) (problems []finding.Problem) {
	rendered := renderedSources(placements)
	if len(rendered) == 0 {
		return nil
	}
	reported := map[plan.Place]bool{}
	var last *plan.Common
	for _, p := range placements {
		if !p.IsEntry() || p.Common == last {
			continue
		}
		last = p.Common
		from := p.Instance.Template.Source()
		namespaces := rendered[plan.ClashKey{Server: p.Server(), Kind: from.Kind(), Name: from.Ref.Get("name").Text()}]
		if !from.Written || from.Ref.Get("namespace").Exists() || len(namespaces) == 0 ||
			slices.Contains(namespaces, p.Common.Namespace) || !each.Add(reported, p.PlaceOf(from.Ref)) {
			continue
		}
		named := inventory.ObjectKey{Namespace: p.Common.Namespace, Name: from.Ref.Get("name").Text()}
		found := about(p, finding.SeverityInfo, CodeSourceElsewhere, from.Ref, fmt.Sprintf("this refers to the %s %s, and "+
			"the run renders one of this name in namespace %s; add namespace: %[3]s if that one is meant", from.Kind(), named,
			slices.Min(namespaces)))
		found.Proposed = "namespace: " + slices.Min(namespaces)
		problems = finding.Append(problems, found)
	}
	return problems
}

func renderedSources(placements []*plan.Placement) map[plan.ClashKey][]string {
	found := map[plan.ClashKey][]string{}
	for _, p := range placements {
		if p.Common.Kind.Is(kinds.Source) && p.Common.Namespace != "" {
			key := p.Key()
			key.Namespace = ""
			found[key] = append(found[key], p.Common.Namespace)
		}
	}
	return found
}

// sameAutomations informs of automations that make one commit twice: image-automation-controller applies all policies
// of the namespace that the policySelector selects (getPolicies), whichever application they are of.
func sameAutomations(placements []*plan.Placement) (problems []finding.Problem) {
	all := slices.DeleteFunc(slices.Clone(placements), func(p *plan.Placement) bool {
		return p.Common.Kind != kinds.ImageUpdateAutomation || names.Placeholder(changesOf(p))
	})
	slices.SortStableFunc(all, func(a, b *plan.Placement) int {
		return cmp.Or(cmp.Compare(changesOf(a), changesOf(b)), plan.CompareNames(a, b))
	})
	for end := 1; len(all) > 0; all, end = all[end:], 1 {
		called := []string{all[0].ObjectKey().String()}
		for ; end < len(all) && strings.HasPrefix(changesOf(all[end]), changesOf(all[0])); end++ {
			called = append(called, all[end].ObjectKey().String())
		}
		at := func(p *plan.Placement) tree.Node { return cmp.Or(p.Common.Spec.At("update", "path"), p.Common.Origin) }
		if end > 1 {
			problems = append(problems, about(all[end-1], finding.SeverityInfo, CodeSameAutomation, at(all[end-1]),
				fmt.Sprintf("the automations %s change the same marked values: each takes all policies of the namespace, and "+
					"one of two pushes fails until Flux tries again; write one automation for all, or a path for each; the first "+
					"is at ", names.List(called, 5))).Beside(at(all[0]), ""))
		}
	}
	return problems
}

// changesOf returns what an automation changes, with the folder last: one in it begins with the same text.
func changesOf(p *plan.Placement) string {
	spec, own := p.Common.Spec, p.Common.Namespace
	branch := cmp.Or(spec.At("git", "push", "branch"), spec.At("git", "checkout", "ref", "branch")).Text()
	return strings.Join([]string{p.Server(), own, cmp.Or(spec.At("sourceRef", "namespace").Text(), own),
		spec.At("sourceRef", "name").Text(), branch, spec.At("git", "push", "refspec").Text(),
		string(tree.AppendJSON(nil, spec.Get("policySelector"))),
		strings.TrimSuffix(path.Clean("/"+spec.At("update", "path").Text()), "/") + "/"}, " ")
}
