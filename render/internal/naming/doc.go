// Package naming makes names: of objects, of the Helm releases that helm-controller makes of them, and digests for
// names.
package naming
