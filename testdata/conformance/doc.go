// Package conformance checks objects as a Kubernetes API server checks them before it stores them.
//
//	err := Generate(dir) // the CRDs of the Flux API modules that fluxapp is built with
//	checker, err := Load(dir)
//	count, err := checker.Check(stream, Options{})
//
// The CRDs are generated when they are needed, so no copy can be older than the modules. The API server's own code
// accepts or refuses an object, called in the API server's order.
//
// The tests read the cases and examples of the repository. They need -count=1, because the go command caches results
// and does not see that files outside the module change.
//
// The package does not know what controllers do with an object later, and has no admission webhooks, quotas or
// permissions.
package conformance
