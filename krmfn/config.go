package krmfn

import (
	"fmt"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"
)

// config holds what the functionConfig asks for.
type config struct {
	options      render.Options
	check        bool         // compare, and change nothing
	pruneOrphans bool         // remove the objects of documents that are not among the items
	alone        *kyaml.RNode // the one application to render; nil for those among the items
}

// readConfig reads a functionConfig: an application, a RenderConfig, a ConfigMap with its options, or none.
func (req *request) readConfig(rl ResourceList) Results {
	fc := rl.FunctionConfig
	switch {
	case fc == nil:
		return nil
	case resource.Kind(fc, kinds.App) != nil:
		req.config.alone = fc
		return nil
	case resource.Kind(fc, kinds.Options) != nil:
		printed, err := fc.String()
		if err != nil {
			return Results{errorResult(finding.CodeSyntax, err.Error()).about(fc)}
		}
		return req.readOptions(fc, []byte(printed))
	case resource.Text(fc, "kind") == "ConfigMap" && resource.Text(fc, "apiVersion") == "v1":
		return req.readConfigMap(fc)
	}
	return Results{wrongConfig(fc).about(fc)}
}

// readOptions reads the text of a RenderConfig.
func (req *request) readOptions(fc *kyaml.RNode, data []byte) Results {
	docs := schema.Parse("functionConfig", data)
	var problems []finding.Problem
	for _, d := range docs {
		req.from[d.Subject()] = fc
		if d.Class() != schema.ClassRenderConfig {
			problems = append(problems, d.Problems()...)
			continue
		}
		spec, wrong := d.RenderConfig()
		problems = append(problems, wrong...)
		req.config.check, req.config.pruneOrphans = spec.Check, spec.PruneOrphans
		req.config.options = render.OptionsOf(spec)
	}
	return req.results(finding.Locate(problems))
}

// readConfigMap reads the data of a ConfigMap: the fields of a RenderConfig as texts, with commas between applications, and true or false.
func (req *request) readConfigMap(fc *kyaml.RNode) Results {
	data := resource.Lookup(fc, "data")
	if !resource.IsNull(resource.Lookup(fc, "binaryData")) || !resource.IsNull(data) && data.Kind != kyaml.MappingNode {
		return Results{errorResult(CodeFunctionConfig, "data is no map of strings; write the fields of a RenderConfig, each as a string").about(fc)}
	}
	spec, refused := map[string]any{}, Results(nil)
	for key, value := range resource.Fields(kyaml.NewRNode(data)) {
		switch key {
		case "strict", "check", "pruneOrphans":
			if value != "true" && value != "false" {
				r := errorResult(finding.CodeType, fmt.Sprintf("%q is neither true nor false; write one of them", value)).about(fc)
				r.Field = &Field{Path: "data." + key, CurrentValue: value}
				refused = append(refused, r)
			}
			spec[key] = value == "true"
		case "applications":
			spec[key] = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
		default:
			spec[key] = value
		}
	}
	return append(refused, req.readSpec(fc, spec)...)
}

// readSpec reads the spec of a RenderConfig that a ConfigMap holds.
func (req *request) readSpec(fc *kyaml.RNode, spec map[string]any) Results {
	printed, err := yaml.Marshal(map[string]any{
		"apiVersion": kinds.RenderConfig.APIVersion, "kind": kinds.RenderConfig.Name, "spec": spec,
	})
	if err != nil {
		return Results{errorResult(finding.CodeSyntax, err.Error()).about(fc)}
	}
	found := req.readOptions(fc, printed)
	for _, r := range found {
		if r.Field != nil {
			r.Field.Path = "data." + strings.TrimPrefix(r.Field.Path, "spec.")
		}
	}
	return found
}

func wrongConfig(fc *kyaml.RNode) *Result {
	const accepted = "write an Application (kind fluxcd), a FluxApplication or a RenderConfig of gitops.kubesphere.io/v1alpha1, " +
		"a ConfigMap with the fields of a RenderConfig, or no functionConfig, which renders every application among the items"
	problem := fmt.Sprintf("a functionConfig of kind %q and apiVersion %q is not supported", resource.Text(fc, "kind"), resource.Text(fc, "apiVersion"))
	if resource.Kind(fc, kinds.App) != nil {
		problem = "an Application of Argo CD is not rendered"
	}
	return errorResult(CodeFunctionConfig, problem+"; "+accepted)
}
