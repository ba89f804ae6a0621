package change_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// compared renders two documents and compares them; found is false when one of them has errors.
func compared(before, after string) (c change.Changes, found bool) {
	old, err := render.Render(schema.Parse("app.yaml", []byte(before)), render.Options{})
	if err != nil {
		return c, false
	}
	now, err := render.Render(schema.Parse("app.yaml", []byte(after)), render.Options{})
	if err != nil {
		return c, false
	}
	return change.Compare(old, now), true
}

// assertHidden fails when one of the forms of changes has a text.
func assertHidden(t *testing.T, name string, c change.Changes, secret string) {
	t.Helper()
	for form, out := range map[string]string{
		"text": text(t, c, change.PrintOptions{}), "Markdown": markdown(t, c, change.PrintOptions{}),
		"JSON": printedJSON(t, c, change.PrintOptions{}),
	} {
		for line := range strings.Lines(out) {
			assert.Check(t, !strings.Contains(line, secret), "%s: the %s has the secret: %s", name, form, line)
		}
	}
}

// scalarOfLine matches a line with a key and a scalar in block style.
var scalarOfLine = regexp.MustCompile(`^( *(?:- )?[^ "'{}\[\]#]+: )([^ |>{\[&*#].*)$`)

// TestChangesHideCredentials plants a token in the place of each scalar of the cases, on one of the sides. No form
// shows it.
func TestChangesHideCredentials(t *testing.T) {
	planted := "ghp_" + "1a2B3c4D5e6F7g8H9i0JkLmNoPqRsTuVwXyZ"
	files, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	step, changed := 1, 0
	if testing.Short() {
		step = 12
	}
	for i := 0; i < len(files); i += step {
		data, err := os.ReadFile(files[i])
		assert.NilError(t, err)
		if strings.Contains(string(data), "v$(") { // which makes it no token
			continue
		}
		lines := strings.Split(string(data), "\n")
		for at, line := range lines {
			match := scalarOfLine.FindStringSubmatch(line)
			if match == nil || len(data) > 4000 {
				continue
			}
			lines[at] = match[1] + planted
			with := strings.Join(lines, "\n")
			lines[at] = line
			for _, sides := range [][2]string{{string(data), with}, {with, string(data)}} {
				if c, found := compared(sides[0], sides[1]); found && len(c.List) > 0 {
					changed++
					assertHidden(t, fmt.Sprintf("%s:%d", files[i], at+1), withoutNames(c, planted), planted)
				}
			}
		}
	}
	assert.Assert(t, changed > 50, "only %d changes: the test has lost its documents", changed)
}

// withoutNames returns the changes whose objects, clusters and applications are not called like the planted text:
// names are no secrets.
func withoutNames(c change.Changes, planted string) (kept change.Changes) {
	for _, one := range c.List {
		if names := fmt.Sprint(one.Object, one.Earlier, one.Cluster, one.EarlierCluster,
			one.Application); !strings.Contains(names, planted) {
			kept.List = append(kept.List, one)
		}
	}
	return kept
}

// TestChangesHidePasswords has passwords without a shape of their own in all places where their names tell what they
// are.
func TestChangesHidePasswords(t *testing.T) {
	document := func(secret, size string) string {
		return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source:
    sourceRef: {kind: HelmRepository, name: charts}
  clusters:
  - {name: berlin, params: {dbPassword: %[1]s, size: %[2]s}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: paris, params: {dbPassword: %[1]s2, size: %[2]s}, kubeConfig: {secretRef: {name: paris}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3, interval: 5m}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 5m
        values:
          size: $(cluster.params.size)
          db: {user: web, password: $(cluster.params.dbPassword)}
          apiKey: %[1]s
          tokens: [%[1]s, b%[1]s]
          passwords: {root: %[1]s}
          env: [{name: LEVEL, value: debug}, {name: DB_PASSWORD, value: %[1]s}]
          variable: {name: DB_PASSWORD, value: %[1]s, version: v%[2]s}
          args: [--verbose, --password=%[1]s]
          dsn: Server=db;Password=%[1]s
          url: https://joe:%[1]s@example.com/x
          config: |
            size = %[2]s
            password = %[1]s
            other: {secret: %[1]s, a: b}
`, secret, size)
	}
	more := "          more: [{name: API_TOKEN, value: Planted1234}, {auth: {password: Planted1234}}]\n" +
		"          redis: {password: Planted1234}\n"
	// A variable that is renamed has had a secret, or has one now.
	renamed := func(document string) string {
		return strings.NewReplacer("{name: DB_PASSWORD", "{name: LEVEL_OF_LOGS").Replace(document)
	}
	for name, sides := range map[string][2]string{
		"renamed to a secret":   {renamed(document("Planted1234", "1")), document("Planted5678", "1")},
		"renamed from a secret": {document("Planted1234", "1"), renamed(document("Planted5678", "1"))},
		"changed":               {document("Planted1234", "1"), document("Planted5678", "2")},
		"added":                 {document("Planted1234", "1"), document("Planted1234", "1") + more},
		"removed":               {document("Planted1234", "1") + more, document("Planted1234", "1")},
	} {
		c, found := compared(sides[0], sides[1])
		assert.Assert(t, found)
		assert.Equal(t, len(c.List), 2)
		assertHidden(t, name, c, "Planted")
		out := text(t, c, change.PrintOptions{})
		assert.Assert(t, strings.Contains(out, "(hidden)") && strings.Contains(out, "changed: 2 HelmReleases"), out)
		beside := strings.Contains(out, "spec.values.variable.version: v1 → v2") // which is no secret
		assert.Equal(t, beside, name == "changed", out)
	}
}

// TestChangesHideRenamedVariables has a value that nothing but the name beside it tells to be a secret, on one side.
func TestChangesHideRenamedVariables(t *testing.T) {
	document := func(name, value string) string {
		return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3}
      deploy: [{destination: {}, values: {variable: {name: %s, value: %s}}}]
`, name, value)
	}
	plain, secret := document("LEVEL", "one"), document("DB_PASSWORD", "two")
	for name, sides := range map[string][2]string{"to": {plain, secret}, "from": {secret, plain}} {
		c, found := compared(sides[0], sides[1])
		assert.Assert(t, found)
		out := text(t, c, change.PrintOptions{})
		assert.Assert(t, strings.Contains(out, "spec.values.variable.value: (hidden) → (hidden)"), "%s: %s", name, out)
	}
}

