// Package terms has the words of the language: the kinds of documents, the workloads, the labels and annotations, the
// versions of Flux and the limits of names. It needs no types of Flux or Kubernetes.
package terms
