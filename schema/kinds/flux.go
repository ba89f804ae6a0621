package kinds

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
)

// FluxVersion is a minor version of Flux 2: 8 is Flux 2.8. Zero is the newest one that this package knows.
type FluxVersion int

// String returns the version as people write it, for example 2.8.
func (v FluxVersion) String() string { return fmt.Sprintf("2.%d", v.minor()) }

func (v FluxVersion) minor() int {
	if v == 0 {
		return NewestFlux
	}
	return int(v)
}

// Has reports whether a Flux of this version has what came with the minor version since; 0 came with none.
func (v FluxVersion) Has(since int) bool { return v.minor() >= since }

var fluxVersion = pattern.Of(`^v?2\.(0|[1-9][0-9]{0,2})(\.[0-9]+)?$`)

// ParseFluxVersion reads a version of Flux: 2.8, v2.8 or v2.8.3. Empty is the newest. It is an error when the version
// is none, or none whose fields this package knows.
func ParseFluxVersion(text string) (FluxVersion, error) {
	if text == "" {
		return 0, nil
	}
	if match := fluxVersion().FindStringSubmatch(text); match != nil {
		if minor, _ := strconv.Atoi(match[1]); minor >= OldestFlux && minor <= NewestFlux {
			return FluxVersion(minor), nil
		}
	}
	return 0, fmt.Errorf("fluxapp does not know Flux %q; write one of %s", text, strings.Join(KnownFluxVersions(), ", "))
}

// KnownFluxVersions returns the versions of Flux whose fields this package knows, the oldest first.
func KnownFluxVersions() (known []string) {
	for minor := OldestFlux; minor <= NewestFlux; minor++ {
		known = append(known, FluxVersion(minor).String())
	}
	return known
}

// APIVersion is a version of the API of a kind of Flux. make generate lists them.
type APIVersion struct {
	Name string
	// Since and Until are the first and the last minor version of Flux 2 that serve it; 0 is older than those that are
	// known, or served by the newest.
	Since, Until int
}

func (v APIVersion) in(minor int) bool { return v.Since <= minor && (v.Until == 0 || minor <= v.Until) }
