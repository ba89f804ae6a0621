// Package scalar knows YAML scalars as sigs.k8s.io/yaml reads and writes them, which is YAML 1.1: what a plain scalar means, where readers
// differ, in which style a string is written, and in which order the keys of a map are.
//
// It works on text alone and knows no tree.
package scalar

// Kind is what a value is. The zero Kind is that of no value.
type Kind uint8

// The kinds of a value.
const (
	Absent Kind = iota
	Null
	Bool
	Number
	String
	List
	Map
)
