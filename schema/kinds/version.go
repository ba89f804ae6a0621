package kinds

// APIVersion is a version of the API of a kind of Flux. make generate lists them.
type APIVersion struct {
	Name string
	// Since and Until are the first and the last minor version of Flux 2 that serve it; 0 is older than those that are
	// known, or served by the newest.
	Since, Until int
}

// In reports whether a minor version of Flux serves it.
func (v APIVersion) In(minor int) bool { return v.Since <= minor && (v.Until == 0 || minor <= v.Until) }

func versionForAll(versions []APIVersion) string {
	for _, v := range versions {
		if v.In(OldestFlux) && v.In(NewestFlux) {
			return v.Name
		}
	}
	return versions[0].Name
}
