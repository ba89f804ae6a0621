// Package status tells the state of a fleet: it compares what documents render with what the clusters have.
//
//	var observed status.Observed
//	err := observed.Add("", "hub.yaml", text) // kubectl get helmreleases,kustomizations,… -A -o yaml
//	fleet := status.Summarize(result, observed)
//	for _, app := range fleet.Applications {
//		fmt.Printf("%s %d/%d\n", app.Name, app.Ready, app.Total)
//	}
//
// [Summarize] is the whole way: rendered and observed objects share a [render.ID] (observed.go), the first rule that
// applies decides about each (state.go, artifact.go, compare.go), and sums and findings follow (summarize.go).
//
// # What the state is decided from
//
// README.md has the rules. They follow the code of Flux's controllers: reconcileRelease and AtomicRelease.Reconcile
// of helm-controller 1.6, reconcile and finalizeStatus of kustomize-controller 1.9, ComputeReconcileResult of
// source-controller 1.9, conditions.Set of pkg/runtime. Two facts are easy to miss:
//
//   - status.observedGeneration moves only when a reconciliation has ended well or stalled. The
//     generation that a controller has seen is the latest of the status and the conditions Ready, Reconciling, Stalled.
//   - Each of them marks what it does in another way: helm-controller leaves Ready as it is while it looks whether
//     anything is to do, and kustomize-controller sets it to Unknown.
//
// testdata/observed has objects of these controllers in each situation, with the status that is told of them.
//
// The package is pure, like package render: it reads neither a cluster nor the clock.
package status
