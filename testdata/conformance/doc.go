// Package conformance checks objects as a Kubernetes API server checks them before it stores them.
//
//	err := Generate(dir) // the CRDs of every version of Flux that fluxapp knows, each in a folder of its own
//	checker, err := Load(filepath.Join(dir, "2.10"))
//	count, err := checker.Check(stream, Options{})
//
// The CRDs are generated from the API modules of each version when they are needed, so no copy can be older than the
// modules. The modules of the newest need the Go of testdata/generate. The API server's own code accepts or refuses an
// object, called in the API server's order: a field that a version does not have is an error.
//
// The tests read the cases and examples of the repository, render them for each version, and check the objects with the
// CRDs of that version. They need -count=1, because the go command caches results
// and does not see that files outside the module change.
//
// The package does not know what controllers do with an object later, and has no admission webhooks, quotas or
// permissions.
package conformance
