package render_test

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/verify"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// waveOfClusters is how many clusters a wave has; the clusters of wave 2 are called c2-0000 and so on.
type waveOfClusters []int

// document writes an application whose clusters are in the waves. Values are the values of clusters that differ.
func (w waveOfClusters) document(values map[string]int) []byte {
	var clusters, overrides strings.Builder
	for wave, size := range w {
		fmt.Fprintf(&overrides, "    - {clusterSelector: {matchLabels: {wave: w%d}}, wave: %d}\n", wave, wave)
		for i := range size {
			fmt.Fprintf(&clusters, "  - {name: c%d-%04d, labels: {wave: w%d}, kubeConfig: {secretRef: {name: "+
				"c%[1]d-%04[2]d}}}\n", wave, i, wave)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fmt.Fprintf(&overrides, "    - {cluster: %s, values: {replicas: %d}}\n", name, values[name])
	}
	return fmt.Appendf(nil, `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: shop}}
  clusters:
%s
  config:
    defaults: {interval: 1h, values: {replicas: 1}}
    helmRelease:
      chart: {chart: shop, version: 4.1.0}
      deploy:
      - destination: {clusterSelector: {}}
    overrides:
%s`, clusters.String(), overrides.String())
}

// objectTexts returns the objects of a document by name.
func objectTexts(t *testing.T, in []byte) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, o := range rendered(t, in, render.Options{}).Objects {
		texts[o.Name()] = string(o.YAML())
	}
	return texts
}

