package shape

// Kind is what a Go type takes in JSON.
type Kind int

const (
	Any Kind = iota
	String
	Bool
	Integer
	Duration
	List
	Dict   // a map with keys of the author's choice
	Object // a map with known keys
	Amount // a number, or a percentage as a string
)

// typeRow is a Go type in the generated table. What has no name has no row: []T is a list, and map[]T a map.
type typeRow struct {
	path   string // with its package
	kind   Kind
	bits   int    // of an integer
	elem   string // the type of the items of a list, or of the values of a map
	short  string
	fields []fieldRow // in alphabetical order
}

type fieldRow struct{ name, goType, from string }
