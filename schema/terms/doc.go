// Package terms has the words of the language: the kinds of documents, the workloads, the labels and annotations, the
// versions of Flux and the limits of names. Package v1alpha1 has the Go types of the documents, and these words once
// more. This package needs neither the types of Flux nor of Kubernetes.
package terms
