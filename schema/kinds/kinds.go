package kinds

import (
	"cmp"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Kind is a row of a table. Rows are read only, and two kinds are equal if their pointers are.
type Kind struct {
	// Group and Name are what documents and objects are recognized by, whatever their version. Of the core group, which
	// has no name, Group is its only version; see GroupOf.
	Group, Name string
	// Version is the version that fluxapp writes where nobody tells for which Flux: of a kind of Flux the newest one that
	// all minor versions of Flux serve, or else the newest one. Of clusters, fluxapp reads any version.
	Version string
	// Versions are the versions of a kind of Flux, the newest first; none of other kinds.
	Versions []APIVersion
	// APIVersion is Group/Version; of the core group it is the version alone. [Kind.In] is that for one version of Flux.
	APIVersion string
	// Role is what fluxapp does with documents and objects of this kind.
	Role Role
	// Plural is the name of the resource in a CustomResourceDefinition of fluxapp; empty when it has none.
	Plural string
	// Field is the field of an application that becomes objects of this kind: of spec.config for a workload, of
	// spec.source for a source, of spec for an object around the workload.
	Field string
	// Makes is the kind of the objects that a controller makes of this one and that others refer to, and MadeName has
	// their names; empty for the object itself.
	Makes    string
	MadeName Path
	// Rank orders the objects of one cluster: objects that others need have a lower rank.
	Rank int

	// References are the fields that name other objects, in the order in which people read about them.
	References []Reference
	// Expressions are the fields that a controller reads as expressions of CEL.
	Expressions []Expression
	// Identity is what a controller knows by what a workload makes on its cluster.
	Identity []Part
	// Shaped are the fields that make other objects of the same manifests.
	Shaped []Path
	// Filled are the fields of a spec that Flux requires, and that an author can leave to another tool. Of a workload and
	// a HelmChart, fluxapp fills them in where nobody else sets them.
	Filled []string
	// ChartName and ChartVersion lead to the chart that a release, or a HelmChart, names, and to its version.
	ChartName, ChartVersion Path
	// ChartInPlace and Creates are fields of a Helm release: with InPlaceUpdate in the first, a chart of another name is
	// an upgrade, and with true in the second, Helm makes the target namespace.
	ChartInPlace, Creates Path
	// Retries and InstallStrategy are what tries a failed installation again: a number other than 0, or RetryOnFailure.
	Retries, InstallStrategy Path
	// Place leads to the address of a source, and Revision to the revision that Flux takes of it.
	Place    []Path
	Revision revision
	// Inventory is what is known of the documents of a cluster.
	Inventory inventory
	// Deletion is what follows when an object is deleted.
	Deletion deletion
	Decides  *decides // of a decision; nil for other kinds
	// Program is the controller of a workload of Flux, or of a kind with expressions, as its Deployment is called.
	Program string
	// NoConditions: no controller writes conditions into a status, or not where spec.type is StaticType. Unnumbered: the
	// status has conditions, and no observedGeneration.
	NoConditions, Unnumbered bool
	StaticType               string
}

// decides tells where a document has what a scheduler has chosen.
type decides struct {
	List, Name, Namespace Path     // the clusters; in each its name, and its namespace where names are not unique
	Keys                  []string // labels that placements name; slices of a decision share the first that they have
	Index                 string   // the label that counts slices; empty where none does
	IsLater               bool     // what has no name is not chosen yet
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
	// Foreign are documents of fluxapp's own group that fluxapp does not read.
	Foreign
	// Base is what several applications begin with.
	Base
	// Around is an object around the workload: of image automation, notification or tenancy.
	Around
	// Made is an object that a controller makes of a source. fluxapp reads it where it was observed.
	Made
	// Decision is what a scheduler has chosen: clusters of the fleet.
	Decision
	// Inventoried is a cluster in the inventory of another program.
	Inventoried
	// loginRole is an object by which Flux logs in to a cluster.
	loginRole

	// Read are the documents that fluxapp reads.
	Read = App | Base | Options | Cluster | Template | Repository | Decision
	// Written are the objects and files that fluxapp writes.
	Written = Workload | Source | Chart | Around | FolderList | loginRole
)

// The groups of the documents that fluxapp reads as its own, and their version.
const (
	// Group has the kinds of fluxapp.
	Group = "fluxapp.dev"
	// KubeSphereGroup has KubeSphere's Application.
	KubeSphereGroup = "gitops.kubesphere.io"
	Version         = "v1alpha1"
)

// In returns the API version with its group that fluxapp writes for a minor version of Flux: the newest one that it
// serves. For 0, no version, and for a kind that is not Flux's, it is [Kind.APIVersion].
func (k *Kind) In(minor int) string {
	for _, v := range k.Versions {
		if minor > 0 && v.in(minor) {
			return k.Group + "/" + v.Name
		}
	}
	return k.APIVersion
}

// APIVersions returns all versions with their group that a known version of Flux serves, the newest first; or its own.
func (k *Kind) APIVersions() (all []string) {
	if len(k.Versions) == 0 {
		return []string{k.APIVersion}
	}
	return each.Of(k.Versions, func(v APIVersion) string { return k.Group + "/" + v.Name })
}

// rows are all kinds that fluxapp reads and writes, in the order of their ranks.
var rows []*Kind

// add appends a row while the package is initialized, in the order of the declarations.
func add(k Kind) *Kind {
	if k.Versions = fluxVersions[k.Group+"/"+k.Name]; k.Versions != nil {
		ofAll := func(v APIVersion) bool { return v.in(OldestFlux) && v.in(NewestFlux) }
		k.Version = cmp.Or(each.First(slices.Values(k.Versions), ofAll), k.Versions[0]).Name
	}
	k.APIVersion, k.Rank = k.Group+"/"+k.Version, len(rows)
	if k.Group == core {
		k.APIVersion = core
	}
	rows = append(rows, &k)
	return &k
}

// Referred returns the kind that references to an object of this kind name.
func (k *Kind) Referred() string { return cmp.Or(k.Makes, k.Name) }

// Resource returns the name of the kind's resource with its group, for kubectl: helmreleases.helm.toolkit.fluxcd.io.
func (k *Kind) Resource() string {
	name := strings.ToLower(k.Name)
	if stem, found := strings.CutSuffix(name, "y"); found {
		name = stem + "ie"
	}
	if k.Group == core {
		return name + "s"
	}
	return name + "s." + k.Group
}

// Is reports whether the kind has one of some roles. No kind, nil, has none.
func (k *Kind) Is(roles Role) bool { return k != nil && k.Role&roles != 0 }

// With returns the kinds that have one of some roles, in the order of the table.
func With(roles Role) iter.Seq[*Kind] {
	return func(yield func(*Kind) bool) {
		for _, k := range rows {
			if k.Is(roles) && !yield(k) {
				return
			}
		}
	}
}

func first(roles Role, matches func(*Kind) bool) *Kind {
	return each.First(With(roles), matches)
}

// Find returns the kind of a group and a name that has one of some roles; nil when there is none.
func Find(roles Role, group, name string) *Kind {
	return first(roles, func(k *Kind) bool { return k.Group == group && k.Name == name })
}

// OfObject returns the kind of an object that fluxapp writes; nil when it writes no such objects.
func OfObject(object tree.Node) *Kind {
	return Find(Written, GroupOf(object.Get("apiVersion").Text()), object.Get("kind").Text())
}

// ByField returns the kind of a field that has one of some roles; nil when there is none.
func ByField(roles Role, field string) *Kind {
	return first(roles, func(k *Kind) bool { return k.Field == field })
}

// GroupOf returns the group of an apiVersion: the part before the slash, or all of an apiVersion without one.
func GroupOf(apiVersion string) string {
	group, _, _ := strings.Cut(apiVersion, "/")
	return group
}
