package v1alpha1

import (
	"encoding/json"
	"reflect"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/apis/meta"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// DefaultsJSON returns a layer for [Config.Defaults]. It has the fields that are not nil, also those that point to
// false, 0 or an empty text: with Suspend alone it sets suspend, and nothing else. Below them a field with the zero
// value of Go is absent, as for [FromObject]. It is an error when a part that is JSON is not valid.
func DefaultsJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](layer L) (*apiextensionsv1.JSON, error) {
	data, err := json.Marshal(layerFields(layer))
	return &apiextensionsv1.JSON{Raw: data}, err
}

// OverrideJSON returns an item of [Config.Overrides]: which clusters it is for, and the layer as [DefaultsJSON] has it.
func OverrideJSON[L HelmReleaseLayer | KustomizationLayer | KCLRunLayer](of Override, layer L) (
	apiextensionsv1.JSON, error) {
	fields := layerFields(layer)
	addFields(fields, reflect.ValueOf(of))
	data, err := json.Marshal(fields)
	return apiextensionsv1.JSON{Raw: data}, err
}

func layerFields(layer any) map[string]any {
	value := reflect.ValueOf(layer)
	fields := map[string]any{}
	addFields(fields, value)
	for key, raw := range value.FieldByName("Raw").Interface().(map[string]apiextensionsv1.JSON) {
		fields[key] = raw
	}
	return fields
}

// HelmReleaseLayer is the layer of an application with HelmReleases: the fields of
// [HelmReleaseEntry], each of which may be absent.
type HelmReleaseLayer struct {
	Chart              *Chart                          `json:"chart,omitempty"`
	CommonMetadata     *helmv2.CommonMetadata          `json:"commonMetadata,omitempty"`
	DependsOn          []Dependency                    `json:"dependsOn,omitempty"`
	Destination        *LayerDestination               `json:"destination,omitempty"`
	DriftDetection     *helmv2.DriftDetection          `json:"driftDetection,omitempty"`
	File               *string                         `json:"file,omitempty"`
	HealthCheckExprs   []kustomize.CustomHealthCheck   `json:"healthCheckExprs,omitempty"`
	Install            *helmv2.Install                 `json:"install,omitempty"`
	Interval           *metav1.Duration                `json:"interval,omitempty"`
	MaxHistory         *int                            `json:"maxHistory,omitempty"`
	Metadata           *Metadata                       `json:"metadata,omitempty"`
	Name               *string                         `json:"name,omitempty"`
	Namespace          *string                         `json:"namespace,omitempty"`
	Params             map[string]apiextensionsv1.JSON `json:"params,omitempty"`
	PersistentClient   *bool                           `json:"persistentClient,omitempty"`
	PostRenderStrategy *helmv2.PostRenderStrategy      `json:"postRenderStrategy,omitempty"`
	PostRenderers      []helmv2.PostRenderer           `json:"postRenderers,omitempty"`
	ReleaseName        *string                         `json:"releaseName,omitempty"`
	Rollback           *helmv2.Rollback                `json:"rollback,omitempty"`
	ServiceAccountName *string                         `json:"serviceAccountName,omitempty"`
	Source             *Source                         `json:"source,omitempty"`
	SourceRef          *SourceReference                `json:"sourceRef,omitempty"`
	StorageNamespace   *string                         `json:"storageNamespace,omitempty"`
	Suspend            *bool                           `json:"suspend,omitempty"`
	Test               *helmv2.Test                    `json:"test,omitempty"`
	Timeout            *metav1.Duration                `json:"timeout,omitempty"`
	Uninstall          *helmv2.Uninstall               `json:"uninstall,omitempty"`
	Upgrade            *helmv2.Upgrade                 `json:"upgrade,omitempty"`
	Values             *apiextensionsv1.JSON           `json:"values,omitempty"`
	ValuesFrom         []meta.ValuesReference          `json:"valuesFrom,omitempty"`
	WaitStrategy       *helmv2.WaitStrategy            `json:"waitStrategy,omitempty"`
	Wave               *int32                          `json:"wave,omitempty"`

	// Raw are fields as JSON, which win over the others: null removes what a lower layer has, a key that ends in + merges
	// a list with that of the lower layers, and any field can have a reference.
	Raw map[string]apiextensionsv1.JSON `json:"-"`
}

