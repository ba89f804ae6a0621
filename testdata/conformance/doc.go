// Package conformance puts objects through what a Kubernetes API server does to them before it stores them.
//
//	err := Generate(dir) // the CRDs of the Flux API modules that fluxapp is built with
//	checker, err := Load(dir)
//	count, err := checker.Check(stream, Options{})
//
// The CRDs are generated when they are needed, so there is no copy that could be older than the modules. What accepts or
// refuses is the API server's own code, called in its order.
//
// The tests read the cases and examples of the repository. They need -count=1, because the go command remembers results and
// does not see files outside the module change.
//
// The package does not know what controllers do with an object later, and has no admission webhooks, quotas or permissions.
package conformance
