package plan

import (
	"cmp"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// tenancy plans an application's ServiceAccount, and the Role and RoleBinding of those who work with its objects.
func (p *planner) tenancy(app *inventory.Application) {
	section := app.Around.Tenancy
	account, role := app.Account(), section.Get("role")
	if account.Text() != "" {
		p.share(bodyPlacement(app, kinds.ServiceAccount, account.Text(), account))
	}
	if role.Kind() != tree.Map {
		return
	}
	name := cmp.Or(role.Get("name").Text(), account.Text(), app.Document.Name())
	p.share(bodyPlacement(app, kinds.RBACRole, name, role, tree.Field{Key: "rules", Value: role.Get("rules")}))
	p.share(bodyPlacement(app, kinds.RoleBinding, name+"-binding", role,
		Binding(p.inv.Build, kinds.RBACRole.Name, name, p.subjects(app))...))
}

// bodyPlacement returns the placement of an object of the application that has no spec.
func bodyPlacement(app *inventory.Application, kind *kinds.Kind, name string, origin tree.Node,
	body ...tree.Field) *Placement {
	return sharedPlacement(name,
		Common{App: app, Kind: kind, Namespace: app.Namespace, Origin: origin, Other: &Other{Body: body}})
}

// TextField returns a field with a text that nobody has written.
func TextField(b *tree.Builder, key, text string) tree.Field {
	return tree.Field{Key: key, Value: b.String(text, tree.Node{})}
}

// Binding returns the fields of a RoleBinding of a role to subjects.
func Binding(b *tree.Builder, kind, role string, subjects tree.Node) []tree.Field {
	return []tree.Field{
		{Key: "roleRef", Value: b.Map(tree.Node{},
			TextField(b, "apiGroup", kinds.RBACRole.Group), TextField(b, "kind", kind), TextField(b, "name", role))},
		{Key: "subjects", Value: subjects},
	}
}

// subjects returns who has the role of an application: its ServiceAccount, and those that its author lists. A
// ServiceAccount without a namespace is one of the application's own.
func (p *planner) subjects(app *inventory.Application) tree.Node {
	section := app.Around.Tenancy
	var all []tree.Node
	if account := app.Account(); account.Text() != "" {
		all = append(all, ServiceAccount(p.inv.Build, app.Namespace, account))
	}
	for subject := range section.Get("subjects").Children() {
		if subject.Get("kind").Text() == kinds.ServiceAccount.Name && !subject.Get("namespace").Exists() {
			subject = inNamespace(p.inv.Build, subject, app.Namespace)
		}
		all = append(all, subject)
	}
	return p.inv.Build.List(cmp.Or(section.Get("subjects"), app.Account()), all...)
}

// ServiceAccount returns the subject of a RoleBinding that is a ServiceAccount of a namespace.
func ServiceAccount(b *tree.Builder, namespace string, name tree.Node) tree.Node {
	account := b.Map(name, TextField(b, "kind", kinds.ServiceAccount.Name), tree.Field{Key: "name", Value: name})
	return inNamespace(b, account, namespace)
}

// inNamespace returns a subject with a namespace; as it is where there is none.
func inNamespace(b *tree.Builder, subject tree.Node, namespace string) tree.Node {
	if namespace == "" {
		return subject
	}
	return b.Map(subject, append(subject.Fields(), TextField(b, "namespace", namespace))...)
}

// ForCluster returns the placement of an object that a cluster needs because of another object, which delivers to it.
func ForCluster(b *tree.Builder, made *Common, name string, because *Placement) Placement {
	placed := New(made, name, because.ClusterName)
	placed.Own().broughtBy = because.Instance
	addMetadata(b, &placed)
	placed.Common.Copies++
	return placed
}
