package render

// Options are the facts that a controller would look up. The zero value is ready to use.
type Options struct {
	// Namespace is given to documents that have none; empty leaves their objects without a namespace, with a warning.
	Namespace string
	// FluxVersion is the oldest Flux that must accept the objects, as "2.8"; empty means the newest known, and the oldest known
	// is 2.6. Fields, values and kinds of sources that it lacks are refused where they stand.
	FluxVersion string
	// Strict makes errors of all warnings.
	Strict bool
}
