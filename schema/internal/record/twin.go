package record

// Twin is an item of a list with the shape of an earlier one.
type Twin struct {
	Of       int32
	From, To uint32 // in Document.Differ
}
