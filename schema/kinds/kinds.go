package kinds

import (
	"iter"
	"strings"
)

// Kind is a row of the table. Rows are read only, and two kinds are equal if their pointers are.
type Kind struct {
	// Group and Name are what documents and objects are recognized by, whatever their version.
	Group, Name string
	// Version is the version that fluxapp writes. Of clusters, fluxapp reads any version.
	Version string
	// APIVersion is Group/Version.
	APIVersion string
	// Role is what fluxapp does with documents and objects of this kind.
	Role Role
	// Plural is the name of the resource in a CustomResourceDefinition of fluxapp; empty when it has none.
	Plural string
	// Field is the field of an application that becomes objects of this kind: of spec.config for a workload, of spec.source for a source.
	Field string
	// Rank orders the objects of one cluster: objects that others need have a lower rank.
	Rank int
}

// Role is a set of roles.
type Role uint16

// The roles of the documents that fluxapp reads, and of the objects that it writes.
const (
	// App is an application.
	App Role = 1 << iota
	// Options are the options of a run.
	Options
	// Cluster is a cluster of the fleet.
	Cluster
	// Template is a saved chart that applications may name.
	Template
	// Repository is a repository of KubeSphere that becomes a Flux source.
	Repository
	// Workload is an object that an entry becomes.
	Workload
	// Source is an object that an inline source becomes.
	Source
	// Chart is an object that the chart of an entry becomes.
	Chart
	// FolderList is the kustomization.yaml of a cluster's folder.
	FolderList
	// Foreign are documents of fluxapp's own group that other programs read.
	Foreign

	// Read are the documents that fluxapp reads.
	Read = App | Options | Cluster | Template | Repository
	// Written are the objects and files that fluxapp writes.
	Written = Workload | Source | Chart | FolderList
)

// Group and Version are those of fluxapp's own documents.
const (
	Group   = "gitops.kubesphere.io"
	Version = "v1alpha1"
)

// Other groups that several kinds have.
const source = "source.toolkit.fluxcd.io"

// The table. Rows of objects are in the order of their ranks.
var (
	Application     = add(Kind{Group: Group, Version: Version, Name: "Application", Role: App, Plural: "applications"})
	FluxApplication = add(Kind{Group: Group, Version: Version, Name: "FluxApplication", Role: App, Plural: "fluxapplications"})
	RenderConfig    = add(Kind{Group: Group, Version: Version, Name: "RenderConfig", Role: Options})
	ApplicationSet  = add(Kind{Group: Group, Version: Version, Name: "ApplicationSet", Role: Foreign})
	ImageUpdater    = add(Kind{Group: Group, Version: Version, Name: "ImageUpdater", Role: Foreign})

	KubeSphereCluster    = add(Kind{Group: "cluster.kubesphere.io", Version: "v1alpha1", Name: "Cluster", Role: Cluster})
	ClusterAPICluster    = add(Kind{Group: "cluster.x-k8s.io", Version: "v1beta1", Name: "Cluster", Role: Cluster})
	ClusterProfile       = add(Kind{Group: "multicluster.x-k8s.io", Version: "v1alpha1", Name: "ClusterProfile", Role: Cluster})
	KubeSphereRepository = add(Kind{Group: "devops.kubesphere.io", Version: "v1alpha3", Name: "GitRepository", Role: Repository})

	GitRepository  = add(Kind{Group: source, Version: "v1", Name: "GitRepository", Role: Source, Field: "gitRepository"})
	HelmRepository = add(Kind{Group: source, Version: "v1", Name: "HelmRepository", Role: Source, Field: "helmRepository"})
	OCIRepository  = add(Kind{Group: source, Version: "v1", Name: "OCIRepository", Role: Source, Field: "ociRepository"})
	Bucket         = add(Kind{Group: source, Version: "v1", Name: "Bucket", Role: Source, Field: "bucket"})
	HelmChart      = add(Kind{Group: source, Version: "v1", Name: "HelmChart", Role: Chart | Template})
	Kustomization  = add(Kind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Name: "Kustomization", Role: Workload, Field: "kustomization"})
	HelmRelease    = add(Kind{Group: "helm.toolkit.fluxcd.io", Version: "v2", Name: "HelmRelease", Role: Workload, Field: "helmRelease"})
	KCLRun         = add(Kind{Group: "krm.kcl.dev.fluxcd", Version: "v1alpha1", Name: "KCLRun", Role: Workload, Field: "kclRun"})

	KustomizeFile = add(Kind{Group: "kustomize.config.k8s.io", Version: "v1beta1", Name: "Kustomization", Role: FolderList})
)

var table []*Kind

// add appends a row while the package is initialized, in the order of the declarations.
func add(k Kind) *Kind {
	k.APIVersion, k.Rank = k.Group+"/"+k.Version, len(table)
	table = append(table, &k)
	return &k
}

// Is reports whether the kind has one of some roles. No kind, nil, has none.
func (k *Kind) Is(roles Role) bool { return k != nil && k.Role&roles != 0 }

// With returns the kinds that have one of some roles, in the order of the table.
func With(roles Role) iter.Seq[*Kind] {
	return func(yield func(*Kind) bool) {
		for _, k := range table {
			if k.Is(roles) && !yield(k) {
				return
			}
		}
	}
}

// Find returns the kind of a group and a name that has one of some roles; nil when there is none.
func Find(roles Role, group, name string) *Kind {
	for k := range With(roles) {
		if k.Group == group && k.Name == name {
			return k
		}
	}
	return nil
}

// ByField returns the kind of a field that has one of some roles; nil when there is none.
func ByField(roles Role, field string) *Kind {
	for k := range With(roles) {
		if k.Field == field {
			return k
		}
	}
	return nil
}

// GroupOf returns the group of an apiVersion: the part before the slash, or all of an apiVersion without one.
func GroupOf(apiVersion string) string {
	group, _, _ := strings.Cut(apiVersion, "/")
	return group
}
