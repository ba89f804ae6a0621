package needs

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// around adds what the objects around the workload refer to, besides their Secrets and ServiceAccounts: each of them
// may be rendered by this run, or only named.
func (l *refs) around() {
	spec := l.p.Common.Spec
	switch l.p.Common.Kind {
	case kinds.Alert:
		l.named(providerName(l.p), Ref{Thing: Thing{Kind: kinds.Provider.Name}, Reason: Sends})
	case kinds.ImagePolicy:
		ref := spec.Get("imageRepositoryRef")
		l.named(ref.Get("name"), Ref{Thing: Thing{Kind: kinds.ImageRepository.Name, Namespace: ref.Get("namespace").Text()},
			Reason: Scans})
	case kinds.ImageUpdateAutomation:
		ref := spec.Get("sourceRef")
		kind := cmp.Or(ref.Get("kind").Text(), kinds.GitRepository.Name)
		l.named(ref.Get("name"), Ref{Thing: Thing{Kind: kind, Namespace: ref.Get("namespace").Text()}, Reason: Commits})
		l.signingKey()
	case kinds.RoleBinding:
		l.role()
	}
}

// providerName returns the name of the Provider of an Alert, whose references are replaced.
func providerName(p *plan.Placement) tree.Node {
	name := p.Common.Spec.At("providerRef", "name")
	if !VariesByAlert(p) || !reference.Is(name) {
		return name
	}
	parts, err := reference.Split(name.Text())
	if err != nil {
		return tree.Node{} // which is reported
	}
	return p.Alert().On.SharedResolver(p.Common.App).Text(tree.NewBuilder(), name, parts)
}

// VariesByAlert reports whether the object is an Alert with references to its cluster: what it refers to is not that
// of its common.
func VariesByAlert(p *plan.Placement) bool { return p.Alert() != nil && p.Alert().Refers }

// signingKey adds the Secret with which commits are signed. What it must have depends on the type of the key.
func (l *refs) signingKey() {
	signing := l.p.Common.Spec.At("git", "commit", "signingKey")
	key := "git.asc"
	if signing.Get("type").Text() == "ssh" {
		key = "identity"
	}
	l.named(signing.At("secretRef", "name"), Ref{Thing: Thing{Kind: Secret, Key: key}, Reason: Signs})
}

// builtInRoles are the ClusterRoles for users that Kubernetes brings.
var builtInRoles = map[string]bool{"admin": true, "edit": true, "view": true}

// role adds the Role or ClusterRole of a RoleBinding.
func (l *refs) role() {
	for _, field := range l.p.Common.Body {
		if field.Key != "roleRef" {
			continue
		}
		if name := field.Value.Get("name"); field.Value.Get("kind").Text() == ClusterRole {
			l.clusterRole(name, false)
		} else {
			l.named(name, Ref{Thing: Thing{Kind: kinds.RBACRole.Name}, Reason: Binds})
		}
	}
}

// clusterRole adds a ClusterRole that Kubernetes does not bring, on the API server of the object or on its cluster.
func (l *refs) clusterRole(name tree.Node, there bool) {
	if !builtInRoles[name.Text()] {
		l.add(Ref{Thing: Thing{Kind: ClusterRole, Name: name.Text()}, Reason: Binds, At: Site{Node: name}, There: there})
	}
}
