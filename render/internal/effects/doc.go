// Package effects says what the change of a final object does that a reviewer must see: fields that an API server
// refuses to change, and what Flux does then; what is lost with an object; versions that go. It knows no cluster. What
// it knows is data: immutable.yaml has words, and kinds with fields and the source of each.
package effects
