package layout_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/adopt/internal/layout"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestRandomComments puts comments into the files of random groups. Each is in the document or counted as lost, and
// instructions to programs are always in it.
func TestRandomComments(t *testing.T) {
	kept, lost := 0, 0
	for seed := range seeds() {
		r := random{Rand: rand.New(rand.NewPCG(seed, 36)), b: tree.NewBuilder()}
		g, clusters := r.group(t)
		var comments []string
		for i := range g.Members {
			var more []string
			g.Members[i].Object, more = r.commented(g.Members[i].Object, fmt.Sprint("m", i))
			comments = append(comments, more...)
		}
		result := layout.Write(g)
		prove(t, g, result.YAML, clusters...)
		missing := 0
		for _, c := range comments {
			count := bytes.Count(result.YAML, []byte(c+"\n"))
			assert.Check(t, count <= 1, "%d: %s is there %d times:\n%s", seed, c, count, result.YAML)
			assert.Check(t, count > 0 || !strings.HasPrefix(c, "# renovate:"), "%d: %s", seed, c)
			missing += 1 - min(count, 1)
		}
		assert.Equal(t, result.Lost, missing, "%d:\n%s", seed, result.YAML)
		assert.Equal(t, result.FirstLost.Line > 0, missing > 0)
		kept, lost = kept+len(comments)-missing, lost+missing
		r.Shuffle(len(g.Members), func(i, j int) { g.Members[i], g.Members[j] = g.Members[j], g.Members[i] })
		assert.DeepEqual(t, layout.Write(g), result)
	}
	t.Logf("%d comments were kept, %d lost", kept, lost)
	assert.Assert(t, kept > 4*lost, "%d comments were kept, %d lost", kept, lost)
}

// commented returns an object whose file has comments, each with a text of its own.
func (r random) commented(object tree.Node, name string) (tree.Node, []string) {
	lines := strings.SplitAfter(string(tree.AppendYAML(nil, r.b.Verbatim(object))), "\n")
	before := string(tree.AppendYAML(nil, r.b.Verbatim(object)))
	var comments []string
	for i := range lines {
		if !r.chance(25) || lines[i] == "" {
			continue
		}
		c := fmt.Sprintf("# %s %s-%d.", pick(r, "about", "renovate: datasource=docker depName="), name, i)
		was := lines[i]
		if indent := len(was) - len(strings.TrimLeft(was, " ")); r.chance(50) {
			lines[i] = was[:indent] + c + "\n" + was
		} else {
			lines[i] = strings.TrimSuffix(was, "\n") + " " + c + "\n"
		}
		docs, problems := tree.Parse("object.yaml", []byte(strings.Join(lines, "")))
		if len(problems) > 0 && problems[0].Rule < tree.YAML11 || len(docs) != 1 ||
			string(tree.AppendYAML(nil, r.b.Verbatim(docs[0].Root()))) != before { // inside of a text
			lines[i] = was
			continue
		}
		comments = append(comments, c)
	}
	docs, _ := tree.Parse("object.yaml", []byte(strings.Join(lines, "")))
	return docs[0].Root(), comments
}

