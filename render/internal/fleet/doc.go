// Package fleet has the clusters that an application sees, the selectors that choose among them, and the references
// of entries to them: $(cluster.…) and $(app.…).
package fleet
