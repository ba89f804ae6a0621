package status

import (
	"slices"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/terms"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// addExtra adds what documents made and render no more, unless it may be a rendered object of an unknown name.
func (s *summarizer) addExtra() {
	var extra []render.ID
	for id, n := range s.observed.objects {
		owner := ownerOf(n)
		if !s.rendered[id] && s.groups[owner] != nil && !s.placeholders[placeholderKey{owner, id.Server, id.Kind}] {
			extra = append(extra, id)
		}
	}
	slices.SortFunc(extra, render.ID.Compare)
	for _, id := range extra {
		n := s.observed.objects[id]
		row := s.observed.kindOf(n)
		o := Object{
			ID: id, Cluster: clusterOf(id, row, n), Workload: row.Is(kinds.Workload), State: Extra,
			Message: "the document does not render it any more",
		}
		if n.At("metadata", "deletionTimestamp").Exists() {
			o.Message += ", and it is being deleted"
		}
		o.readFacts(row, n, healthOf(n))
		s.group(ownerOf(n)).add(o, !o.Workload && o.Cluster == "")
	}
}

// ownerOf returns the namespace/name of the document that an object was rendered from; empty for one that was not.
func ownerOf(n tree.Node) string {
	return n.At("metadata", "annotations", terms.AnnotationRenderedFrom).Text()
}

// clusterOf returns the cluster of an observed object: its server, or on the hub that of its kubeConfig.
func clusterOf(id render.ID, row *kinds.Kind, n tree.Node) string {
	if id.Server != "" {
		return id.Server
	}
	return validate.ClusterName(validate.KubeConfigRef(row.Part(kinds.KubeConfig).At.In(n.At)).Get("name"))
}
