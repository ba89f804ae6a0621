package krmfn

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

type request struct {
	config config
	pkg    string // of the functionConfig
	docs   schema.Documents
	// from holds the resource that each document was read from: an item, or the functionConfig.
	from map[*finding.Subject]*item
}

func readRequest(l list) (request, functionResults) {
	req := request{pkg: l.pkg(), from: map[*finding.Subject]*item{}}
	if refused := req.readConfig(l.config); refused.failed() {
		return req, refused
	}
	if req.config.alone != nil {
		refused := req.readApplication(l)
		req.readPolicies(l.items)
		return req, refused
	}
	for _, item := range l.items {
		if isCandidate(item) && item.kind(kinds.Options) == nil { // the options of other steps
			req.read(item.file(), item)
		}
	}
	req.readPolicies(l.items)
	return req, nil
}

func (req *request) readApplication(l list) functionResults {
	config := l.config
	for _, i := range namesakes(l.items, config) {
		if req.pkg == "" || placeOf(l.items[i]).Package == req.pkg {
			req.read(l.items[i].file(), l.items[i]) // all of them: render reports that there are two
		}
	}
	if len(req.docs) == 0 {
		req.read(cmp.Or(config.annotation(resource.Path), "functionConfig"), config)
	}
	if slices.ContainsFunc(req.docs, func(d *schema.Document) bool { return d.Class() == schema.ClassArgoCD }) {
		return functionResults{wrongConfig(config).about(config)}
	}
	for _, item := range l.items {
		if isCandidate(item) && item.kind(kinds.App) == nil {
			req.readOnly(item, isPrerequisite)
		}
	}
	return nil
}

// isPrerequisite reports whether the one application may need a document, or its author may have meant such a document.
func isPrerequisite(d *schema.Document) bool {
	isNeeded := slices.Contains([]schema.Class{schema.ClassBase, schema.ClassHelmChart, schema.ClassCluster,
		schema.ClassDecision}, d.Class())
	return isNeeded || d.Facts().IsBeside() || d.Class() == schema.ClassForeign && d.Refused()
}

// readPolicies reads the ImagePolicies among the items, where setter comments may name them.
func (req *request) readPolicies(items []*item) {
	if !slices.ContainsFunc(req.docs, func(d *schema.Document) bool { return len(d.Facts().Markers()) > 0 }) {
		return
	}
	isPolicy := func(n tree.Node) bool { return resource.Kind(n, kinds.ImagePolicy.Role) == kinds.ImagePolicy }
	for _, item := range items {
		if !isCandidate(item) && holds(item.values(), isPolicy, map[tree.Node]bool{}) {
			req.readOnly(item, func(d *schema.Document) bool { return d.Facts().IsImagePolicy() })
		}
	}
}

func (req *request) readOnly(item *item, keep func(*schema.Document) bool) {
	before := len(req.docs)
	req.read(item.file(), item)
	req.docs = append(req.docs[:before],
		slices.DeleteFunc(req.docs[before:], func(d *schema.Document) bool { return !keep(d) })...)
}

// read parses a resource's text: a document must mean the same here as in its file. Render returns its problems.
func (req *request) read(file string, item *item) {
	docs := schema.Parse(file, item.document())
	for _, d := range docs {
		req.from[d.Subject()] = item
	}
	req.docs = append(req.docs, docs...)
}

func namesakes(items []*item, document *item) (same []int) {
	for i, item := range items {
		if isCandidate(item) && identityOf(item) == identityOf(document) {
			same = append(same, i)
		}
	}
	return same
}

// isCandidate reports whether a resource, or one in lists, may be a document for fluxapp. Package schema decides.
func isCandidate(item *item) bool { return holds(item.values(), item.mayBeOurs, map[tree.Node]bool{}) }

// holds reports whether a resource is wanted, or a list that holds one. It looks once: aliases make loops.
func holds(n tree.Node, wanted func(tree.Node) bool, looked map[tree.Node]bool) bool {
	if resource.Text(n, "kind") != "List" || resource.Text(n, "apiVersion") != "v1" {
		return wanted(n)
	}
	items := n.Get("items")
	if items.Kind() != tree.List || looked[items.First()] {
		return false
	}
	looked[items.First()] = true // which aliases share
	return each.Any(items.Children(), func(item tree.Node) bool { return holds(item, wanted, looked) })
}

// mayBeOurs reports whether a resource may be for fluxapp, or would be without a typing error in apiVersion and kind.
func (i *item) mayBeOurs(n tree.Node) bool {
	switch {
	case renderedFrom(n) != "":
		return resource.Kind(n, kinds.Written) == nil // schema reports the annotation on any kind that fluxapp does not write
	case n.Kind() != tree.Map:
		return false
	}
	isOfTwo := func(first tree.Node) bool { // of two kinds, the second may be the one for fluxapp
		return (first.Key() == "apiVersion" || first.Key() == "kind") && isFieldOf(n, first)
	}
	_, profile := kinds.ProfileOf(n)
	return slices.ContainsFunc(i.list.twice, isOfTwo) || schema.Recognizes(n) ||
		kinds.InventoryOf(n) != nil || profile != ""
}

type config struct {
	schema.RenderConfig
	options  render.Options
	alone    *item            // the one application to render; nil for those among the items
	document *schema.Document // the RenderConfig; nil for none
	inData   bool             // a ConfigMap has its spec in its data
}

