// Package adopt writes FluxApplications for existing objects of Flux: one per application, for all its clusters.
//
//	result, err := adopt.Adopt([]adopt.File{{Name: "berlin.yaml", Data: data}, …}, adopt.Options{})
//	for _, app := range result.Applications {
//		os.Stdout.Write(app.YAML)
//	}
//
// Rendering the documents gives the same objects back, field by field and scalar by scalar, with the setter comments.
// Adopt proves it in each run. The unit is the object: what cannot be proved stays where it is, with an error, and the
// others come in.
//
// # The way of an adoption
//
// [Adopt] is the whole way, one call for each step.
//
//	read     read.go     texts → objects, and clusters of a fleet, without what API servers, Flux, kubectl and
//	         kustomize have added
//	leave    left.go     what stays as it is, with the reason: rendered objects (clash.go), the root of a cluster
//	         (root.go), patches and what they change (patch.go, with internal/kustomize)
//	tell     owner.go    who else writes an object, or what replaces its name
//	current  entry.go    an object → the entry that makes it; the rules of schema and render about it; the object in
//	         current API versions
//	place    place.go    which cluster an object is for: from.go reads it (pattern.go from a path), guess.go finds out
//	         where it is (folders.go in paths, whose clusters family.go finds and belief.go believes, by words.go too),
//	         and share.go gives objects of no cluster to those that read their folder
//	refuse   clash.go    objects and Helm releases that are there twice
//	group    group.go    objects of one application; name.go finds its name, or reads it where an object tells it
//	         wave.go     objects in waves that fluxapp rendered
//	take     sources.go  sources, which a document holds besides workloads (parts.go), in current API versions (part.go)
//	write    internal/layout: the document of a group
//	prove    proof.go    the documents are rendered, and their objects are compared with those given
//	tell     application.go, order.go: the files that can go, lost comments, and the order of delivery
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
//     rendered-from, digest and protected of fluxapp. The document has another owner;
//   - the labels and annotations of those who write the objects now: ResourceSets, Helm, Argo CD (owner.go has the
//     list). A warning tells what to do with each of them first.
//
// Interval and prune may be missing, because a parent's patch can set them: the document has null there.
//
// Older API versions are converted as in documents of fluxapp, with the same warnings, before anything is compared.
package adopt
