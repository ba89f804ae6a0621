package krmfn

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	sigsyaml "sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/resource"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// differentThroughKyaml are the cases that a ResourceList cannot hold as they are, with the reason.
var differentThroughKyaml = map[string]string{
	"yaml/err-list-bomb":  "kyaml tears a list apart, and its items lose what their aliases stand for",
	"yaml/err-list-deep":  "kyaml takes the outermost list apart, and those within are not too deep",
	"yaml/err-alias-bomb": "the whole list is refused: nobody knows what is behind what is too large",
	"yaml/err-too-deep":   "the whole list is refused: nobody knows what is behind what is too deep",
	"yaml/json":           "kyaml does not read surrogate pairs; see TestJSONDocuments",
	"yaml/escapes":        "kyaml does not read surrogate pairs; see TestJSONDocuments",
	"yaml/json-stream":    "kyaml reads the first document only",
	"yaml/bom-stream":     "kyaml reads no byte order mark behind the first document",
	"charts/template-saved-wins": "the HelmChart of the package is the user's, and the function overwrites nothing " +
		"of theirs",
	"files/shared": "one item is for all clusters that read its file, and a stream has it for each; see TestSharedFile",
}

// TestGolden runs every case of testdata through the function, as kpt hands a package over: the same objects as the
// library renders, or errors with the same codes.
func TestGolden(t *testing.T) {
	inputs, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	ran, step := 0, 1
	if testing.Short() {
		step = 3
	}
	for i := 0; i < len(inputs); i += step {
		in := inputs[i]
		dir := filepath.Dir(in)
		name := filepath.Base(filepath.Dir(dir)) + "/" + filepath.Base(dir)
		items := caseItems(t, in)
		if items == nil || differentThroughKyaml[name] != "" {
			assert.Assert(t, differentThroughKyaml[name] != "" || strings.Contains(name, "/err-"), "kio cannot read %s", name)
			continue
		}
		ran++
		t.Run(name, func(t *testing.T) {
			given := nodeList{Items: items, FunctionConfig: caseConfig(t, dir)}
			got := processList(t, given)
			if want, err := os.ReadFile(filepath.Join(dir, "err.txt")); err == nil {
				assert.DeepEqual(t, resultCodes(got.Results), codesOf(string(want)))
				assert.DeepEqual(t, printed(t, got), printed(t, read(t, written(t, given))))
				return
			}
			want, err := os.ReadFile(filepath.Join(dir, "out.yaml"))
			assert.NilError(t, err)
			delivery, _ := os.ReadFile(filepath.Join(dir, "delivery.yaml")) // only some cases have it
			assert.Assert(t, !got.Results.failed(), "%v", got.Results)
			assert.DeepEqual(t, newItems(t, items, got.Items), documents(t, string(want)+string(delivery)))
		})
	}
	assert.Assert(t, ran*step > 200, "only %d cases ran", ran)
}

// caseItems reads a case as kpt reads a package; nil when it cannot.
func caseItems(t *testing.T, in string) []*yaml.RNode {
	t.Helper()
	data, err := os.ReadFile(in)
	assert.NilError(t, err)
	items, err := (&kio.ByteReader{
		Reader: bytes.NewReader(data), SetAnnotations: map[string]string{"internal.config.kubernetes.io/path": "in.yaml"},
	}).Read()
	if err != nil || len(items) == 0 {
		t.Logf("%s: %v", in, err)
		return nil
	}
	return items
}

// caseConfig returns the options of a case as a RenderConfig; nil when it has none.
func caseConfig(t *testing.T, dir string) *yaml.RNode {
	t.Helper()
	if data, err := os.ReadFile(filepath.Join(dir, "config.yaml")); err == nil {
		return yaml.MustParse(string(data))
	}
	data, err := os.ReadFile(filepath.Join(dir, "options.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	assert.NilError(t, err)
	var opts render.Options
	assert.NilError(t, sigsyaml.UnmarshalStrict(data, &opts))
	var ignore []string
	for _, code := range opts.Ignore {
		ignore = append(ignore, string(code))
	}
	config, err := sigsyaml.Marshal(v1alpha1.RenderConfig{
		TypeMeta: metav1.TypeMeta{APIVersion: kinds.Group + "/" + kinds.Version, Kind: kinds.RenderConfig.Name},
		Spec: v1alpha1.RenderConfigSpec{
			Applications: opts.Applications, FluxVersion: opts.FluxVersion, Namespace: opts.Namespace, Strict: opts.Strict,
			Literal: opts.Literal, Ignore: ignore,
		},
	})
	assert.NilError(t, err)
	return yaml.MustParse(string(config))
}

var code = regexp.MustCompile(`\[(FA[0-9]{3})\]\n`)

// codesOf returns the codes of the errors in an err.txt.
func codesOf(text string) []string {
	var found []string
	for _, m := range code.FindAllStringSubmatch(text, -1) {
		found = append(found, m[1])
	}
	slices.Sort(found)
	return found
}

func resultCodes(rs functionResults) []string {
	var found []string
	for _, r := range rs {
		if r.Severity == finding.SeverityError {
			found = append(found, r.Tags["code"])
		}
	}
	slices.Sort(found)
	return found
}

// newItems returns the objects that the function added, sorted, without what only clients need.
func newItems(t *testing.T, before, after []*yaml.RNode) (found []string) {
	t.Helper()
	for _, item := range after {
		if slices.ContainsFunc(before, func(b *yaml.RNode) bool { return b.MustString() == item.MustString() }) ||
			resource.Kind(values(item), kinds.FolderList) != nil {
			continue
		}
		item = item.Copy()
		for key := range item.GetAnnotations() {
			if strings.Contains(key, "config.kubernetes.io/") {
				assert.NilError(t, item.PipeE(yaml.ClearAnnotation(key)))
			}
		}
		found = append(found, asJSON(t, item.MustString()))
	}
	slices.Sort(found)
	return found
}

// documents returns the objects of an out.yaml, sorted.
func documents(t *testing.T, stream string) (found []string) {
	t.Helper()
	for _, doc := range strings.Split(strings.TrimPrefix(stream, "---\n"), "\n---\n") {
		if strings.TrimSpace(doc) != "" {
			found = append(found, asJSON(t, doc))
		}
	}
	slices.Sort(found)
	return found
}

// asJSON makes equal what only line breaks and quotes tell apart: kyaml prints in a style of its own.
func asJSON(t *testing.T, doc string) string {
	t.Helper()
	data, err := sigsyaml.YAMLToJSON([]byte(doc))
	assert.NilError(t, err)
	return string(data)
}
