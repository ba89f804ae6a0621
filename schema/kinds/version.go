package kinds

// APIVersion is a version of the API of a kind of Flux. make generate lists them.
type APIVersion struct {
	Name string
	// Since and Until are the first and the last minor version of Flux 2 that serve it; 0 is older than those that are
	// known, or served by the newest. From Deprecated on API servers warn; 0 is in none.
	Since, Until, Deprecated int
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

// In returns the API version with its group that fluxapp writes for a minor version of Flux: the newest one that it
// serves. For 0, no version, and for a kind that is not Flux's, it is [Kind.APIVersion].
func (k *Kind) In(minor int) string {
	for _, v := range k.Versions {
		if minor > 0 && v.In(minor) {
			return k.Group + "/" + v.Name
		}
	}
	return k.APIVersion
}

// APIVersions returns all versions with their group that a known version of Flux serves, the newest first; of a kind
// that is not Flux's, the only one.
func (k *Kind) APIVersions() (all []string) {
	if len(k.Versions) == 0 {
		return []string{k.APIVersion}
	}
	for _, v := range k.Versions {
		all = append(all, k.Group+"/"+v.Name)
	}
	return all
}

// Refusing returns the minor versions of Flux that do not serve the version that fluxapp writes where nobody tells for
// which Flux, the oldest first.
func (k *Kind) Refusing() (minors []int) {
	for _, v := range k.Versions {
		for minor := OldestFlux; v.Name == k.Version && minor <= NewestFlux; minor++ {
			if !v.In(minor) {
				minors = append(minors, minor)
			}
		}
	}
	return minors
}
