package session

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/graph"
)

// details answers with the [view.Details] of objects, by their indexes.
func (s *Session) details(request struct {
	Objects []int `json:"objects"`
}) (any, error) {
	all := []view.Details{}
	for _, i := range request.Objects {
		if i < 0 || i >= len(s.page.Fleet.Objects) {
			return nil, fmt.Errorf("there is no object %d; there are %d", i, len(s.page.Fleet.Objects))
		}
		all = append(all, s.page.Details(i, false))
	}
	return all, nil
}

// differences answers with the list of [view.Difference] of a cluster, by its index.
func (s *Session) differences(request struct {
	Cluster int `json:"cluster"`
}) (any, error) {
	if request.Cluster < 0 || request.Cluster >= len(s.page.Fleet.Clusters) {
		return nil, fmt.Errorf("there is no cluster %d; there are %d", request.Cluster, len(s.page.Fleet.Clusters))
	}
	return s.page.Differences(request.Cluster), nil
}

// graph answers with the [graph.Graph] of all, or of an application.
func (s *Session) graph(request struct {
	Application string `json:"application"`
}) (any, error) {
	return written(graph.Of(s.result, graph.Options{Application: request.Application}).WriteJSON)
}
