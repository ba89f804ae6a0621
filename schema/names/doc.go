// Package names is which texts are names in Kubernetes, and which known name a misspelt one means.
//
// [Valid], [ValidLabel] and the functions that begin with Plainly answer without a message; package schema words what
// is wrong.
package names