// changed returns the names of the objects that differ, or that only one side has.
func changed(before, after map[string]string) []string {
	names := map[string]bool{}
	for _, all := range []map[string]string{before, after} {
		for name := range all {
			if before[name] != after[name] {
				names[name] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

var gateDigest = regexp.MustCompile(`== "([0-9a-f]{16})"`)

var ownDigest = regexp.MustCompile(`fluxapp\.dev/digest: "?([0-9a-f]{16})"?`)

// TestWavesAreLocal holds that a value of a late cluster changes its own object only, and a value of an early one its
// own object and the gates and digests of all later waves. Otherwise the last wave would not wait for the first one
// where the wave between them has no change of its own: its objects would be ready, with the digests that gates name.
func TestWavesAreLocal(t *testing.T) {
	for _, kind := range []string{"HelmRelease", "Kustomization"} {
		t.Run(kind, func(t *testing.T) { wavesAreLocal(t, kind) })
	}
}

func wavesAreLocal(t *testing.T, kind string) {
	waves := waveOfClusters{2, 3, 2}
	objectTexts := func(t *testing.T, in []byte) map[string]string { return objectTexts(t, as(kind, in)) }
	before := objectTexts(t, waves.document(nil))
	assert.DeepEqual(t, changed(before, objectTexts(t, waves.document(map[string]int{"c2-0001": 2}))),
		[]string{"shop-c2-0001"})

	early := objectTexts(t, waves.document(map[string]int{"c0-0000": 2}))
	later := []string{"shop-c1-0000", "shop-c1-0001", "shop-c1-0002", "shop-c2-0000", "shop-c2-0001"}
	assert.DeepEqual(t, changed(before, early), append([]string{"shop-c0-0000"}, later...))
	digestOf := func(texts map[string]string, name string) string { return ownDigest.FindStringSubmatch(texts[name])[1] }
	for _, name := range later {
		changes := 1
		if strings.HasPrefix(name, "shop-c2") {
			changes = 3 // the objects of the wave before
		}
		old, now := gateDigest.FindAllStringSubmatch(before[name], -1), gateDigest.FindAllStringSubmatch(early[name], -1)
		replaced := strings.Replace(before[name], digestOf(before, name), digestOf(early, name), 1)
		for i := range changes {
			assert.Assert(t, old[i][1] != now[i][1])
			replaced = strings.Replace(replaced, old[i][1], now[i][1], 1)
		}
		assert.Equal(t, replaced, early[name]) // nothing but the digests
	}
	for i, name := range later[:3] {
		now := gateDigest.FindAllStringSubmatch(early["shop-c2-0000"], -1)
		assert.Equal(t, now[i][1], digestOf(early, name))
		assert.Equal(t, gateDigest.FindAllStringSubmatch(early[name], -1)[0][1], digestOf(early, "shop-c0-0000"))
	}

	// a cluster more in a late wave, and in an early one
	assert.DeepEqual(t, changed(before, objectTexts(t, waveOfClusters{2, 3, 3}.document(nil))), []string{"shop-c2-0002"})
	assert.DeepEqual(t, changed(before, objectTexts(t, waveOfClusters{2, 4, 2}.document(nil))),
		[]string{"shop-c1-0003", "shop-c2-0000", "shop-c2-0001"})

	// a suspended one is waited for by nobody
	suspended := []byte(string(waves.document(nil)) + "    - {cluster: c0-0000, suspend: true}\n")
	assert.DeepEqual(t, changed(before, objectTexts(t, suspended)), append([]string{"shop-c0-0000"}, later...))
	assert.Assert(t, !strings.Contains(objectTexts(t, suspended)["shop-c1-0000"], "shop-c0-0000"))
}

// TestWavesAreLinear holds that objects behind others cost no more each when there are more of them: behind one, and
// behind a closed wave that grows with them.
func TestWavesAreLinear(t *testing.T) {
	cost := func(early, clusters int) (bytes int, allocations float64) {
		in := waveOfClusters{early, clusters}.document(nil)
		allocations = testing.AllocsPerRun(1, func() { bytes = len(output(t, rendered(t, in, render.Options{}))) })
		return bytes, allocations
	}
	for _, early := range []int{1, 400} {
		small, few := cost(early, 500)
		large, many := cost(max(1, 2*early-1), 1000)
		assert.Assert(t, large < 2*small, "%d and %d bytes", small, large)
		assert.Assert(t, many < 2.1*few, "%.0f and %.0f allocations", few, many)
	}
}

// TestWavesTooLarge holds the limits: of what a cluster can store, and of what it should have to check.
func TestWavesTooLarge(t *testing.T) {
	findings := func(waves waveOfClusters) finding.Findings {
		docs := schema.Parse("app.yaml", waves.document(nil))
		err := docs.Findings().Err()
		assert.NilError(t, err)
		result, _ := render.Render(docs, render.Options{})
		return result.Findings
	}
	about := func(findings finding.Findings, code finding.Code) (said []string) {
		for _, f := range findings {
			if f.Code == code {
				said = append(said, f.String())
			}
		}
		return said
	}
	assert.Equal(t, len(about(findings(waveOfClusters{1, 499}), verify.CodeManyGates)), 0)
	assert.DeepEqual(t, about(findings(waveOfClusters{1, 500}), verify.CodeManyGates), []string{
		"app.yaml:509:3: info: spec.config: the waves make up to 1000 reads of dependencies whenever Flux looks; a longer " +
			"--requeue-dependency makes it look less often; where the API server of the hub has no API Priority and " +
			"Fairness, they take helm-controller about 20 s, with 50 requests a second: a higher --kube-api-qps and " +
			"--kube-api-burst make it faster [FA515]"})
	assert.Equal(t, len(about(findings(waveOfClusters{300, 700}), verify.CodeManyGates)), 0) // closed
	assert.Equal(t, len(about(findings(waveOfClusters{300, 701}), verify.CodeManyGates)), 1)

	const item = 370 // bytes, of a HelmRelease in a closed wave
	assert.Equal(t, len(about(findings(waveOfClusters{1<<20/item - 3, 2}), codes.ObjectSize)), 0)
	for clusters, severity := range map[int]string{1<<20/item + 3: "warning: ", 3<<19/item + 3: ""} {
		assert.DeepEqual(t, about(findings(waveOfClusters{clusters, 2}), codes.ObjectSize), []string{fmt.Sprintf(
			"app.yaml:%d:58: %sspec.config.overrides[0].wave: the object that closes this wave waits for %d others, which "+
				"makes it %d bytes longer, and no API server stores more than 1.5 MiB of an object; put fewer clusters into "+
				"each wave [FA225]", clusters+17, severity, clusters-1, (clusters-1)*item+1)})
	}
}

// TestFleetExample holds what the README of examples/fleet says: a cluster more adds its own release, and changes no
// other line, but the gates of production when it joins staging.
func TestFleetExample(t *testing.T) {
	app, clusters := readFile(t, "../examples/fleet", "app.yaml"), readFile(t, "../examples/fleet", "clusters.yaml")
	assert.Assert(t, strings.Count(string(app), "\n") < 80)
	with := func(stage string) map[string]string {
		more := ""
		if stage != "" {
			more = fmt.Sprintf("---\napiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata:\n"+
				"  name: africa-01\n  namespace: fleet\n  labels: {region: africa, stage: %s}\n", stage)
		}
		return objectTexts(t, slices.Concat(app, []byte("\n---\n"), clusters, []byte(more)))
	}
	before := with("")
	assert.Equal(t, len(before), 40)
	_, snippet, _ := strings.Cut(string(readFile(t, "../examples/fleet", "README.md")), "```yaml\n")
	snippet, _, _ = strings.Cut(snippet, "```")
	assert.Assert(t, strings.Contains(before["shop-america-02-shop"], snippet), snippet)
	assert.DeepEqual(t, changed(before, with("production")), []string{"shop-africa-01-shop"})

	joined := with("staging")
	for _, name := range changed(before, joined) {
		if name == "shop-africa-01-shop" {
			continue
		}
		gate := "  - name: shop-africa-01-shop\n" +
			"    readyExpr: dep.metadata.?annotations[?\"fluxapp.dev/digest\"].orValue(\"\") == "
		at := strings.Index(joined[name], gate)
		assert.Assert(t, at > 0, name)
		behind := at + len(gate) +
			len("\"0123456789abcdef\"\n      && !dep.spec.?suspend.orValue(false)\n  - name: shop-africa-01-shop\n")
		assert.Equal(t, ownDigest.ReplaceAllString(joined[name][:at]+joined[name][behind:], ""),
			ownDigest.ReplaceAllString(before[name], "")) // which covers the gates
	}
	assert.Equal(t, len(changed(before, joined)), 35)
}

// TestVersionsOfAnArtifact gives an OCIRepository two versions. Flux takes the range before the tag, and each before
// none.
func TestVersionsOfAnArtifact(t *testing.T) {
	for ref, want := range map[string]string{
		"tag: 1.0.0":                    "",
		"tag: latest":                   `"latest" matches more than one version`,
		`semver: ">=1.0.0", tag: 1.0.0`: `">=1.0.0" matches more than one version`,
		"semver: 1.0.0, tag: latest":    "",
		`semver: ">=1.0.0", digest: "sha256:` + strings.Repeat("0", 64) + `"`: "",
	} {
		in := `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {ociRepository: {url: oci://example.com/shop, interval: 10m, ref: {` + ref + `}}}
  config:
    helmRelease:
      deploy:
      - {interval: 1h, name: a, destination: {kubeConfig: {secretRef: {name: a}}}}
      - {interval: 1h, name: b, destination: {kubeConfig: {secretRef: {name: b}}}, wave: 1}
`
		findings := fmt.Sprint(rendered(t, []byte(in), render.Options{}).Findings)
		assert.Check(t, strings.Contains(findings, "more than one version") == (want != "") &&
			strings.Contains(findings, want), "%s: %s", ref, findings)
	}
}
