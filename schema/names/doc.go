// Package names is which texts are names in Kubernetes, which known name a misspelt one means, and how lists and
// numbers of names are written for people.
//
// [Valid], [ValidLabel] and the functions that begin with Plainly answer without a message; package schema words what
// is wrong. Packages render and krmfn could not import it below schema/internal.
package names
