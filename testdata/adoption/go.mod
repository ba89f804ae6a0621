module github.com/fluxapp-dev/fluxapp/testdata/adoption

go 1.26.0

require (
	github.com/google/go-cmp v0.7.0
	gopkg.in/yaml.v3 v3.0.1
	gotest.tools/v3 v3.5.2
)
