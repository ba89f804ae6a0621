module github.com/fluxapp-dev/fluxapp/testdata/release

go 1.26.0

replace github.com/fluxapp-dev/fluxapp => ../..

require (
	github.com/fluxapp-dev/fluxapp v0.0.0
	github.com/spdx/tools-golang v0.5.7
	golang.org/x/mod v0.43.0
	gotest.tools/v3 v3.5.2
	sigs.k8s.io/yaml v1.6.0
)

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	github.com/anchore/go-struct-converter v0.1.0 // indirect
	github.com/google/go-cmp v0.7.0 // indirect
	go.yaml.in/yaml/v2 v2.4.4 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	k8s.io/apimachinery v0.36.4 // indirect
)
