package adopt

import (
	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// compose writes the documents of applications that do not have one yet.
func compose(in *input, groups []*group) {
	var w layout.Writer
	for _, g := range groups {
		if g.document == nil {
			g.document = w.Write(layoutOf(in.members, g))
		}
	}
}

// isOne reports whether objects are one application to a reader: some have nothing in common but the name.
func isOne(members []schema.Member, g *group) bool { return layout.Shared(layoutOf(members, g)) }

// layoutOf returns what the document of an application is made of.
func layoutOf(members []schema.Member, g *group) layout.Group {
	made := layout.Group{Namespace: g.namespace, Name: g.name, Kind: g.kind, Standalone: g.isStandalone(), Fleet: members}
	for _, o := range g.objects {
		cluster := o.cluster()
		if !o.isLocal && !o.isRemote() { // the hub has it, whatever its namespace is called
			cluster = ""
		}
		member := layout.Member{Cluster: cluster, Object: o.given, File: o.file}
		if source := g.sources[o]; source != nil {
			member.Source = layout.Source{Kind: source.kind, Object: source.given}
			member.SourceFile = source.file
		}
		made.Members = append(made.Members, member)
	}
	return made
}