// KustomizationLayer is the layer of an application with Kustomizations: the fields of
// [KustomizationEntry], each of which may be absent.
type KustomizationLayer struct {
	BuildMetadata           []kustomizev1.BuildMetadataOption          `json:"buildMetadata,omitempty"`
	CommonMetadata          *kustomizev1.CommonMetadata                `json:"commonMetadata,omitempty"`
	Components              []string                                   `json:"components,omitempty"`
	Decryption              *kustomizev1.Decryption                    `json:"decryption,omitempty"`
	DeletionPolicy          *string                                    `json:"deletionPolicy,omitempty"`
	DependsOn               []Dependency                               `json:"dependsOn,omitempty"`
	Destination             *LayerDestination                          `json:"destination,omitempty"`
	File                    *string                                    `json:"file,omitempty"`
	Force                   *bool                                      `json:"force,omitempty"`
	HealthCheckExprs        []kustomize.CustomHealthCheck              `json:"healthCheckExprs,omitempty"`
	HealthChecks            []meta.NamespacedObjectKindReference       `json:"healthChecks,omitempty"`
	Ignore                  []kustomizev1.IgnoreRule                   `json:"ignore,omitempty"`
	IgnoreMissingComponents *bool                                      `json:"ignoreMissingComponents,omitempty"`
	Images                  []kustomize.Image                          `json:"images,omitempty"`
	Interval                *metav1.Duration                           `json:"interval,omitempty"`
	Metadata                *Metadata                                  `json:"metadata,omitempty"`
	Name                    *string                                    `json:"name,omitempty"`
	NamePrefix              *string                                    `json:"namePrefix,omitempty"`
	NameSuffix              *string                                    `json:"nameSuffix,omitempty"`
	Namespace               *string                                    `json:"namespace,omitempty"`
	Params                  map[string]apiextensionsv1.JSON            `json:"params,omitempty"`
	Patches                 []kustomize.Patch                          `json:"patches,omitempty"`
	Path                    *string                                    `json:"path,omitempty"`
	PostBuild               *kustomizev1.PostBuild                     `json:"postBuild,omitempty"`
	Prune                   *bool                                      `json:"prune,omitempty"`
	RetryInterval           *metav1.Duration                           `json:"retryInterval,omitempty"`
	ServiceAccountName      *string                                    `json:"serviceAccountName,omitempty"`
	Source                  *Source                                    `json:"source,omitempty"`
	SourceRef               *kustomizev1.CrossNamespaceSourceReference `json:"sourceRef,omitempty"`
	Suspend                 *bool                                      `json:"suspend,omitempty"`
	Timeout                 *metav1.Duration                           `json:"timeout,omitempty"`
	Wait                    *bool                                      `json:"wait,omitempty"`
	Wave                    *int32                                     `json:"wave,omitempty"`

	// Raw are fields as JSON, which win over the others: null removes what a lower layer has, a key that ends in + merges
	// a list with that of the lower layers, and any field can have a reference.
	Raw map[string]apiextensionsv1.JSON `json:"-"`
}

// KCLRunLayer is the layer of an application with KCLRuns: the fields of
// [KCLRunEntry], each of which may be absent.
type KCLRunLayer struct {
	ArgumentsReferences []KCLArgumentsReference              `json:"argumentsReferences,omitempty"`
	CommonMetadata      *KCLCommonMetadata                   `json:"commonMetadata,omitempty"`
	Config              *KCLConfig                           `json:"config,omitempty"`
	DependsOn           []KCLRunDependency                   `json:"dependsOn,omitempty"`
	Destination         *LayerDestination                    `json:"destination,omitempty"`
	File                *string                              `json:"file,omitempty"`
	Force               *bool                                `json:"force,omitempty"`
	HealthChecks        []meta.NamespacedObjectKindReference `json:"healthChecks,omitempty"`
	Interval            *metav1.Duration                     `json:"interval,omitempty"`
	Metadata            *Metadata                            `json:"metadata,omitempty"`
	Name                *string                              `json:"name,omitempty"`
	Namespace           *string                              `json:"namespace,omitempty"`
	Params              map[string]apiextensionsv1.JSON      `json:"params,omitempty"`
	Path                *string                              `json:"path,omitempty"`
	PersistentClient    *bool                                `json:"persistentClient,omitempty"`
	Prune               *bool                                `json:"prune,omitempty"`
	RetryInterval       *metav1.Duration                     `json:"retryInterval,omitempty"`
	ServiceAccountName  *string                              `json:"serviceAccountName,omitempty"`
	Source              *Source                              `json:"source,omitempty"`
	SourceRef           *KCLSourceReference                  `json:"sourceRef,omitempty"`
	Suspend             *bool                                `json:"suspend,omitempty"`
	Timeout             *metav1.Duration                     `json:"timeout,omitempty"`
	Wait                *bool                                `json:"wait,omitempty"`
	Wave                *int32                               `json:"wave,omitempty"`

	// Raw are fields as JSON, which win over the others: null removes what a lower layer has, a key that ends in + merges
	// a list with that of the lower layers, and any field can have a reference.
	Raw map[string]apiextensionsv1.JSON `json:"-"`
}