func (req *request) readConfig(fc *item) functionResults {
	switch {
	case fc == nil:
		return nil
	case fc.kind(kinds.App) != nil:
		req.config.alone = fc
		return nil
	case fc.kind(kinds.Options) != nil:
		return req.readOptions(fc, fc.document())
	case fc.text("kind") == "ConfigMap" && fc.text("apiVersion") == "v1":
		return req.readConfigMap(fc)
	}
	return functionResults{wrongConfig(fc).about(fc)}
}

func (req *request) readOptions(fc *item, data []byte) functionResults {
	docs := schema.Parse("functionConfig", data)
	var problems []finding.Problem
	for _, d := range docs {
		req.from[d.Subject()] = fc
		req.config.document = d
		if d.Class() != schema.ClassRenderConfig {
			problems = append(problems, d.Problems()...)
			continue
		}
		spec, wrong := d.RenderConfig()
		problems = append(problems, wrong...)
		req.config.RenderConfig, req.config.options = spec, render.OptionsOf(spec)
	}
	return req.results(finding.Locate(problems))
}

func (req *request) readCharts(l list, read ReadCharts) functionResults {
	if len(req.config.Charts) == 0 {
		return nil
	}
	if read == nil {
		return functionResults{errorResult(codes.Chart,
			"this program reads no charts; leave charts out, or run fluxapp").about(l.config)}
	}
	check, wrong, err := read(req.config.Charts)
	if err != nil {
		return functionResults{errorResult(codes.Chart, err.Error()).about(l.config)}
	}
	req.config.options.Charts = check
	for i := range wrong { // results have no file but those of items
		wrong[i].Detail = wrong[i].File + ": " + wrong[i].Detail
	}
	return req.results(wrong)
}

// readConfigMap reads the fields of a RenderConfig as texts: lists with commas, booleans, and what has fields in YAML.
func (req *request) readConfigMap(fc *item) functionResults {
	data := fc.values().Get("data")
	if fc.values().Get("binaryData").Exists() || data.Exists() && data.Kind() != tree.Map {
		return functionResults{errorResult(output.CodeFunctionConfig,
			"data is no map of strings; write the fields of a RenderConfig, each as a string").about(fc)}
	}
	spec, refused := map[string]any{}, functionResults(nil)
	refuse := func(field tree.Node, code finding.Code, message string) {
		r := errorResult(code, message).about(fc)
		r.Field = resultField{Path: "data." + field.WrittenKey(), CurrentValue: resource.Text(field)}
		refused = append(refused, r)
	}
	byPlace := func(a, b tree.Node) int { return cmp.Compare(start(a), start(b)) }
	for _, field := range slices.SortedStableFunc(data.Children(), byPlace) {
		key, value := field.WrittenKey(), resource.Text(field)
		switch key {
		case "strict", "literal", "check", "pruneOrphans":
			if value != "true" && value != "false" {
				refuse(field, codes.Type, fmt.Sprintf("%q is neither true nor false; write one of them", value))
			}
			spec[key] = value == "true"
		case "limits", "delivery", "accessProviders":
			var fields any
			if err := sigsyaml.UnmarshalStrict([]byte(value), &fields); err != nil {
				example := map[string]string{"limits": "{maxDeleted: 10%}", "delivery": "{next: {groups: 40}}",
					"accessProviders": "[{name: KubeFleet, provider: azure}]"}[key]
				refuse(field, codes.Syntax, fmt.Sprintf("is no YAML; write for example %q", example))
			}
			spec[key] = fields
		case "applications", "charts", "exclude", "ignore":
			spec[key] = strings.FieldsFunc(value, func(r rune) bool { return r == ',' || r == ' ' || r == '\n' })
		default:
			spec[key] = value
		}
	}
	return append(refused, req.readSpec(fc, spec)...)
}

func (req *request) readSpec(fc *item, spec map[string]any) functionResults {
	metadata := map[string]any{}
	for _, key := range []string{"name", "namespace"} {
		if value := fc.text("metadata", key); value != "" {
			metadata[key] = value
		}
	}
	printed, _ := sigsyaml.Marshal(map[string]any{"apiVersion": kinds.RenderConfig.APIVersion,
		"kind": kinds.RenderConfig.Name, "metadata": metadata, "spec": spec}) // no error: YAML was read
	req.config.inData = true
	return req.readOptions(fc, printed)
}

func wrongConfig(fc *item) functionResult {
	const accepted = "write a FluxApplication or a RenderConfig of fluxapp.dev/v1alpha1, an Application (kind fluxcd) " +
		"of gitops.kubesphere.io/v1alpha1, a ConfigMap with the fields of a RenderConfig, or no functionConfig, which " +
		"renders every application among the items"
	if fc.kind(kinds.Base) != nil {
		return errorResult(output.CodeFunctionConfig,
			"nothing is rendered from a base by itself; put it among the items, beside the applications that name it, "+
				"and write one of them, a RenderConfig or no functionConfig")
	}
	problem := fmt.Sprintf("a functionConfig of kind %q and apiVersion %q is not supported", fc.text("kind"),
		fc.text("apiVersion"))
	if fc.kind(kinds.App) != nil {
		problem = "an Application of Argo CD is not rendered"
	}
	return errorResult(output.CodeFunctionConfig, problem+"; "+accepted)
}
