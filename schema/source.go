package schema

import (
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	sourcev1 "github.com/fluxcd/source-controller/api/v1"
)

// InlineSource is a kind of source that an application can hold and fluxapp renders.
type InlineSource struct {
	// Field is the field of Source, Kind the Flux kind.
	Field, Kind string
}

// inlineSources are the kinds of inline sources.
var inlineSources = []InlineSource{
	{"gitRepository", sourcev1.GitRepositoryKind},
	{"helmRepository", sourcev1.HelmRepositoryKind},
	{"ociRepository", sourcev1.OCIRepositoryKind},
	{"bucket", sourcev1.BucketKind},
}

// InlineSources returns the kinds of sources that an application can hold.
func InlineSources() []InlineSource { return append([]InlineSource(nil), inlineSources...) }

// helmChart is the document that a template names.
type helmChart struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec is the chart.
	Spec sourcev1.HelmChartSpec `json:"spec"`
	// Status is written by Flux. fluxapp does not read it.
	Status *apiextensionsv1.JSON `json:"status,omitempty"`
}

// repository is KubeSphere DevOps' GitRepository, as far as its controller reads it; the rest of its spec is the pipelines'.
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
