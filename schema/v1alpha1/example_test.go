package v1alpha1_test

import (
	"fmt"
	"os"
	"time"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/apis/meta"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

func ExampleFluxApplicationOf() {
	docs := schema.Parse("app.yaml", []byte(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: podinfo, namespace: apps}
spec:
  source: {sourceRef: {kind: GitRepository, name: podinfo}}
  config:
    kustomization:
    - {destination: {targetNamespace: podinfo}, path: ./deploy, interval: 10m, prune: true}
`))
	app, err := v1alpha1.FluxApplicationOf(docs[0])
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, entry := range app.Spec.Config.Kustomization {
		fmt.Println(app.Name, entry.Path, entry.Interval.Duration, entry.Destination.TargetNamespace)
	}
	// Output: podinfo ./deploy 10m0s podinfo
}

// The text of a file with an application that is built in Go, which is read again.
func ExampleYAML() {
	chart := helmv2.HelmChartTemplateSpec{Chart: "podinfo", Version: "6.5.0"}
	app := v1alpha1.FluxApplication{
		ObjectMeta: metav1.ObjectMeta{Name: "podinfo", Namespace: "apps"},
		Spec: v1alpha1.FluxApplicationSpec{
			Source: &v1alpha1.Source{SourceRef: &v1alpha1.SourceReference{Kind: "HelmRepository", Name: "podinfo"}},
			Config: v1alpha1.Config{HelmRelease: &v1alpha1.HelmRelease{
				Chart: &v1alpha1.Chart{HelmChartTemplateSpec: chart},
				Deploy: []v1alpha1.HelmReleaseEntry{{
					EntryMetadata:   v1alpha1.EntryMetadata{Destination: v1alpha1.Destination{TargetNamespace: "podinfo"}},
					HelmReleaseSpec: helmv2.HelmReleaseSpec{Interval: metav1.Duration{Duration: time.Hour}},
				}},
			}},
		},
	}
	text, err := v1alpha1.YAML(&app)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Print(string(text))
	result, err := render.Render(schema.Parse("podinfo.yaml", text), render.Options{})
	fmt.Println(len(result.Objects), err)
	// Output:
	// apiVersion: fluxapp.dev/v1alpha1
	// kind: FluxApplication
	// metadata:
	//   name: podinfo
	//   namespace: apps
	// spec:
	//   config:
	//     helmRelease:
	//       chart:
	//         chart: podinfo
	//         version: 6.5.0
	//       deploy:
	//       - destination:
	//           targetNamespace: podinfo
	//         interval: 1h0m0s
	//   source:
	//     sourceRef:
	//       kind: HelmRepository
	//       name: podinfo
	// 1 <nil>
}

// An application that is built in Go, with defaults for all clusters and an override for one of them.
func ExampleFromObject() {
	defaults, err := v1alpha1.DefaultsJSON(v1alpha1.HelmReleaseLayer{
		Interval: &metav1.Duration{Duration: time.Hour},
		Install:  &helmv2.Install{Remediation: &helmv2.InstallRemediation{Retries: 3}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	oslo, err := v1alpha1.OverrideJSON(v1alpha1.Override{Cluster: "oslo"},
		v1alpha1.HelmReleaseLayer{Suspend: new(true)})
	if err != nil {
		fmt.Println(err)
		return
	}
	kubeConfig := &meta.KubeConfigReference{SecretRef: &meta.SecretKeyReference{Name: "oslo"}}
	chart := helmv2.HelmChartTemplateSpec{Chart: "podinfo", Version: "6.5.0"}
	everywhere := v1alpha1.Destination{ClusterSelector: &metav1.LabelSelector{}}
	app := v1alpha1.FluxApplication{
		ObjectMeta: metav1.ObjectMeta{Name: "podinfo", Namespace: "apps"},
		Spec: v1alpha1.FluxApplicationSpec{
			Source:   &v1alpha1.Source{SourceRef: &v1alpha1.SourceReference{Kind: "HelmRepository", Name: "podinfo"}},
			Clusters: []v1alpha1.Cluster{{Name: "oslo", KubeConfig: kubeConfig}},
			Config: v1alpha1.Config{
				Defaults:  defaults,
				Overrides: []apiextensionsv1.JSON{oslo},
				HelmRelease: &v1alpha1.HelmRelease{
					Chart:  &v1alpha1.Chart{HelmChartTemplateSpec: chart},
					Deploy: []v1alpha1.HelmReleaseEntry{{EntryMetadata: v1alpha1.EntryMetadata{Destination: everywhere}}},
				},
			},
		},
	}
	doc, err := v1alpha1.FromObject(&app)
	if err != nil {
		fmt.Println(err)
		return
	}
	result, err := render.Render([]*schema.Document{doc}, render.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	_ = result.WriteYAML(os.Stdout)
	// Output:
	// ---
	// apiVersion: helm.toolkit.fluxcd.io/v2
	// kind: HelmRelease
	// metadata:
	//   annotations:
	//     fluxapp.dev/rendered-from: apps/podinfo
	//   name: podinfo-oslo
	//   namespace: apps
	// spec:
	//   chart:
	//     spec:
	//       chart: podinfo
	//       sourceRef:
	//         kind: HelmRepository
	//         name: podinfo
	//       version: 6.5.0
	//   install:
	//     remediation:
	//       retries: 3
	//   interval: 1h0m0s
	//   kubeConfig:
	//     secretRef:
	//       name: oslo
	//   suspend: true
}

// What a file has, by the constants of its kinds.
func Example() {
	for _, doc := range schema.Parse("all.yaml", []byte(`{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplication}
---
{apiVersion: fluxapp.dev/v1alpha1, kind: FluxApplicationBase}
---
{apiVersion: fluxapp.dev/v1alpha1, kind: RenderConfig}
---
{apiVersion: gitops.kubesphere.io/v1alpha1, kind: Application}
`)) {
		switch (metav1.TypeMeta{APIVersion: doc.Subject().APIVersion(), Kind: doc.Subject().Kind()}) {
		case metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.FluxApplicationKind}:
			fmt.Println("an application")
		case metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.FluxApplicationBaseKind}:
			fmt.Println("a base of applications")
		case metav1.TypeMeta{APIVersion: v1alpha1.APIVersion, Kind: v1alpha1.RenderConfigKind}:
			fmt.Println("the options of a run")
		case metav1.TypeMeta{APIVersion: v1alpha1.KubeSphereAPIVersion, Kind: v1alpha1.ApplicationKind}:
			fmt.Println("an application of KubeSphere")
		}
	}
	// Output:
	// an application
	// a base of applications
	// the options of a run
	// an application of KubeSphere
}
