module github.com/fluxapp-dev/fluxapp/krmfn/internal/page/app

go 1.26.0

require github.com/fluxapp-dev/fluxapp v0.0.0

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	k8s.io/apimachinery v0.36.4 // indirect
)

replace github.com/fluxapp-dev/fluxapp => ../../../..
