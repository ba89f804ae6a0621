package render_test

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	yamlv3 "go.yaml.in/yaml/v3"
	"gotest.tools/v3/assert"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/json"
	kyaml "sigs.k8s.io/kustomize/kyaml/yaml"
	"sigs.k8s.io/yaml"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	sourcev1 "github.com/fluxcd/source-controller/api/v1"
	sourcewatcherv1beta1 "github.com/fluxcd/source-watcher/api/v2/v1beta1"
	corev1 "k8s.io/api/core/v1"
	rbacv1 "k8s.io/api/rbac/v1"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/v1alpha1"
)

// notInCases are the rules that no case can show, each with its reason.
var notInCases = map[string]string{
	"FA515": "takes hundreds of clusters; see TestWavesTooLarge",
	"FA926": "takes dozens of clusters; see TestClosedWaveIsTold",
	"FA919": "takes thousands of findings; see TestManyWarnings",
	"FA009": "said by the command, which looks for applications in all of its input",
	"FA310": "said of the run; see TestShards",
	"FA305": "said where files are written, not where objects are rendered",
	"FA601": "said of two runs; see TestLimits in render/change",
	"FA602": "said of two runs; see TestLimits in render/change",
	"FA603": "said of two runs; see TestLimits in render/change",
	"FA604": "said of two runs; see TestLimits in render/change",
	"FA605": "said of two runs; see TestAcknowledge in render/change",
	"FA801": "said of an edit; see TestRefused in render/promote",
	"FA802": "said of an edit; see TestRefused in render/promote",
	"FA803": "said of an edit; see TestRefused in render/promote",
	"FA804": "said of an edit; see TestChoice in render/promote",
	"FA805": "said of an edit; see TestRefused in render/promote",
	"FA806": "said of an edit; see TestPlan in render/promote",
	"FA807": "said of an edit; see TestRefused in render/promote",
	"FA808": "said of what servers have; see TestCheckReady in render/promote",
	"FA809": "said of what servers have; see TestSoak in render/promote",
	"FA701": "said of objects that exist; see TestRefusals in render/adopt",
	"FA703": "said of objects that exist; see TestRefusals in render/adopt",
	"FA704": "said of objects that exist; see TestAdoptLeaves in krmfn/cmd/fluxapp",
	"FA705": "said of objects that exist; see TestAdoptLeaves in krmfn/cmd/fluxapp",
	"FA708": "said of objects that exist; see TestAdoptLeaves in krmfn/cmd/fluxapp",
	"FA831": "said of what servers have; see TestAdd in render/status",
	"FA832": "said of what servers have; see TestSummarize in render/status",
	"FA833": "said of what servers have; see TestSummarize in render/status",
	"FA834": "said of what servers have; see TestSummarize in render/status",
	"FA835": "said of what servers have; see TestSummarize in render/status",
	"FA837": "said of what servers have; see TestOutdated in render/status",
	"FA836": "said of what servers have; see TestAdd in render/status",
	"FA421": "said of changes; see TestRename in krmfn/cmd/fluxapp",
	"FA607": "said of changes; see TestMoved in render/change",
	"FA608": "said of changes; see TestFreed in render/change",
	"FA609": "said of two runs; see TestFinalLimits in render/change",
	"FA851": "said of final objects; see the module render/final",
	"FA852": "said of final objects; see the module render/final",
	"FA853": "said of final objects; see the module render/final",
	"FA854": "said of final objects; see the module render/final",
	"FA855": "said of final objects; see the module render/final",
	"FA856": "said of final objects; see the module render/final",
	"FA857": "said of final objects; see the module render/final",
	"FA535": "said of thousands of objects; see TestManyObjects",
	"FA536": "told of more clusters; see TestHeldWorkers",
	"FA237": "said of charts; see TestCharts in krmfn/cmd/fluxapp",
	"FA239": "said of charts; see TestWrongCharts in krmfn/cmd/fluxapp",
	"FA533": "said of charts; see TestCharts in krmfn/cmd/fluxapp",
	"FA534": "said of charts; see TestCharts in krmfn/cmd/fluxapp",
	"FA924": "said of charts; see TestChartsNotFound in krmfn/cmd/fluxapp",
	"FA712": "said of objects that exist; see TestAdoptLeaves in krmfn/cmd/fluxapp",
	"FA717": "said of objects that exist; see TestRefusals in render/adopt",
	"FA718": "said of objects that exist; see TestAdoptLeaves in krmfn/cmd/fluxapp",
	"FA404": "said where files are written, of what another rule let through; see TestBadNamesHaveNoFile",
}

