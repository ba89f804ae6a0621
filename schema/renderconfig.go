package schema

import (
	"fmt"
	"strings"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// KindRenderConfig is the kind of the options of a run.
const KindRenderConfig = "RenderConfig"

// RenderConfig holds the options of a run: of the KRM function, as its functionConfig, and of the command, with --config. Among
// other documents it is left alone.
type RenderConfig struct {
	metav1.TypeMeta   `json:",inline"`
	metav1.ObjectMeta `json:"metadata,omitempty"`

	// Spec holds the options. Without a spec every option has its default.
	Spec RenderConfigSpec `json:"spec,omitempty"`
}

// RenderConfigSpec holds the options of a run. Each may be left out.
type RenderConfigSpec struct {
	// Applications are the applications to render, each written as name or namespace/name. Empty means all of them.
	Applications []string `json:"applications,omitempty"`
	// FluxVersion is the oldest Flux that must accept the objects, for example "2.8". Empty means the newest that fluxapp knows.
	FluxVersion string `json:"fluxVersion,omitempty"`
	// Namespace is the namespace of documents that have none.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=63
	// +kubebuilder:validation:Pattern="^[a-z0-9]([-a-z0-9]*[a-z0-9])?$"
	Namespace string `json:"namespace,omitempty"`
	// Strict treats warnings as errors.
	Strict bool `json:"strict,omitempty"`
	// Check compares the rendered objects with the existing ones and changes nothing. Only the KRM function reads it.
	Check bool `json:"check,omitempty"`
	// PruneOrphans removes also the objects of documents that were not read. Without it they stay, with a warning.
	PruneOrphans bool `json:"pruneOrphans,omitempty"`
}

// RenderConfig returns the options that a document of class RunConfig holds. The problems are those that Parse found, and of
// values that no run can use.
func (d *Document) RenderConfig() (spec RenderConfigSpec, problems []Problem) {
	c := check{document: d, problems: d.Problems()}
	if d.Refused() {
		return spec, c.problems
	}
	if err := typed(d.Spec, &spec); err != nil { // Parse has checked the types
		c.refuse(Problem{Code: CodeType, Node: d.Spec, Detail: err.Error()})
	}
	c.renderConfig(d.Spec)
	return spec, c.problems
}

func (c *check) renderConfig(n tree.Node) {
	c.namespace(n.Get("namespace"))
	version := n.Get("fluxVersion")
	if _, err := ParseFluxVersion(version.Text()); err != nil {
		c.refuse(Problem{Code: CodeUnknownFlux, Node: version, Current: version.Text(), Detail: err.Error()})
	}
	for name := range n.Get("applications").Children() {
		namespace, short, both := strings.Cut(name.Text(), "/")
		if !both {
			namespace, short = "x", name.Text()
		}
		if len(validation.IsDNS1123Label(namespace)) > 0 || len(validation.IsDNS1123Subdomain(short)) > 0 {
			c.refuse(Problem{Code: CodeName, Node: name, Current: name.Text(),
				Detail: fmt.Sprintf("%q is no name of an application; write name or namespace/name", name.Text())})
		}
	}
}
