package entries

import (
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/fleet"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/validate"
)

// EntryFields are the fields of a merged entry that planning reads.
type EntryFields struct {
	Name, Namespace, Target, cluster tree.Node // target and cluster of the destination
	File                             tree.Node // where the object lies in the rendered folder
	kubeConfig                       tree.Node
	kubeConfigName                   tree.Node // of the Secret or ConfigMap
	ReleaseName, StorageNamespace    tree.Node
	Source, SourceRef                tree.Node // of which a merged entry has one
	Chart, DependsOn                 tree.Node
	Metadata                         tree.Node
	Values                           tree.Node // null too
	Wave                             int       // 0 unless the entry has another one
	Suspended                        bool
}

// ReadFields reads the fields of an entry.
func ReadFields(fields tree.Node) EntryFields {
	destination := fields.Get("destination")
	kubeConfig := destination.Get("kubeConfig")
	wave, _ := strconv.ParseInt(fields.Get("wave").Text(), 10, 32)
	return EntryFields{Name: fields.Get("name"), Namespace: fields.Get("namespace"), File: fields.Get("file"),
		Target: destination.Get("targetNamespace"), cluster: destination.Get("cluster"),
		kubeConfig: kubeConfig, kubeConfigName: kinds.KubeConfigRef(kubeConfig).Get("name"),
		ReleaseName: fields.Get("releaseName"), StorageNamespace: fields.Get("storageNamespace"),
		Source: fields.Get("source"), SourceRef: fields.Get("sourceRef"), Chart: fields.Get("chart"),
		DependsOn: fields.Get("dependsOn"), Metadata: fields.Get("metadata"), Values: fields.Find("values"),
		Wave: int(wave), Suspended: fields.Get("suspend").Text() == "true"}
}

// clusterName returns the name of the cluster that the entry itself names; empty for the hub.
func (f EntryFields) clusterName() string {
	if name := f.cluster.Text(); name != "" {
		return name
	}
	return validate.ClusterName(f.kubeConfigName)
}

// Hole is a string of a template with references.
type Hole struct {
	Node  tree.Node
	Parts []names.Part
	Kind  validate.Type // what belongs at its place
	Rule  HoleRule
	// Places counts where the template has it: aliases and layers can repeat it.
	Places int
}

func (h Hole) value(b *tree.Builder, r *fleet.Resolver) tree.Node {
	return h.Kind.Fit(b, r.Text(b, h.Node, h.Parts))
}

// HoleRule is which values of a hole are valid whatever the entry around it has. Others are checked in their entry.
type HoleRule uint8

const (
	// expand is the rule of all places that are not in holeRules: planning may depend on the value, so the reference is
	// replaced before, and clusters with other values have other templates.
	expand       HoleRule = iota
	RuleNone              // any value is valid
	RuleText              // any text is valid
	RuleVariable          // any text is valid, and Flux may read it as something else than a string
	RuleSized             // a text is valid unless the whole gets too long
	RuleName              // a plain name is valid
	RulePatch             // a patch that is valid by itself is valid
)

// holeRules are the places that may be holes, by their paths in the entry: [] is an item of a list, and * a field with
// a key of the author's choice. Whoever reads a field of a template that is listed here reads it with [Instance.Value].
var holeRules = map[string]HoleRule{
	"name":                         RuleName,
	"file":                         RuleText,
	"source.file":                  RuleText,
	"path":                         RuleText,
	"serviceAccountName":           RuleName,
	"decryption.secretRef.name":    RuleName,
	"storageNamespace":             RuleName,
	"destination.targetNamespace":  RuleName,
	"metadata.labels.*":            RuleName,
	"metadata.annotations.*":       RuleSized,
	"commonMetadata.labels.*":      RuleName,
	"commonMetadata.annotations.*": RuleText,
	"valuesFrom.[].name":           RuleName,
	"patches.[].patch":             RulePatch,
	"postRenderers.[].kustomize.patches.[].patch": RulePatch,
	"postBuild.substitute.*":                      RuleVariable,
	"postBuild.substituteFrom.[].name":            RuleName,
}

func ruleAt(path []string) HoleRule {
	if path[0] == "values" && len(path) > 1 {
		return RuleNone
	}
	last := len(path) - 1
	if rule := holeRules[strings.Join(path, ".")]; rule != expand {
		return rule
	}
	return holeRules[strings.Join(append(path[:last:last], "*"), ".")]
}
