package adopt

// Application is a document for the objects of one application.
type Application struct {
	// Namespace and Name are the document's. The namespace is empty when the objects have none.
	Namespace, Name string
	// Kind is the kind of the objects, for example HelmRelease.
	Kind string
	// Clusters are the names of the clusters, in order, each once. The hub has the empty name.
	Clusters []string
	// Objects is the number of objects.
	Objects int
	// Lines is the number of lines of the objects, when each is printed as YAML without what [Adopt] leaves out.
	Lines int
	// YAML is the document.
	YAML []byte
}

// Owner returns the namespace/name of the document; without a namespace, the name.
func (a Application) Owner() string {
	if a.Namespace == "" {
		return a.Name
	}
	return a.Namespace + "/" + a.Name
}
