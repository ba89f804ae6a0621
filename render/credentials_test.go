package render_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// scalarOfLine matches a line with a key and a scalar in block style.
var scalarOfLine = regexp.MustCompile(`^( *(?:- )?[^ "'{}\[\]#]+: )([^ |>{\[&*#].*)$`)

// TestFindingsHideCredentials plants a token in the place of each scalar of the cases, most of which have mistakes.
// No finding shows it.
func TestFindingsHideCredentials(t *testing.T) {
	planted := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	files, err := filepath.Glob("../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	step := 1
	if testing.Short() {
		step = 10
	}
	for i := 0; i < len(files); i += step {
		data, err := os.ReadFile(files[i])
		assert.NilError(t, err)
		lines := strings.Split(string(data), "\n")
		for at, line := range lines {
			match := scalarOfLine.FindStringSubmatch(line)
			if match == nil || strings.Contains(line, "metadata:") || len(data) > 4000 {
				continue
			}
			lines[at] = match[1] + planted
			assertHidden(t, fmt.Sprintf("%s:%d", files[i], at+1), strings.Join(lines, "\n"), planted)
			lines[at] = line
		}
	}
}

// TestFindingsHidePasswords has passwords without a shape of their own beside mistakes of many kinds.
func TestFindingsHidePasswords(t *testing.T) {
	for _, value := range []string{
		"PlantedOne1!", "*PlantedOne1", "!PlantedOne1 x", "&PlantedOne1", "@PlantedOne1", "%PlantedOne1", "`PlantedOne1",
		"PlantedOne1: x: y", `"PlantedOne1`,
		"{PlantedOne1", `"\qPlantedOne1"`, "[PlantedOne1, null]", "|PlantedOne1",
	} {
		assertHidden(t, value, fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source:
    gitRepository:
      url: htp://joe:PlantedOne1@git.example.com/x
      interval: 1
      password: PlantedOne1
  clusters:
  - {name: berlin, params: {dbPassword: PlantedOne1!, dbPassword: PlantedOne1!}}
  config:
    kustomization:
    - destination: {cluster: berlin}
      postBuild: {substitute: {password: [PlantedOne1], pin-code: PlantedOne1}}
    helmRelease:
      chart: {chart: shop, token: PlantedOne1}
      deploy:
      - destination: {cluster: berlin}
        secret: PlantedOne1
        values:
          twice: 1
          twice: PlantedOne1
          on: PlantedOne1
          password: %s
`, value), "PlantedOne1")
	}
}

// TestFindingsHideCarriedPasswords has a password in params that a reference carries to where it is wrong. No finding
// shows it, also where warnings about credentials are ignored.
func TestFindingsHideCarriedPasswords(t *testing.T) {
	for _, ignore := range [][]finding.Code{nil, {codes.Credential}} {
		for _, wrong := range []string{
			"interval: $(cluster.params.password)", "targetNamespace: X$(cluster.params.password)",
			"chart: {version: \"^$(cluster.params.password or 'PlantedOne2')\"}",
			"timeout: \"$(cluster.params.no or 'PlantedOne3')\"",
			"driftDetection: {mode: $(cluster.params.password)}", "name: web_$(cluster.params.password)",
		} {
			document := fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source:
    sourceRef: {kind: HelmRepository, name: charts}
  clusters:
  - {name: berlin, params: {password: PlantedOne1!}, kubeConfig: {secretRef: {name: berlin}}}
  config:
    defaults: {values: {password: PlantedOne3}}
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {cluster: berlin}
        %s
`, wrong)
			result, err := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{Ignore: ignore})
			assert.Assert(t, err != nil || strings.Contains(wrong, "chart"), wrong)
			shown := result.Findings.String()
			assert.Assert(t, !strings.Contains(shown, "PlantedOne"), shown)
		}
	}
}

// assertHidden renders a document, and fails when a finding has a text.
func assertHidden(t *testing.T, name, document, text string) {
	t.Helper()
	result, _ := render.Render(schema.Parse("in.yaml", []byte(document)), render.Options{})
	for _, f := range result.Findings {
		if shown := f.String() + f.Current + f.Proposed; strings.Contains(shown, text) {
			t.Errorf("%s: a finding shows the credential: %s", name, f)
		}
	}
}

// TestManyFieldsInOneMap checks that not each text in a map of many fields looks at all of them: it would take minutes.
func TestManyFieldsInOneMap(t *testing.T) {
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, "k%d: v%d, ", i, i)
	}
	document := `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: web, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: web}}
  config:
    helmRelease:
      chart: {chart: web, version: 1.0.0}
      deploy: [{interval: 1h, destination: {targetNamespace: web}, values: {` + b.String() + "password: Hunter2xq9}}]\n"
	start := time.Now()
	result, err := render.Render(schema.Parse("app.yaml", []byte(document)), render.Options{})
	assert.NilError(t, err)
	assert.Assert(t, strings.Contains(result.Findings.String(), "values.password: this looks like a password"))
	assert.Assert(t, time.Since(start) < 15*time.Second)
}
