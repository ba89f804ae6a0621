package kinds

import (
	"bytes"
	"iter"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// Kind is a row of the table. Rows are read only, and two kinds are equal if their pointers are.
type Kind struct {
	// Group and Name are what documents and objects are recognized by, whatever their version. Of the core group, which
	// has no name, Group is its only version; see GroupOf.
	Group, Name string
	// Version is the version that fluxapp writes. Of clusters, fluxapp reads any version.
	Version string
	// APIVersion is Group/Version; of the core group it is the version alone.
	APIVersion string
	// Role is what fluxapp does with documents and objects of this kind.
	Role Role
	// Plural is the name of the resource in a CustomResourceDefinition of fluxapp; empty when it has none.
	Plural string
	// Field is the field of an application that becomes objects of this kind: of spec.config for a workload, of
	// spec.source for a source, of spec for an object around the workload.
	Field string
	// Makes is the kind of the objects that a controller makes of this one and that others refer to; empty for the
	// object itself.
	Makes string
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
	// Foreign are documents of fluxapp's own group that fluxapp does not read.
	Foreign
	// Base is what several applications begin with.
	Base
	// Around is an object around the workload: of image automation, notification or tenancy.
	Around

	// Read are the documents that fluxapp reads.
	Read = App | Base | Options | Cluster | Template | Repository
	// Written are the objects and files that fluxapp writes.
	Written = Workload | Source | Chart | Around | FolderList
)

// The groups of the documents that fluxapp reads as its own, and their version.
const (
	// Group has the kinds of fluxapp.
	Group = "fluxapp.dev"
	// KubeSphereGroup has KubeSphere's Application.
	KubeSphereGroup = "gitops.kubesphere.io"
	Version         = "v1alpha1"
)

// IsOwn reports whether a group is one of those whose documents fluxapp reads as its own.
func IsOwn(group string) bool { return group == Group || group == KubeSphereGroup }

// Other groups that several kinds have.
const (
	source       = "source.toolkit.fluxcd.io"
	image        = "image.toolkit.fluxcd.io"
	notification = "notification.toolkit.fluxcd.io"
	rbac         = "rbac.authorization.k8s.io"
	core         = "v1"
)

// The table. Rows of objects are in the order of their ranks.
var (
	Application = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "Application", Role: App,
		Plural: "applications"})
	FluxApplication = add(Kind{Group: Group, Version: Version, Name: "FluxApplication", Role: App,
		Plural: "fluxapplications"})
	FluxApplicationBase = add(Kind{Group: Group, Version: Version, Name: "FluxApplicationBase", Role: Base,
		Plural: "fluxapplicationbases"})
	RenderConfig   = add(Kind{Group: Group, Version: Version, Name: "RenderConfig", Role: Options})
	ApplicationSet = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "ApplicationSet", Role: Foreign})
	ImageUpdater   = add(Kind{Group: KubeSphereGroup, Version: Version, Name: "ImageUpdater", Role: Foreign})
	// what fluxapp diff prints as JSON
	Changes = add(Kind{Group: Group, Version: Version, Name: "Changes", Role: Foreign})
	// what fluxapp status prints as JSON
	Status = add(Kind{Group: Group, Version: Version, Name: "Status", Role: Foreign})

	KubeSphereCluster = add(Kind{Group: "cluster.kubesphere.io", Version: "v1alpha1", Name: "Cluster", Role: Cluster})
	ClusterAPICluster = add(Kind{Group: "cluster.x-k8s.io", Version: "v1beta1", Name: "Cluster", Role: Cluster})
	ClusterProfile    = add(Kind{Group: "multicluster.x-k8s.io", Version: "v1alpha1", Name: "ClusterProfile",
		Role: Cluster})
	KubeSphereRepository = add(Kind{Group: "devops.kubesphere.io", Version: "v1alpha3", Name: "GitRepository",
		Role: Repository})

	Namespace      = add(Kind{Group: core, Version: core, Name: "Namespace", Role: Around, Field: "tenancy"})
	ServiceAccount = add(Kind{Group: core, Version: core, Name: "ServiceAccount", Role: Around, Field: "tenancy"})
	RBACRole       = add(Kind{Group: rbac, Version: "v1", Name: "Role", Role: Around, Field: "tenancy"})
	RoleBinding    = add(Kind{Group: rbac, Version: "v1", Name: "RoleBinding", Role: Around, Field: "tenancy"})

	Provider = add(Kind{Group: notification, Version: "v1beta3", Name: "Provider", Role: Around,
		Field: "notification"})
	Alert = add(Kind{Group: notification, Version: "v1beta3", Name: "Alert", Role: Around,
		Field: "notification"})
	ImageRepository = add(Kind{Group: image, Version: "v1", Name: "ImageRepository", Role: Around,
		Field: "imageAutomation"})
	ImagePolicy = add(Kind{Group: image, Version: "v1", Name: "ImagePolicy", Role: Around, Field: "imageAutomation"})

	GitRepository  = add(Kind{Group: source, Version: "v1", Name: "GitRepository", Role: Source, Field: "gitRepository"})
	HelmRepository = add(Kind{Group: source, Version: "v1", Name: "HelmRepository", Role: Source, Field: "helmRepository"})
	OCIRepository  = add(Kind{Group: source, Version: "v1", Name: "OCIRepository", Role: Source, Field: "ociRepository"})
	Bucket         = add(Kind{Group: source, Version: "v1", Name: "Bucket", Role: Source, Field: "bucket"})
	// ArtifactGenerator copies files of other sources into an ExternalArtifact.
	ArtifactGenerator = add(Kind{Group: "source.extensions.fluxcd.io", Version: "v1beta1", Name: "ArtifactGenerator",
		Role: Source, Field: "artifact", Makes: "ExternalArtifact"})

	// ImageUpdateAutomation commits to the repository of a GitRepository.
	ImageUpdateAutomation = add(Kind{Group: image, Version: "v1", Name: "ImageUpdateAutomation", Role: Around,
		Field: "imageAutomation"})

	HelmChart     = add(Kind{Group: source, Version: "v1", Name: "HelmChart", Role: Chart | Template})
	Kustomization = add(Kind{Group: "kustomize.toolkit.fluxcd.io", Version: "v1", Name: "Kustomization", Role: Workload,
		Field: "kustomization"})
	HelmRelease = add(Kind{Group: "helm.toolkit.fluxcd.io", Version: "v2", Name: "HelmRelease", Role: Workload,
		Field: "helmRelease"})
	KCLRun = add(Kind{Group: "krm.kcl.dev.fluxcd", Version: "v1alpha1", Name: "KCLRun", Role: Workload,
		Field: "kclRun"})

	KustomizeFile = add(Kind{Group: "kustomize.config.k8s.io", Version: "v1beta1", Name: "Kustomization",
		Role: FolderList})
)

