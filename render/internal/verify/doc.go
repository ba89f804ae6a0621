// Package verify validates the objects of a run together: names that clash, cycles, what must exist on a cluster,
// references to other namespaces, and what waves do not hold back. It only reads placements.
package verify
