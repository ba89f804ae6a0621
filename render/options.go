package render

// Options are the facts that a controller would look up. The zero value is ready to use.
type Options struct {
	// Namespace is given to documents that have none; empty leaves their objects without a namespace, with a warning.
	Namespace string
	// Strict makes errors of all warnings.
	Strict bool
}
