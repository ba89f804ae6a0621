module github.com/fluxapp-dev/fluxapp/testdata/generate/stops/2.10

// The modules that package stops reads of Flux 2.10. "go mod tidy" would remove them: nothing imports them.

go 1.27.0

require (
	github.com/fluxcd/pkg/auth v0.66.0
	github.com/fluxcd/pkg/git v0.56.0
	github.com/fluxcd/source-controller v1.10.1
)
