// Package naming makes names of objects and of the Helm releases of helm-controller, and digests for names.
package naming