// TestComments lays out files whose comments are where people write them.
func TestComments(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  string
		lost  int
	}{
		{name: "one file", files: []string{`# The shop of the company.
---
# yaml-language-server: $schema=https://example.com/helmrelease.json
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata:
  name: shop # short
  namespace: apps
spec:
  interval: 1h
  chart:
    spec:
      # renovate: registryUrl=https://charts.example.com
      chart: shop
      version: 1.2.0
      sourceRef:
        kind: HelmRepository
        name: charts # from flux-system
  values:
    # renovate: datasource=docker depName=registry.example.com/web
    tag: 1.2.3
    sidecar: 1.0.4 # x-release-please-version
    # Do not raise: the index needs the memory at start.
    memory: 2Gi
    # cpu: 100m

    # hosts of the company
    hosts: # and of its customers
    - shop.example.com # ours
    # - next.example.com
    - host: shop.example.org # theirs
      path: /
  # That is all.
`}, want: `# The shop of the company.
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
# short
metadata: {name: shop, namespace: apps}
spec:
  source:
    sourceRef:
      kind: HelmRepository
      name: charts # from flux-system
  config:
    helmRelease:
      chart:
        # renovate: registryUrl=https://charts.example.com
        chart: shop
        version: 1.2.0
      deploy:
      - destination: {}
        interval: 1h
        values:
          # renovate: datasource=docker depName=registry.example.com/web
          tag: 1.2.3
          sidecar: 1.0.4 # x-release-please-version
          # Do not raise: the index needs the memory at start.
          memory: 2Gi
          # cpu: 100m
          # hosts of the company
          hosts: # and of its customers
          - shop.example.com # ours
          # - next.example.com
          - host: shop.example.org # theirs
            path: /
        # That is all.
`},
		{name: "several files", files: []string{`# Copyright Example Inc.
# berlin
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-berlin, namespace: apps}
spec:
  interval: 1h # often enough
  chart: {spec: {chart: shop, version: 1.2.0, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: berlin-kubeconfig}}
  values:
    # renovate: datasource=docker depName=web
    tag: 1.2.3
    # many
    replicas: 3
    memory: 2Gi # x-release-please-version
    env:
    # of all
    - {name: A, value: "1"}
    - {name: B, value: "2"} # of all
    - {name: C, value: "3"}
    - {name: D, value: "4"}
`, `# Copyright Example Inc.
# paris
# in the west
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-paris, namespace: apps}
spec:
  interval: 1h # too often
  chart: {spec: {chart: shop, version: 1.2.0, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: # of paris
    secretRef: {name: paris-kubeconfig} # by hand
  values:
    # renovate: datasource=docker depName=other
    tag: 1.2.3
    # few
    replicas: 1
    memory: 2Gi # x-release-please-version
    env:
    - {name: A, value: "1"}
    - {name: B, value: "2"} # of all
    - {name: C, value: "3"}
    - {name: D, value: "4"}
    # of paris
    - {name: E, value: "5"}
`}, want: `# Copyright Example Inc.
apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    defaults:
      interval: 1h # often enough
      values:
        # renovate: datasource=docker depName=web
        # renovate: datasource=docker depName=other
        tag: 1.2.3
        memory: 2Gi # x-release-please-version
        env:
        # of all
        - {name: A, value: "1"}
        - {name: B, value: "2"} # of all
        - {name: C, value: "3"}
        - {name: D, value: "4"}
    helmRelease:
      chart: {chart: shop, version: 1.2.0}
      deploy:
      # berlin
      - destination: {kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
        values:
          # many
          replicas: 3
      # paris
      # in the west
      - destination:
          kubeConfig: # of paris
            secretRef: {name: paris-kubeconfig} # by hand
        values:
          # few
          replicas: 1
          env+:
          # of paris
          - {name: E, value: "5"}
`, lost: 1},
		{name: "a value that one cluster has otherwise", files: []string{`apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-berlin, namespace: apps}
spec:
  interval: 1h
  chart: {spec: {chart: shop, version: 1.2.0, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: berlin-kubeconfig}}
  values:
    # about the image
    image:
      tag: 1.2.0 # x-release-please-version
    secrets:
    # from the vault
    - name: secret-berlin
`, `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-oslo, namespace: apps}
spec:
  interval: 1h
  chart: {spec: {chart: shop, version: 1.2.0, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: oslo-kubeconfig}}
  values:
    # about the image
    image:
      tag: 1.2.0 # x-release-please-version
    secrets:
    # from the vault
    - name: secret-oslo
`, `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: shop-paris, namespace: apps}
spec:
  interval: 1h
  chart: {spec: {chart: shop, version: 1.2.0, sourceRef: {kind: HelmRepository, name: charts}}}
  kubeConfig: {secretRef: {name: paris-kubeconfig}}
  values:
    # about the image
    image:
      tag: 1.3.0 # x-release-please-version
    secrets:
    # from the vault
    - name: secret-paris
`}, want: `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  config:
    defaults:
      interval: 1h
      values:
        # about the image
        image:
          tag: 1.2.0 # x-release-please-version
        secrets:
        # from the vault
        - {name: secret-$(cluster.name)}
    helmRelease:
      chart: {chart: shop, version: 1.2.0}
      deploy:
      - {destination: {kubeConfig: {secretRef: {name: berlin-kubeconfig}}}}
      - {destination: {kubeConfig: {secretRef: {name: oslo-kubeconfig}}}}
      - destination: {kubeConfig: {secretRef: {name: paris-kubeconfig}}}
        values:
          image:
            tag: 1.3.0 # x-release-please-version
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := layout.Group{Namespace: "apps", Name: "shop", Kind: kinds.HelmRelease}
			for _, file := range c.files {
				object := parse(t, file)
				cluster := strings.TrimSuffix(object.At("spec", "kubeConfig", "secretRef", "name").Text(), "-kubeconfig")
				g.Members = append(g.Members, layout.Member{Object: object, Cluster: cluster})
			}
			result := layout.Write(g)
			prove(t, g, result.YAML)
			assert.Equal(t, string(result.YAML), c.want)
			assert.Equal(t, result.Lost, c.lost)
		})
	}
}
