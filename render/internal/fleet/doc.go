// Package fleet has an application's clusters, selectors of them, and references to them: $(cluster.…) and $(app.…).
package fleet
