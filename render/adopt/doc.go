// Package adopt writes FluxApplications for existing objects of Flux: one per application, for all its clusters.
//
//	result, err := adopt.Adopt([]adopt.File{{Name: "berlin.yaml", Data: data}, …}, adopt.Options{})
//	for _, app := range result.Applications {
//		os.Stdout.Write(app.YAML)
//	}
//
// Rendering the documents gives the same objects back, field by field and scalar by scalar, with the setter comments.
// Adopt proves it in each run; what it cannot prove is an error, and not printed.
//
// # The way of an adoption
//
// [Adopt] is the whole way, one call for each step.
//
//	read     read.go     texts → objects, and clusters of a fleet, without what API servers, Flux, kubectl and
//	         kustomize have added; what is left as it is: clash.go
//	current  entry.go    an object → the entry that makes it; the rules of schema and render about it; the object in
//	         current API versions
//	place    from.go     which cluster an object is for; guess.go finds out what tells that
//	group    group.go    objects of one application; name.go finds its name, or reads it where an object tells it
//	refuse   clash.go    objects and Helm releases that are there twice
//	take     parts.go    what a document holds besides workloads, in current API versions (part.go): sources
//	         (sources.go), image automation (belonging.go) and notification (alerts.go) of one application
//	write    internal/layout: the document of a group
//	prove    proof.go    the document is rendered, and its objects are compared with those given
//
// It is pure, like package render: it reads no file and no cluster.
//
// # What is left out of objects
//
// Adopt leaves out what was not written by the author of an object:
//
//   - status, and of metadata everything but name, namespace, labels and annotations: API servers write it
//     (https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/object-meta), and finalizers are those
//     of Flux;
//   - the annotation kubectl.kubernetes.io/last-applied-configuration of kubectl apply;
//   - annotations of kustomize and kpt below config.kubernetes.io, internal.config.kubernetes.io and config.k8s.io
//     (https://github.com/kubernetes-sigs/kustomize, cmd/config/docs/api-conventions/config-io.md);
//   - the annotations reconcile.fluxcd.io/requestedAt, forceAt and resetAt of flux reconcile
//     (github.com/fluxcd/pkg/apis/meta);
//   - the labels name and namespace below kustomize.toolkit.fluxcd.io and helm.toolkit.fluxcd.io, by which Flux finds
//     what it has applied (kustomize-controller, internal/controller/kustomization_controller.go; helm-controller,
//     internal/postrender), and the annotation kustomize.toolkit.fluxcd.io/checksum of Flux before 0.18;
//   - the label and the annotation by which KubeSphere finds the objects of an Application, and the annotations
//     rendered-from and digest of fluxapp. The document has another owner.
//
// Older API versions are converted as in documents of fluxapp, with the same warnings, before anything is compared.
package adopt
