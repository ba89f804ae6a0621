package needs

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// appendRefsOfOne appends what the object of an entry needs because of the cluster that it delivers to: the
// kubeconfig, and the namespaces and the ServiceAccount there.
func appendRefsOfOne(all []Ref, p *plan.Placement) []Ref {
	l := refs{p: p, spec: specOf(p), all: all}
	l.kubeConfig()
	l.delivery()
	l.accountThere()
	if p.WaitsFor().Exists() {
		l.dependencies()
	}
	return l.all
}

// KubeConfigKeys are the keys that Flux looks for in the Secret of a kubeConfig that names none.
const KubeConfigKeys = "value,value.yaml"

// kubeConfig adds the Secret or ConfigMap by which Flux reaches the cluster.
func (l *refs) kubeConfig() {
	ref := validate.KubeConfigRef(l.p.KubeConfig(tree.NewBuilder()))
	if !ref.Exists() {
		return
	}
	r := Ref{Thing: Thing{Kind: ConfigMap}, Reason: Connects}
	if ref.Key() == "secretRef" {
		r.Kind, r.Key = Secret, cmp.Or(ref.Get("key").Text(), KubeConfigKeys)
	}
	l.named(ref.Get("name"), r)
}

// delivery adds the namespaces that the object delivers to: of a release also the one where Helm keeps it. Helm makes
// the namespace of the release itself where install.createNamespace asks for it; with the ServiceAccount of tenancy
// it may not.
func (l *refs) delivery() {
	p, field := l.p, l.p.Field()
	deploys := p.Target
	if p.Common.Kind == kinds.HelmRelease {
		deploys = cmp.Or(p.Target, p.Common.Namespace) // the release's own
		creates := l.spec.At("install", "createNamespace").Text() == "true" && !p.Instance.HasAccount()
		if storage := p.Storage(); !creates || storage != deploys {
			l.there(storage, Storage, field.StorageNamespace)
		}
		if creates {
			return
		}
	}
	l.there(deploys, Target, field.Target)
}

// there adds a namespace of the cluster. Where its field has no text, it is that of the object.
func (l *refs) there(namespace string, why Reason, written tree.Node) {
	if l.p.Instance.Text(written) == "" {
		written = cmp.Or(l.p.NamespaceNode(), l.p.Common.Origin)
	}
	l.add(Ref{Thing: Thing{Kind: Namespace, Name: namespace}, Reason: why, At: Site{Node: written}, There: true})
}

// accounts adds the ServiceAccounts of the object on its own API server.
func (l *refs) accounts() {
	r := Ref{Thing: Thing{Kind: ServiceAccount}, Reason: LogsIn}
	if l.p.IsEntry() {
		r.Reason = Decrypts
		l.named(l.spec.At("decryption", "serviceAccountName"), r)
		return
	}
	l.named(l.spec.Get("serviceAccountName"), r)
}

// accountThere adds the ServiceAccount that Flux impersonates on the cluster, which is called like one of the
// object's namespace. Before kustomize-controller deletes what a deleted Kustomization applied to another cluster, it
// looks for the account on the hub.
func (l *refs) accountThere() {
	name := l.spec.Get("serviceAccountName")
	if l.p.Instance.Text(name) == "" {
		return
	}
	r := Ref{Thing: Thing{Kind: ServiceAccount}, Reason: Impersonate, There: true}
	if l.p.KubeConfig(tree.NewBuilder()).Exists() {
		r.Reason = Bound
		l.there(l.p.Common.Namespace, Accounts, name)
		// which the bootstrap bundle of the cluster binds
		l.clusterRole(l.p.Common.App.Around.Tenancy.Get("clusterRole"), true)
		if l.p.Common.Kind == kinds.Kustomization {
			l.named(name, Ref{Thing: Thing{Kind: ServiceAccount}, Reason: Prunes})
		}
	}
	l.named(name, r)
}
