package conformance

import (
	"errors"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// newer is what KubeSphere's CRD says of what Flux and fluxapp have, and KubeSphere does not.
var newer = regexp.MustCompile(`unknown field |\.sourceRef\.kind: Unsupported value: ` +
	`"(OCIRepository|HelmChart|ExternalArtifact)"`)

// TestKubeSphereCRD checks applications that fluxapp takes with KubeSphere's own CRD. It takes those that use nothing
// newer, but where a field is missing that fluxapp fills in, with a warning. FluxApplications are checked as the
// Applications that they could be.
func TestKubeSphereCRD(t *testing.T) {
	crd := shared(t, "../crds/gitops.kubesphere.io_applications.yaml")[0]
	kubeSphere, err := Load(filepath.Dir(crd))
	assert.NilError(t, err)
	taken, filled, more := map[string]int{}, map[string]int{}, map[string]int{}
	for _, d := range append(applicationsOf(t), applicationsOfCorpus(t)...) {
		if !d.accepted() || d.kind == kinds.FluxApplicationBase.Name {
			continue
		}
		kind := d.kind
		d = asApplication(t, d)
		errs := kubeSphere.checkApplication(d)
		switch err := errors.Join(errs...); {
		case err == nil:
			taken[kind]++
		case newer.MatchString(err.Error()):
			more[kind]++
		default:
			filled[kind]++
			warned := filledIn(d)
			for line := range strings.SplitSeq(err.Error(), "\n") {
				field, missing := strings.CutSuffix(line, ": Required value")
				assert.Check(t, missing && warned[field], "%s: %s\nof\n%s", d.file, line, d.data)
			}
		}
	}
	t.Logf("KubeSphere's CRD takes %v; fluxapp fills in what it requires in %v; %v have something newer", taken,
		filled, more)
	assert.Assert(t, taken[kinds.Application.Name] >= 15 && taken[kinds.FluxApplication.Name] >= 50,
		"applications were lost")
}

// asApplication makes an Application of a FluxApplication.
func asApplication(t *testing.T, d document) document {
	t.Helper()
	if d.kind == kinds.Application.Name {
		return d
	}
	object := maps.Clone(d.value.(map[string]any))
	object["apiVersion"] = kinds.KubeSphereGroup + "/" + kinds.Version
	object["kind"] = kinds.Application.Name
	object["spec"] = map[string]any{"kind": "fluxcd", "fluxApp": map[string]any{"spec": object["spec"]}}
	data, err := yaml.Marshal(object)
	assert.NilError(t, err)
	return document{file: d.file, kind: kinds.Application.Name, data: data, value: object}
}

// filledIn returns the fields that fluxapp says that it fills in.
func filledIn(d document) map[string]bool {
	fields := map[string]bool{}
	docs := schema.Parse(d.file, d.data)
	result, _ := render.Render(docs, render.Options{})
	for _, f := range result.Findings {
		if f.Code == codes.Filled {
			fields[f.Path] = true
		}
	}
	return fields
}

// TestKubeSphereStatus checks what "fluxapp status -o application" prints of recorded objects with KubeSphere's own
// CRD, which also refuses fields that it does not know.
func TestKubeSphereStatus(t *testing.T) {
	crd := shared(t, "../crds/gitops.kubesphere.io_applications.yaml")[0]
	kubeSphere, err := Load(filepath.Dir(crd))
	assert.NilError(t, err)
	checked := 0
	for _, file := range files(t, "../../render/status/testdata/application/*.yaml") {
		text, err := os.ReadFile(file)
		assert.NilError(t, err)
		count, err := kubeSphere.Check(text, Options{})
		assert.Check(t, err, "%s", file)
		checked += count
	}
	assert.Assert(t, checked >= 8, "%d", checked)
	_, err = kubeSphere.Check(
		[]byte("apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {name: a, namespace: b}\n"+
			"status: {fluxApp: {helmReleaseStatus: {a: {history: []}}}}\n"), Options{})
	assert.ErrorContains(t, err, "history")
}
