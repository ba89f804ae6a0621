// Package each makes something of each of some things in one expression: the names of objects, the set of them, or the
// objects of one kind.
//
// The package is for fluxapp itself. It is public because packages render and krmfn could not import it below
// schema/internal.
package each
