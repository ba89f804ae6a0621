// Package stream is what fluxapp gives to fluxapp-final, and what comes back: lines of JSON. Fluxapp renders documents
// into Flux objects and knows where each comes from; fluxapp-final makes final objects of them, with the libraries of
// Helm and of Flux. Package change names the types that programs need.
//
// The first line is a [Request]. Each other line is a [Pair]: an object of Flux before and after a change. A request to
// render has pairs without a side before. The answer is one [Answer].
package stream
