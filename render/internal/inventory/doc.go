// Package inventory sorts the documents of a run by what they are for each other: applications, their sources, the
// chart templates that they name, and the clusters.
package inventory