var table []*Kind

// add appends a row while the package is initialized, in the order of the declarations.
func add(k Kind) *Kind {
	k.APIVersion, k.Rank = k.Group+"/"+k.Version, len(table)
	if k.Group == core {
		k.APIVersion = core
	}
	table = append(table, &k)
	return &k
}

// Referred returns the kind that references to an object of this kind name.
func (k *Kind) Referred() string {
	if k.Makes != "" {
		return k.Makes
	}
	return k.Name
}

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

// IsWorkload reports whether a rendered object of a kind makes something run on a cluster, as entries do.
func IsWorkload(name string) bool {
	return name == HelmRelease.Name || name == Kustomization.Name || name == KCLRun.Name
}

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

func first(roles Role, matches func(*Kind) bool) *Kind {
	for k := range With(roles) {
		if matches(k) {
			return k
		}
	}
	return nil
}

// Find returns the kind of a group and a name that has one of some roles; nil when there is none.
func Find(roles Role, group, name string) *Kind {
	return first(roles, func(k *Kind) bool { return k.Group == group && k.Name == name })
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

// ClusterNamed returns the first kind of cluster with a name; nil when there is none.
func ClusterNamed(name string) *Kind {
	return first(Cluster, func(k *Kind) bool { return k.Name == name })
}

// ClusterIn returns the kind of cluster of a group; nil when the group has none.
func ClusterIn(group string) *Kind {
	return first(Cluster, func(k *Kind) bool { return k.Group == group })
}

// neighbours are groups of others that are a slip away from one of the groups above. cluster.k8s.io is that of
// Cluster API until v1alpha1, and multicluster.k8s.io is in drafts of the Multi-Cluster Services API.
var neighbours = []string{"cluster.k8s.io", "multicluster.k8s.io"}

// How many letters a group and a kind may differ from those of a document that fluxapp reads. The other kinds of
// these groups, and the groups of other kinds called Cluster or Application, differ in more;
// TestForeignKindsAreLeftAlone has them.
const (
	slackGroupAlone = 3 // the kind is right
	slackGroup      = 2 // the kind is nearly right
	slackKind       = 2
)

// Meant returns the kind of document that an apiVersion and a kind name, or nearly name; nil when fluxapp reads no
// such document.
func Meant(apiVersion, kind string) *Kind {
	group := GroupOf(apiVersion)
	if exact := Find(Read, group, kind); exact != nil || slices.Contains(neighbours, group) {
		return exact
	}
	return first(Read, func(k *Kind) bool { return isNear(k, group, kind) })
}

// isNear reports whether a group and a kind are a slip away from those of a kind in the table. A FluxApplication
// without a group is near, and so is its base: the core group of Kubernetes has no such kinds.
func isNear(k *Kind, group, kind string) bool {
	if !strings.Contains(group, ".") {
		return (k == FluxApplication || k == FluxApplicationBase) && names.Differ(kind, k.Name, slackKind) <= slackKind
	}
	slack := slackGroup
	if kind == k.Name {
		slack = slackGroupAlone
	}
	near := names.Differ(group, k.Group, slack) <= slack
	if IsOwn(k.Group) { // the kind is written with the other of the two
		near = names.Differ(group, Group, slack) <= slack || names.Differ(group, KubeSphereGroup, slack) <= slack
	}
	return near && names.Differ(kind, k.Name, slackKind) <= slackKind
}

// Recognizes reports whether a document with these fields at its top, keys and texts, may be one that [Parse] reads,
// or refuses because it is nearly one. Parse leaves all other documents alone.
func Recognizes(fields iter.Seq2[string, string]) bool {
	_, version := TopField(fields, "apiVersion")
	_, kind := TopField(fields, "kind")
	return RecognizesKind(version, kind)
}

// TopField returns the key and the text of the field of a name, or else of the first field whose key is nearly that
// name.
func TopField(fields iter.Seq2[string, string], name string) (key, text string) {
	for k, t := range fields {
		if k == name {
			return k, t
		}
		if key == "" && names.Nearest(k, []string{name}) != "" {
			key, text = k, t
		}
	}
	return key, text
}

func RecognizesKind(apiVersion, kind string) bool {
	group := GroupOf(apiVersion)
	cluster := ClusterIn(group)
	return Meant(apiVersion, kind) != nil || IsOwn(group) || kind == FluxApplication.Name ||
		kind == FluxApplicationBase.Name || apiVersion == "" && ClusterNamed(kind) != nil ||
		cluster != nil && (kind == "" || kind == cluster.Name+"List")
}

// MayHold reports whether a text may hold documents that [Parse] reads, or refuses because they are nearly such
// documents. It looks for words and does not parse: most files of a folder are for others, need not even be YAML, and
// are many.
func MayHold(text []byte) bool {
	text = withoutZeros(text)
	return slices.ContainsFunc(mentioned, func(group string) bool { return bytes.Contains(text, []byte(group)) }) ||
		holdsKind(text)
}

// MayHoldPolicy reports whether a text may hold an ImagePolicy of Flux, which setter comments name. It looks for
// words and does not parse.
func MayHoldPolicy(text []byte) bool {
	prefix := ImagePolicy.Group + "/"
	isOfGroup := func(version string) bool { return strings.HasPrefix(version, prefix) }
	return bytes.Contains(text, []byte(prefix)) &&
		slices.ContainsFunc(slices.Collect(valuesOf(text, "apiVersion")), isOfGroup) &&
		slices.Contains(slices.Collect(valuesOf(text, "kind")), ImagePolicy.Name)
}

// withoutZeros makes the words of a UTF-16 text readable. Package schema refuses the text; if the file was skipped,
// its clusters would be deleted.
func withoutZeros(data []byte) []byte {
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] == 0xff && data[1] == 0xfe ||
		data[0] == 0xfe && data[1] == 0xff) {
		return bytes.ReplaceAll(data, []byte{0}, nil)
	}
	return data
}

