module github.com/fluxapp-dev/fluxapp/testdata/ociimage

go 1.26.0

replace github.com/fluxapp-dev/fluxapp => ../..

require (
	github.com/fluxapp-dev/fluxapp v0.0.0
	github.com/google/go-containerregistry v0.22.1
	gotest.tools/v3 v3.5.2
)

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	github.com/klauspost/compress v1.19.2 // indirect
	github.com/opencontainers/go-digest v1.0.0 // indirect
	github.com/opencontainers/image-spec v1.1.1 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/sync v0.22.0 // indirect
	k8s.io/apimachinery v0.36.4 // indirect
)
