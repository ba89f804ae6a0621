package conformance

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"

	"gotest.tools/v3/assert"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"
)

// server refuses what an API server would refuse that has fluxapp's CRDs.
func server(t *testing.T) func(document) error {
	t.Helper()
	own := ownServer(t)
	return func(d document) error { return errors.Join(own.checkApplication(d)...) }
}

func ownServer(t *testing.T) *Checker {
	t.Helper()
	dir := t.TempDir()
	for _, kind := range []string{kinds.Application.Name, kinds.FluxApplication.Name, kinds.FluxApplicationBase.Name} {
		data, err := schema.CRD(kind)
		assert.NilError(t, err)
		assert.NilError(t, os.WriteFile(filepath.Join(dir, kind+".yaml"), data, 0o600))
	}
	own, err := Load(dir)
	assert.NilError(t, err)
	return own
}

// checkApplication checks an application in a namespace, and with names in its metadata for placeholders: the rest of
// it may hold them.
func (c *Checker) checkApplication(d document) []error {
	if d.unread != nil {
		return []error{d.unread}
	}
	text, err := json.Marshal(d.value)
	object := &unstructured.Unstructured{}
	if err == nil {
		err = object.UnmarshalJSON(text)
	}
	if err != nil {
		return []error{err}
	}
	if metadata, ok := object.Object["metadata"].(map[string]any); ok {
		if metadata["namespace"] == nil || metadata["namespace"] == "" {
			metadata["namespace"] = "given"
		}
		object.Object["metadata"] = fillNames(metadata)
	}
	return c.checkObject(object, Options{}, map[string]bool{})
}

// beyondServers is what CRDs cannot say, beside what no schema can.
var beyondServers = []exception{
	{codeNullItem, regexp.MustCompile(`\.patches(StrategicMerge|Json6902)\[`),
		"what may be anything may be null", ""},
	{"", regexp.MustCompile(`\.config\.(defaults|overrides)\b`),
		"what a layer holds depends on what the application runs", ""},
	{"", regexp.MustCompile(`[a-z0-9]\+(\([a-z]*\))?(: |\[)`), "a list that is merged takes anything, or the CRD " +
		"would be too long", ""},
	{"", regexp.MustCompile(`\.sources\[|\.(deploy|kustomization|kclRun)\[[0-9]+\]\.source\b`),
		"a source beside spec.source takes anything, or the CRD would be too long", ""},
	{"", regexp.MustCompile(`: spec\.source\b`), "the source of a base takes anything, or the CRD would be too long",
		kinds.FluxApplicationBase.Name},
	{codes.UnknownField, referable, "what may be a reference has no type, and so takes unknown fields", ""},
	{codes.Misplaced, referable, "the same", ""},
	{"", regexp.MustCompile(`\.bases\[|\.helmRelease\.template`), "what may be a name or a map may be anything", ""},
}

// referable matches fields below a field of an entry, but not of its destination, and those of commonMetadata.
var referable = regexp.MustCompile(`\.(deploy|kustomization|kclRun)\[[0-9]+\]\.` +
	`([a-ce-z][A-Za-z]*|d(ec|el|ep|ri)[A-Za-z]*)(\[[0-9]+\])*[.\[]|spec\.commonMetadata\.`)

// TestCRDs compares what the CRDs say of the cases and examples with what fluxapp says.
func TestCRDs(t *testing.T) {
	v := compareVerdicts(server(t), beyondServers...)
	v.addAll(t, append(applicationsOf(t), besideCases(t)...))
	v.allNeeded(t)
	assert.Assert(t, v.accepted >= 150 && v.refused >= 100 && v.alsoSchema >= 60, "applications were lost")
}

// TestCRDsCorpus does the same with KubeSphere's applications and Flux's repositories.
func TestCRDsCorpus(t *testing.T) {
	v := compareVerdicts(server(t), beyondServers...)
	v.addAll(t, applicationsOfCorpus(t))
	assert.Assert(t, v.accepted >= 100, "applications were lost")
}

// TestCRDsMutations does the same with applications of the project that were changed at random.
func TestCRDsMutations(t *testing.T) {
	v := compareVerdicts(server(t), beyondServers...)
	v.addAll(t, onlyNames(applicationsMutated(t)))
	assert.Assert(t, v.accepted*5 >= *mutations && v.refused*5 >= *mutations && v.alsoSchema*20 >= *mutations)
}

// TestCRDsMutationsCorpus does the same with applications of KubeSphere that were changed at random.
func TestCRDsMutationsCorpus(t *testing.T) {
	v := compareVerdicts(server(t), beyondServers...)
	v.addAll(t, onlyNames(applicationsMutatedCorpus(t)))
	assert.Assert(t, v.accepted*100 >= *mutations && v.refused*100 >= *mutations)
}

// onlyNames leaves only names of the metadata of applications that fluxapp takes: a server knows rules for what it
// writes there itself, and fluxapp reads over it.
func onlyNames(all []document) []document {
	for i, d := range all {
		if d.accepted() {
			object := maps.Clone(d.value.(map[string]any))
			metadata := object["metadata"].(map[string]any)
			object["metadata"] = map[string]any{"name": metadata["name"], "namespace": metadata["namespace"]}
			all[i].value = object
		}
	}
	return all
}

// maxAnnotations is how many bytes an API server takes in annotations. kubectl apply writes the whole object into one.
const maxAnnotations = 256 << 10

// TestCRDsValid puts the CRDs through what an API server does to them before it stores them.
func TestCRDsValid(t *testing.T) {
	scheme := runtime.NewScheme()
	install.Install(scheme)
	for _, kind := range []string{kinds.Application.Name, kinds.FluxApplication.Name, kinds.FluxApplicationBase.Name} {
		data, err := schema.CRD(kind)
		assert.NilError(t, err)
		compact, err := yaml.YAMLToJSONStrict(data)
		assert.NilError(t, err)
		t.Logf("the CRD of %s is %d bytes long", kind, len(compact))
		assert.Assert(t, len(compact) < maxAnnotations, "%s", kind)

		var written apiextensionsv1.CustomResourceDefinition
		assert.NilError(t, yaml.UnmarshalStrict(data, &written))
		scheme.Default(&written)
		var crd apiextensions.CustomResourceDefinition
		assert.NilError(t, scheme.Convert(&written, &crd, nil))
		assert.NilError(t, validation.ValidateCustomResourceDefinition(context.Background(), &crd).ToAggregate())
	}
}
