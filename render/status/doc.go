// Package status tells how a fleet is: it compares what documents render with what the clusters have.
//
//	var observed status.Observed
//	err := observed.Add("", "hub.yaml", text) // kubectl get helmreleases,kustomizations,… -A -o yaml
//	fleet := status.Summarize(result, observed)
//	for _, app := range fleet.Applications {
//		fmt.Printf("%s %d/%d\n", app.Name, app.Ready, app.Total)
//	}
//
// # The way of an object
//
// [Summarize] is the whole way. A rendered object has the same [render.ID] as the observed one. Its state is that of the first rule that
// applies:
//
//	observed   observed.go: the objects of texts, by server
//	pairs      summarize.go: rendered and observed objects, by application and cluster; what is observed and no longer rendered: extra.go
//	state      state.go: the rules in their order; condition.go: what the controllers of Flux wrote into the status
//	spec       compare.go: the rendered object and the observed one, field by field
//	facts      facts.go: revision, and since when
//	output     json.go
//
// It is pure, like package render: it reads neither a cluster nor the clock, and knows what conditions mean from the code of Flux's
// controllers and from objects of theirs in testdata/observed.
package status