// TestEveryRuleHasACase expects each code of a codes_generated.go in the errors or warnings of a case.
func TestEveryRuleHasACase(t *testing.T) {
	said := map[string]bool{}
	for _, dir := range caseDirs(t) {
		for _, file := range []string{"err.txt", "warn.txt"} {
			text, _ := os.ReadFile(filepath.Join(dir, file))
			for _, code := range findingCode.FindAllStringSubmatch(string(text), -1) {
				said[code[1]] = true
			}
		}
	}
	known := map[string]bool{}
	for _, code := range allCodes(t) {
		assert.Assert(t, !known[code], "%s stands for two rules", code)
		known[code] = true
		if notInCases[code] == "" {
			assert.Check(t, said[code], "no case shows %s", code)
		}
	}
	for code := range said {
		assert.Check(t, known[code], "%s is no code", code)
	}
	for code := range notInCases {
		assert.Check(t, known[code] && !said[code], "%s needs no exemption", code)
	}
}

var (
	findingCode  = regexp.MustCompile(`(?m) \[(FA\d{3})\]$`)
	codeConstant = regexp.MustCompile(`(?m)^\t\w+ (?:finding\.)?Code = "(FA\d{3})"$`)
)

// allCodes returns the values of the constants of type Code.
func allCodes(t *testing.T) (values []string) {
	t.Helper()
	files, err := filepath.Glob("internal/*/codes_generated.go")
	assert.NilError(t, err)
	files = append(files, "../schema/finding/codes/codes_generated.go", "../schema/internal/check/codes_generated.go")
	for _, name := range files {
		text, err := os.ReadFile(name)
		assert.NilError(t, err)
		for _, constant := range codeConstant.FindAllStringSubmatch(string(text), -1) {
			values = append(values, constant[1])
		}
	}
	assert.Assert(t, len(values) > 0)
	return values
}

// TestCasesAreWordedWell expects of each finding what every finding promises: its place, unless it is about the run,
// terse words on one line, and never the name of a Go type.
func TestCasesAreWordedWell(t *testing.T) {
	for _, dir := range caseDirs(t) {
		for _, file := range []string{"err.txt", "warn.txt"} {
			text, _ := os.ReadFile(filepath.Join(dir, file))
			seen := map[string]bool{}
			for line := range strings.Lines(string(text)) {
				line = strings.TrimSuffix(line, "\n")
				at := caseName(dir) + ": " + line
				assert.Check(t, findingLine.MatchString(line), at)
				assert.Check(t, !goWords.MatchString(line), at)
				assert.Check(t, !seen[line], "said twice: %s", at)
				seen[line] = true
			}
		}
	}
}

var (
	findingLine = regexp.MustCompile(`^(in\.yaml:[1-9]\d*:[1-9]\d*: )?(warning: |info: )?\S.*[^.\s] \[FA\d{3}\]$`)
	goWords     = regexp.MustCompile(`%!|metav1|apiextensions|unmarshal|Go struct|interface ` +
		`\{|map\[string|<nil>|failed to`)
)

// newestFlux are cases of fields that the types are too old for.
var newestFlux = []string{"charts/kind-helm", "charts/kind-oci", "charts/kind-oci-hidden", "waves/chart-kind",
	"image/policy-change-delay", "sources/artifact-2.10"}

// TestCasesAreFluxObjects decodes every object of every out.yaml and bootstrap.yaml strictly into the type of its API.
func TestCasesAreFluxObjects(t *testing.T) {
	for _, dir := range caseDirs(t) {
		data, err := os.ReadFile(filepath.Join(dir, "out.yaml"))
		if err != nil {
			continue
		}
		docs := splitYAML(data)
		if bootstrap, err := os.ReadFile(filepath.Join(dir, "bootstrap.yaml")); err == nil {
			docs = append(docs, splitYAML(bootstrap)...)
		}
		t.Run(caseName(dir), func(t *testing.T) {
			for _, doc := range docs {
				object := fluxType(t, doc)
				if object == nil { // the conformance tests have the CRDs of all versions
					continue
				}
				text, err := yaml.YAMLToJSON(withoutPlaceholders(doc))
				assert.NilError(t, err)
				unknown, err := json.UnmarshalStrict(text, object)
				assert.NilError(t, err, "%s", doc)
				newer := slices.Contains(newestFlux, caseName(dir))
				assert.Assert(t, len(unknown) == 0 || newer, "%v in\n%s", unknown, doc)
			}
		})
	}
}

