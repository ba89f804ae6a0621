package kinds

import "strings"

// Decides tells where a document has the clusters that a scheduler has chosen, and how documents are found and belong
// together.
type Decides struct {
	// List leads to the chosen clusters, and Name and Namespace in an item to the cluster's. Without Namespace, names are
	// unique in the fleet; an empty one is the document's own.
	List, Name, Namespace Path
	// Keys are the labels that say which decision the document is, or a slice of: slices have the first of them that they
	// have in common, and an application selects by any.
	Keys []string
	// Index is the label that counts slices from 0; empty where they are not counted.
	Index string
	// IsLater: an item without a name is a cluster that is not chosen yet.
	IsLater bool
}

// DecisionIn returns the kind of decision that a group and a kind name, or a list of it; nil when there is none.
func DecisionIn(group, kind string) *Kind {
	return standard.Find(Decision, group, strings.TrimSuffix(kind, "List"))
}
