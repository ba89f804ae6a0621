// Package e2e runs what fluxapp renders on real API servers, with the real controllers of Flux.
//
//	make e2e
//
// Its tests bring a hub and two members into situations that a fleet can be in: a release is ready, it waits, it
// fails, somebody suspended it by hand. What kubectl prints of the hub then is recorded in
// render/status/testdata/observed, where the tests of package status read it. The tests here fail when Flux tells
// something else than the recordings have; with -update they record anew. TestChanges makes the changes of
// testdata/changes, and holds that the members then have what fluxapp diff told; TestLimits holds that a change that
// is held changes nothing; TestWaveGap, the tests of closed waves and TestPromotion hold the order of waves and what
// promote waits for. TestDelivery and TestArtifacts deliver rendered folders from a git repository, in groups.
// TestPlacement logs in to members with tokens of the hub. README.md lists what was shown.
//
// kube-apiserver, etcd and the controllers are built from their Go modules ([Programs]), which takes minutes and some
// gigabytes the first time; what is built and started is told on stderr. Charts and repositories come from a server in
// the test ([Content]). Nothing else of a cluster runs: no kubelet and no controller of Kubernetes itself, so a
// Deployment never becomes ready, which some situations need. Servers and their files end with the tests, also when
// these are interrupted ([Guarded]).
//
// The controllers are those of Flux 2.9, in the versions of go.mod: source-controller and kustomize-controller 1.9.5,
// helm-controller 1.6.4. Those of Flux 2.10 cannot be built from their modules. The Go proxy has source-controller and
// kustomize-controller 1.10.1, which need Go 1.27, but no version of github.com/fluxcd/pkg/apis/crypto and
// github.com/fluxcd/pkg/spiffe, which both import; and it has no helm-controller 1.7.
package e2e