// carried returns a document whose params reach fields of innocent names.
func carried(password, token string) string {
	return fmt.Sprintf(`apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source:
    sourceRef: {kind: HelmRepository, name: charts}
  clusters:
  - {name: berlin, params: {password: %[1]s, token: %[2]s}, kubeConfig: {secretRef: {name: berlin}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3, interval: 5m}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 5m
        values:
          login: $(cluster.params.password)
          list: [a, "b=$(cluster.params.token);c=$(cluster.params.password)"]
          map: {a: {b: "x-$(cluster.params.token)-y"}}
          text: |
            a: b
            login: $(cluster.params.password)
          args: [serve, --pass, %[1]s]
          zone: eu
`, password, token)
}

// TestChangesHideCarriedSecrets has secrets in fields whose names tell nothing, on both sides, on one side, and where
// one side was read from files, which nobody has the documents of.
func TestChangesHideCarriedSecrets(t *testing.T) {
	before, after := carried("Planted1234", "k7Gq2pXw9Zt4Lm1v-Planted"), carried("Planted5678", "q8Hr3qYx0Au5Mn2w-Planted")
	same := "          zone: eu\n"
	bare := before[:strings.Index(before, "          login")] + same
	for name, sides := range map[string][2]string{
		"changed": {before, after}, "added": {bare, after}, "removed": {before, bare},
		"other fields": {before, strings.Replace(before, "zone: eu", "zone: us", 1)},
	} {
		c, found := compared(sides[0], sides[1])
		assert.Assert(t, found && len(c.List) == 1, name)
		assertHidden(t, name, c, "Planted")
	}

	c, _ := compared(before, after)
	out := text(t, c, change.PrintOptions{})
	for _, want := range []string{"spec.values.login: (hidden) → (hidden)", "spec.values.map.a.b: (hidden) → (hidden)"} {
		assert.Assert(t, strings.Contains(out, want), out)
	}
	result, err := render.Render(schema.Parse("app.yaml", []byte(after)), render.Options{})
	assert.NilError(t, err)
	was, err := render.Render(schema.Parse("app.yaml", []byte(before)), render.Options{})
	assert.NilError(t, err)
	file := change.File{Path: was.Objects[0].Path(), Object: tree.ParseValue(was.Objects[0].JSON())}
	c = change.CompareObjects([]change.Object{change.Read(file)}, []change.Object{change.Rendered(result.Objects[0])},
		result)
	assertHidden(t, "read", c, "Planted")
}

// TestRedactor redacts objects that share values, one of them with a secret, as if each were the only one.
func TestRedactor(t *testing.T) {
	files, err := filepath.Glob("../../testdata/cases/*/*/in.yaml")
	assert.NilError(t, err)
	var all change.Redactor
	objects, hidden := 0, 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		result, err := render.Render(schema.Parse("in.yaml", data), render.Options{Namespace: "default"})
		if err != nil {
			continue
		}
		for _, o := range result.Objects {
			want, secret := new(change.Redactor).Redact("", o.Tree())
			for range 2 {
				got, found := all.Redact("", o.Tree())
				assert.Equal(t, found, secret, file)
				assert.Equal(t, string(tree.AppendYAML(nil, got)), string(tree.AppendYAML(nil, want)), file)
			}
			if objects++; secret {
				hidden++
			}
		}
	}
	assert.Assert(t, objects > 1000 && hidden > 0, "%d objects, %d with secrets", objects, hidden)
}

// TestRedactorOfForms redacts what looks harmless: a number, and a map that is no secret at the place where it is seen
// first.
func TestRedactorOfForms(t *testing.T) {
	trees, _ := tree.Parse("", []byte("{pin: 12345678, shared: {root: Planted1234}}"))
	pin, shared := trees[0].Root().Get("pin"), trees[0].Root().Get("shared")
	for want, fields := range map[string][]tree.Field{
		`{"password":"(hidden)"}`: {{Key: "password", Value: pin}},
		`{"accounts":{"root":"(hidden)"},"passwords":{"root":"(hidden)"}}`: {
			{Key: "accounts", Value: shared}, {Key: "passwords", Value: shared},
		},
	} {
		got, hidden := new(change.Redactor).Redact("", tree.NewBuilder().Map(tree.Node{}, fields...))
		assert.Assert(t, hidden, want)
		assert.Equal(t, string(tree.AppendJSON(nil, got)), want)
	}
}