// fluxType returns an empty object of the type that a document says it has; nil for a version that has no types here.
func fluxType(t *testing.T, doc []byte) runtime.Object {
	t.Helper()
	var meta struct{ APIVersion, Kind string }
	assert.NilError(t, yaml.Unmarshal(doc, &meta))
	types := map[string]runtime.Object{
		helmv2.GroupVersion.String() + "/" + helmv2.HelmReleaseKind:             &helmv2.HelmRelease{},
		kustomizev1.GroupVersion.String() + "/" + kustomizev1.KustomizationKind: &kustomizev1.Kustomization{},
		sourcev1.GroupVersion.String() + "/" + sourcev1.HelmChartKind:           &sourcev1.HelmChart{},
		kinds.KCLRun.APIVersion + "/" + kinds.KCLRun.Name:                       &v1alpha1.KCLRun{},
		sourcev1.GroupVersion.String() + "/" + sourcev1.GitRepositoryKind:       &sourcev1.GitRepository{},
		sourcev1.GroupVersion.String() + "/" + sourcev1.HelmRepositoryKind:      &sourcev1.HelmRepository{},
		sourcev1.GroupVersion.String() + "/" + sourcev1.OCIRepositoryKind:       &sourcev1.OCIRepository{},
		sourcev1.GroupVersion.String() + "/" + sourcev1.BucketKind:              &sourcev1.Bucket{},

		sourcewatcherv1beta1.GroupVersion.String() + "/" +
			sourcewatcherv1beta1.ArtifactGeneratorKind: &sourcewatcherv1beta1.ArtifactGenerator{},

		kinds.ImageRepository.APIVersion + "/" + reflectorv1.ImageRepositoryKind: &reflectorv1.ImageRepository{},
		kinds.ImagePolicy.APIVersion + "/" + reflectorv1.ImagePolicyKind:         &reflectorv1.ImagePolicy{},
		kinds.ImageUpdateAutomation.APIVersion + "/" +
			automationv1.ImageUpdateAutomationKind: &automationv1.ImageUpdateAutomation{},
		kinds.Provider.APIVersion + "/" +
			notificationv1beta3.ProviderKind: &notificationv1beta3.Provider{},
		kinds.Alert.APIVersion + "/" + notificationv1beta3.AlertKind: &notificationv1beta3.Alert{},

		"v1/ConfigMap":      &corev1.ConfigMap{},
		"v1/Namespace":      &corev1.Namespace{},
		"v1/ServiceAccount": &corev1.ServiceAccount{},
		rbacv1.SchemeGroupVersion.String() + "/Role":        &rbacv1.Role{},
		rbacv1.SchemeGroupVersion.String() + "/RoleBinding": &rbacv1.RoleBinding{},
	}
	if slices.Contains([]string{"image.toolkit.fluxcd.io/v1beta2", "notification.toolkit.fluxcd.io/v1"}, meta.APIVersion) {
		return nil
	}
	object, ok := types[meta.APIVersion+"/"+meta.Kind]
	assert.Assert(t, ok, "no type for %v", meta)
	kind := kinds.Find(kinds.Written, kinds.GroupOf(meta.APIVersion), meta.Kind)
	assert.Assert(t, kind != nil, "%v would never be deleted", meta)
	return object
}

var (
	placeholder         = regexp.MustCompile(`\$?\$\{[^}]*\}`)
	placeholderDuration = regexp.MustCompile(`(?m)^(\s*(?:interval|timeout|retryInterval): )\$\{[^}]*\}$`)
)

// withoutPlaceholders puts a valid value in the place of each ${…}.
func withoutPlaceholders(doc []byte) []byte {
	return placeholder.ReplaceAll(placeholderDuration.ReplaceAll(doc, []byte("${1}5m")), []byte("value"))
}

// TestCasesReadAlike reads every out.yaml with the three readers that users of Flux have between them and the cluster.
func TestCasesReadAlike(t *testing.T) {
	for _, dir := range someCases(t) {
		data, err := os.ReadFile(filepath.Join(dir, "out.yaml"))
		if err != nil {
			continue
		}
		t.Run(caseName(dir), func(t *testing.T) {
			docs := splitYAML(data)
			stream := readStream(t, data)
			assert.Equal(t, len(stream), len(docs))
			for i, doc := range docs {
				var kubectl any
				assert.NilError(t, yaml.UnmarshalStrict(doc, &kubectl))
				node, err := kyaml.Parse(string(doc))
				assert.NilError(t, err)
				text, err := node.MarshalJSON()
				assert.NilError(t, err)
				assert.Equal(t, cmp.Diff(kubectl, asJSON(t, stream[i])), "")
				assert.Equal(t, cmp.Diff(kubectl, fromJSON(t, text)), "")
			}
		})
	}
}

func splitYAML(data []byte) [][]byte {
	return bytes.Split(bytes.TrimPrefix(data, []byte("---\n")), []byte("\n---\n"))
}

func readStream(t *testing.T, data []byte) (docs []any) {
	t.Helper()
	for documents := yamlv3.NewDecoder(bytes.NewReader(data)); ; {
		var doc any
		err := documents.Decode(&doc)
		if errors.Is(err, io.EOF) {
			return docs
		}
		assert.NilError(t, err)
		docs = append(docs, doc)
	}
}

// asJSON gives numbers the type that they have when they come from JSON.
func asJSON(t *testing.T, value any) any {
	t.Helper()
	text, err := yaml.Marshal(value)
	assert.NilError(t, err)
	text, err = yaml.YAMLToJSON(text)
	assert.NilError(t, err)
	return fromJSON(t, text)
}

func fromJSON(t *testing.T, text []byte) (value any) {
	t.Helper()
	assert.NilError(t, yaml.Unmarshal(text, &value))
	return value
}