// mentioned are the groups that hardly any text but our documents mentions. That of Cluster API ends the group of
// ClusterProfiles too.
var mentioned = []string{
	Group, KubeSphereGroup, KubeSphereRepository.Group + "/", KubeSphereCluster.Group + "/", ClusterAPICluster.Group + "/",
}

// holdsKind reports whether a text has a kind of ours whatever the group, any kind with a group that is nearly one of
// ours, or a cluster of no group.
func holdsKind(text []byte) bool {
	words, versions := slices.Collect(valuesOf(text, "kind")), slices.Collect(valuesOf(text, "apiVersion"))
	return slices.ContainsFunc(words, func(kind string) bool {
		return Meant("", kind) != nil || len(versions) == 0 && ClusterNamed(kind) != nil ||
			names.Differ(kind, HelmChart.Name, slackKind) <= slackKind
	}) || slices.ContainsFunc(versions, func(version string) bool {
		return isNearGroup(version) &&
			slices.ContainsFunc(words, func(kind string) bool { return RecognizesKind(version, kind) })
	})
}

// isNearGroup reports whether an apiVersion is of one of our groups, or of a group that is nearly one.
func isNearGroup(version string) bool {
	group := GroupOf(version)
	return first(Read, func(k *Kind) bool { return names.Differ(group, k.Group, slackGroupAlone) <= slackGroupAlone }) !=
		nil
}

