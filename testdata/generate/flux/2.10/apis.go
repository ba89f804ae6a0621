// Package apis names the API packages of Flux 2.10, and those of fluxapp that use them.
package apis

import (
	_ "github.com/fluxcd/helm-controller/api/v2"
	_ "github.com/fluxcd/helm-controller/api/v2beta1"
	_ "github.com/fluxcd/helm-controller/api/v2beta2"
	_ "github.com/fluxcd/image-automation-controller/api/v1"
	_ "github.com/fluxcd/image-automation-controller/api/v1beta1"
	_ "github.com/fluxcd/image-automation-controller/api/v1beta2"
	_ "github.com/fluxcd/image-reflector-controller/api/v1"
	_ "github.com/fluxcd/image-reflector-controller/api/v1beta1"
	_ "github.com/fluxcd/image-reflector-controller/api/v1beta2"
	_ "github.com/fluxcd/kustomize-controller/api/v1"
	_ "github.com/fluxcd/kustomize-controller/api/v1beta1"
	_ "github.com/fluxcd/kustomize-controller/api/v1beta2"
	_ "github.com/fluxcd/notification-controller/api/v1"
	_ "github.com/fluxcd/notification-controller/api/v1beta1"
	_ "github.com/fluxcd/notification-controller/api/v1beta2"
	_ "github.com/fluxcd/notification-controller/api/v1beta3"
	_ "github.com/fluxcd/source-controller/api/v1"
	_ "github.com/fluxcd/source-controller/api/v1beta1"
	_ "github.com/fluxcd/source-controller/api/v1beta2"
	_ "github.com/fluxcd/source-watcher/api/v2/v1beta1"

	_ "github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)
