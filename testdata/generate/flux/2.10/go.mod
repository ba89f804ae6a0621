module github.com/fluxapp-dev/fluxapp/testdata/generate/flux/2.10

go 1.27.0

require (
	github.com/fluxapp-dev/fluxapp v0.0.0
	github.com/fluxcd/helm-controller/api v1.7.1
	github.com/fluxcd/image-automation-controller/api v1.3.0
	github.com/fluxcd/image-reflector-controller/api v1.3.0
	github.com/fluxcd/kustomize-controller/api v1.10.1
	github.com/fluxcd/notification-controller/api v1.10.0
	github.com/fluxcd/source-controller/api v1.10.1
	github.com/fluxcd/source-watcher/api/v2 v2.3.1
)

require (
	github.com/Masterminds/semver/v3 v3.5.0 // indirect
	github.com/fluxcd/pkg/apis/acl v0.12.0 // indirect
	github.com/fluxcd/pkg/apis/kustomize v1.23.0 // indirect
	github.com/fluxcd/pkg/apis/meta v1.38.0 // indirect
	github.com/fxamacker/cbor/v2 v2.9.2 // indirect
	github.com/go-logr/logr v1.4.4 // indirect
	github.com/json-iterator/go v1.1.12 // indirect
	github.com/modern-go/concurrent v0.0.0-20180306012644-bacd9c7ef1dd // indirect
	github.com/modern-go/reflect2 v1.0.3-0.20250322232337-35a7c28c31ee // indirect
	github.com/x448/float16 v0.8.4 // indirect
	go.yaml.in/yaml/v2 v2.4.4 // indirect
	go.yaml.in/yaml/v3 v3.0.6 // indirect
	golang.org/x/net v0.61.0 // indirect
	golang.org/x/text v0.43.0 // indirect
	gopkg.in/inf.v0 v0.9.1 // indirect
	k8s.io/api v0.37.1 // indirect
	k8s.io/apiextensions-apiserver v0.37.1 // indirect
	k8s.io/apimachinery v0.37.1 // indirect
	k8s.io/klog/v2 v2.140.0 // indirect
	k8s.io/kube-openapi v0.0.0-20260721132016-d427ff9ee9ad // indirect
	k8s.io/utils v0.0.0-20260626114624-be93311217bd // indirect
	sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
	sigs.k8s.io/randfill v1.0.0 // indirect
	sigs.k8s.io/structured-merge-diff/v6 v6.4.2 // indirect
	sigs.k8s.io/yaml v1.6.0 // indirect
)

replace github.com/fluxapp-dev/fluxapp => ../../../..
