package krmfn

import (
	"fmt"
	"strings"

	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// config is what the functionConfig of a run asks for.
type config struct {
	options      render.Options
	check        bool         // compare, and change nothing
	pruneOrphans bool         // remove the objects of documents that are not among the items
	alone        *kyaml.RNode // the one application to render; nil for those among the items
}

// readConfig reads a functionConfig: an application, a RenderConfig, a ConfigMap with its options, or none.
func (in *input) readConfig(rl ResourceList) Results {
	fc := rl.FunctionConfig
	switch {
	case fc == nil:
		return nil
	case isApplication(fc):
		in.config.alone = fc
		return nil
	case isRenderConfig(fc):
		printed, err := fc.String()
		if err != nil {
			return Results{refusal(schema.CodeSyntax, err.Error()).place(fc)}
		}
		return in.options(fc, []byte(printed))
	case text(fc, "kind") == "ConfigMap" && text(fc, "apiVersion") == "v1":
		return in.configMap(fc)
	}
	return Results{wrongConfig(fc).place(fc)}
}

// options reads the text of a RenderConfig.
func (in *input) options(fc *kyaml.RNode, data []byte) Results {
	docs, _ := schema.Parse("functionConfig", data)
	var problems []schema.Problem
	for _, d := range docs {
		in.from[d] = fc
		if d.Class != schema.RunConfig {
			problems = append(problems, d.Problems()...)
			continue
		}
		spec, wrong := d.RenderConfig()
		problems = append(problems, wrong...)
		in.config.check, in.config.pruneOrphans = spec.Check, spec.PruneOrphans
		in.config.options = render.OptionsOf(spec)
	}
	return in.results(schema.Explain(problems))
}

// configMap reads the data of a ConfigMap, which has the fields of a RenderConfig as texts: applications with commas between
// them, and true or false.
func (in *input) configMap(fc *kyaml.RNode) Results {
	data := lookup(fc, "data")
	if !isNull(lookup(fc, "binaryData")) || !isNull(data) && data.Kind != kyaml.MappingNode {
		return Results{refusal(CodeFunctionConfig, "data is no map of strings; write the fields of a RenderConfig, each as a string").place(fc)}
	}
	spec, refused := map[string]any{}, Results(nil)
	for i := 0; !isNull(data) && i+1 < len(data.Content); i += 2 {
		key := data.Content[i].Value
		value := text(fc, "data", key)
		switch key {
		case "strict", "check", "pruneOrphans":
			if value != "true" && value != "false" {
				r := refusal(schema.CodeType, fmt.Sprintf("%q is neither true nor false; write one of them", value)).place(fc)
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
	printed, err := yaml.Marshal(map[string]any{
		"apiVersion": kinds.RenderConfig.APIVersion, "kind": kinds.RenderConfig.Name, "spec": spec,
	})
	if err != nil {
		return Results{refusal(schema.CodeSyntax, err.Error()).place(fc)}
	}
	for _, r := range in.options(fc, printed) {
		if r.Field != nil {
			r.Field.Path = "data." + strings.TrimPrefix(r.Field.Path, "spec.")
		}
		refused = append(refused, r)
	}
	return refused
}

func isRenderConfig(fc *kyaml.RNode) bool {
	return kindOf(fc, kinds.Options) != nil
}

func wrongConfig(fc *kyaml.RNode) Result {
	const accepted = "write an Application (kind fluxcd), a FluxApplication or a RenderConfig of gitops.kubesphere.io/v1alpha1, " +
		"a ConfigMap with the fields of a RenderConfig, or no functionConfig, which renders every application among the items"
	problem := fmt.Sprintf("a functionConfig of kind %q and apiVersion %q is not supported", text(fc, "kind"), text(fc, "apiVersion"))
	if isApplication(fc) {
		problem = "an Application of Argo CD is not rendered"
	}
	return refusal(CodeFunctionConfig, problem+"; "+accepted)
}