// valuesOf returns the words that follow a key in a text of YAML or JSON, in quotes or without.
func valuesOf(text []byte, key string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for {
			_, rest, found := bytes.Cut(text, []byte(key))
			if !found {
				return
			}
			if word := wordBehindColon(rest); word != "" && !yield(word) {
				return
			}
			text = rest
		}
	}
}

// wordBehindColon returns the word behind the colon that a text begins with, after the quote and the space that may
// end a key.
func wordBehindColon(text []byte) string {
	const space = " \t\r\n"
	text = text[:min(len(text), maxWord)]
	value, found := bytes.CutPrefix(bytes.TrimLeft(text, `"'`+space), []byte(":"))
	if !found {
		return ""
	}
	value = bytes.TrimLeft(value, `"'`+space)
	if end := bytes.IndexAny(value, `"',{}[]#`+space); end >= 0 {
		value = value[:end]
	}
	return string(value)
}

// maxWord is how many bytes behind a key are looked at; groups and kinds are shorter.
const maxWord = 128

// Own returns the names of the kinds of documents that fluxapp reads of some of its own groups.
func Own(groups ...string) (names []string) {
	for k := range With(Read) {
		if slices.Contains(groups, k.Group) {
			names = append(names, k.Name)
		}
	}
	return names
}
