package needs

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// appendRefsOfOne appends what an entry's object needs on its cluster: kubeconfig, namespaces and ServiceAccount.
func appendRefsOfOne(all []Ref, p *plan.Placement) []Ref {
	kubeConfig := p.KubeConfig(tree.NewBuilder())
	l := refs{p: p, read: p.Written, all: all}
	if kubeConfig.Exists() {
		l.each(func(r *kinds.Reference) bool { return r.Strands })
	}
	l.delivery()
	l.account(kubeConfig.Exists())
	if p.WaitsFor().Exists() {
		l.dependencies()
	}
	return l.all
}

func (l *refs) dependencies() {
	l.each(func(r *kinds.Reference) bool { return r.Relation == kinds.Precedes })
}

// delivery adds the namespaces that the object delivers to, for a release also where Helm keeps it. Helm makes a
// release's namespace where install.createNamespace asks for it; with the ServiceAccount of tenancy it may not.
func (l *refs) delivery() {
	p, field := l.p, l.p.Field()
	deploys := p.Target
	if p.Common.Kind.Part(kinds.TargetNamespace).OwnNamespace {
		deploys = cmp.Or(p.Target, p.Common.Namespace)
	}
	if p.Common.Kind.Part(kinds.StorageNamespace).Is != "" {
		creates := p.Common.Kind.Creates.In(p.Written).Text() == "true" && !p.Instance.HasAccount()
		if storage := p.Storage(); !creates || storage != deploys {
			l.namespaceOnCluster(storage, Storage, field.StorageNamespace)
		}
		if creates {
			return
		}
	}
	l.namespaceOnCluster(deploys, Target, field.Target)
}

// namespaceOnCluster adds a namespace of the cluster. Where its field has no text, it is the namespace of the object.
func (l *refs) namespaceOnCluster(namespace string, why kinds.Reason, written tree.Node) {
	if l.p.Instance.Text(written) == "" {
		written = cmp.Or(l.p.NamespaceNode(), l.p.Common.Origin)
	}
	l.add(Ref{
		Thing: Thing{Kind: kinds.Namespace.Name, Name: namespace}, Reason: why, At: Site{Node: written}, OnCluster: true,
	})
}

// account adds the ServiceAccount that Flux impersonates. A hub acts as its user elsewhere: there its role is bound.
func (l *refs) account(isRemote bool) {
	before := len(l.all)
	l.each(func(r *kinds.Reference) bool { return r.Member })
	if !isRemote || len(l.all) == before || l.all[before].For(l.p).Name == "" {
		return
	}
	account := &l.all[before]
	account.Reason = Bound
	l.namespaceOnCluster(l.p.Common.Namespace, Accounts, account.At.Node)
	role := l.p.Common.App.Around.Tenancy.Get("clusterRole") // which the bootstrap bundle of the cluster binds
	if !builtInRoles[role.Text()] {
		thing := Thing{Kind: kinds.ClusterRole, Name: role.Text()}
		l.add(Ref{Thing: thing, Reason: kinds.BindsRole, At: Site{Node: role}, OnCluster: true})
	}
	l.each(func(r *kinds.Reference) bool { return r.Remote })
}
