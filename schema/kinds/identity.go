package kinds

// Part is a field of a workload that is part of what its controller knows by: the Helm release, or what is applied and
// where.
type Part struct {
	At Path
	// Is tells what the field names.
	Is Naming
	// OwnNamespace: without a value, the namespace of the object counts.
	OwnNamespace bool
	// Replaced: two objects with the same values of all these parts replace each other.
	Replaced bool
	// Change is what a change of the field does to what runs. LeavesBehind: what names no namespace itself stays where it
	// was.
	Change       Effect
	LeavesBehind bool
}

// Naming is what a field names, for a sentence.
type Naming string

// What fields name.
const (
	ReleaseName      Naming = "release name"
	StorageNamespace Naming = "storage namespace"
	TargetNamespace  Naming = "target namespace"
	NamePrefix       Naming = "name prefix"
	NameSuffix       Naming = "name suffix"
	ChartName        Naming = "chart"
	Folder           Naming = "path"
	SourceOf         Naming = "source"
	KubeConfig       Naming = "kubeConfig"
)

// Effect is what a change of a field does to what runs. It was measured with helm-controller 1.6 and
// kustomize-controller 1.9.
type Effect int

const (
	// Upgrade: what runs is changed.
	Upgrade Effect = iota
	// Reinstall: what runs is uninstalled and installed anew.
	Reinstall
	// Move: what runs is made anew under other names, and the old is deleted; where nothing is pruned it stays without an
	// owner.
	Move
	// Orphan: what runs is made anew, and the old stays without an owner.
	Orphan
)

// Part returns the part of the identity that names something; the zero Part where the kind has none.
func (k *Kind) Part(is Naming) Part {
	if k != nil {
		for _, part := range k.Identity {
			if part.Is == is {
				return part
			}
		}
	}
	return Part{}
}
