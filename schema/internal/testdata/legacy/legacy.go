// Package legacy has the Go types that no API package has: documents that fluxapp reads in part, and fields that
// older versions of Flux had.
//
// The table in package shape is made from them. They are not linked by importers.
package legacy

import (
	"reflect"

	"github.com/fluxcd/pkg/apis/kustomize"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// The types of documents.
var (
	HelmChart  = reflect.TypeFor[helmChart]()
	Repository = reflect.TypeFor[repository]()
)

// Fields are the fields, by type, that older versions of HelmRelease, Kustomization, the sources and the kinds of
// image automation had and current ones lack. Package convert converts them.
var Fields = map[string]map[string]reflect.Type{
	"Chart":         {"valuesFile": reflect.TypeFor[string]()},
	"HelmChartSpec": {"valuesFile": reflect.TypeFor[string](), "accessFrom": reflect.TypeFor[apiextensionsv1.JSON]()},
	"Kustomize": {"patchesStrategicMerge": reflect.TypeFor[[]apiextensionsv1.JSON](),
		"patchesJson6902": reflect.TypeFor[[]legacyPatch]()},
	"KustomizationEntry": {
		"patchesStrategicMerge": reflect.TypeFor[[]apiextensionsv1.JSON](),
		"patchesJson6902":       reflect.TypeFor[[]legacyPatch](),
		"validation":            reflect.TypeFor[string](),
	},
	"GitRepositorySpec": {
		"gitImplementation": reflect.TypeFor[string](), "accessFrom": reflect.TypeFor[apiextensionsv1.JSON](),
	},
	"BucketSpec":      {"accessFrom": reflect.TypeFor[apiextensionsv1.JSON]()},
	"ImagePolicySpec": {"imageRef": reflect.TypeFor[apiextensionsv1.JSON]()},
	"ImageUpdate": {
		"checkout": reflect.TypeFor[apiextensionsv1.JSON](), "commit": reflect.TypeFor[apiextensionsv1.JSON](),
		"push": reflect.TypeFor[apiextensionsv1.JSON](),
	},
}

// legacyPatch is an item of patchesJson6902, whose patch was a list of operations rather than a text.
type legacyPatch struct {
	// Patch is a list of operations of RFC 6902.
	Patch []apiextensionsv1.JSON `json:"patch"`
	// Target selects the objects that are patched.
	Target *kustomize.Selector `json:"target"`
}

// helmChart is the document that a template names.
type helmChart struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the chart.
	Spec sourcev1.HelmChartSpec `json:"spec"`
	// Status is written by Flux. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// repository is KubeSphere DevOps' GitRepository as its controller reads it; the rest of its spec is the pipelines'.
type repository struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the address of the repository and its credentials.
	Spec repositorySpec `json:"spec"`
	// Status is written by KubeSphere. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

type repositorySpec struct {
	// URL is the address of the repository.
	URL string `json:"url"`
	// Secret names the Secret with the credentials.
	Secret *repositorySecret `json:"secret,omitempty"`

	// Provider is for KubeSphere's pipelines. fluxapp does not read it.
	Provider string `json:"provider,omitempty"`
	// Server is for KubeSphere's pipelines. fluxapp does not read it.
	Server string `json:"server,omitempty"`
	// Owner is for KubeSphere's pipelines. fluxapp does not read it.
	Owner string `json:"owner,omitempty"`
	// Repo is for KubeSphere's pipelines. fluxapp does not read it.
	Repo string `json:"repo,omitempty"`
	// Description is for people. fluxapp does not read it.
	Description string `json:"description,omitempty"`
	// Webhooks are for KubeSphere's pipelines. fluxapp does not read it.
	Webhooks *apiextensionsv1.JSON `json:"webhooks,omitempty"`
}

type repositorySecret struct {
	// Name is the name of the Secret.
	Name string `json:"name,omitempty"`
	// Namespace is the namespace of the Secret. Flux reads only Secrets in the repository's own namespace.
	Namespace string `json:"namespace,omitempty"`
}
