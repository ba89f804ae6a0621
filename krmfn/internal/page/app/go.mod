module github.com/fluxapp-dev/fluxapp/krmfn/internal/page/app

go 1.26.0

require github.com/fluxapp-dev/fluxapp v0.0.0

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	github.com/go-logr/logr v1.4.3 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	k8s.io/apimachinery v0.36.4 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/utils v0.0.0-20260626114624-be93311217bd // indirect
)

replace github.com/fluxapp-dev/fluxapp => ../../../..
