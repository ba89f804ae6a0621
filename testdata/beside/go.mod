module github.com/fluxapp-dev/fluxapp/testdata/beside

go 1.26.0

require (
	go.yaml.in/yaml/v3 v3.0.6
	gotest.tools/v3 v3.5.2
)

require github.com/google/go-cmp v0.7.0 // indirect
