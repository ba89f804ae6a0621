package schema

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestMembers holds that a cluster that is read by where it is unlike another one says what it would say by itself, and that clusters
// of one LabelClass, and no others, have the same labels.
func TestMembers(t *testing.T) {
	const anchored = "{name: i, labels: &l {stage: prod, region: us}, kubeConfig: {secretRef: {name: s9}}}"
	lines := []string{
		"{name: a, labels: {stage: test, region: eu}, kubeConfig: {secretRef: {name: s1}}}",
		"{name: b, labels: {stage: prod, region: eu}, kubeConfig: {secretRef: {name: s2}}}",
		"{name: c, labels: {stage: test, region: eu}, kubeConfig: {secretRef: {name: s3}}}",
		"{name: d, labels: {stage: prod, region: us}, kubeConfig: {secretRef: {name: s1}}}",
		"{name: e, labels: {stage: testeu, region: ''}, kubeConfig: {secretRef: {name: s1}}}",
		"{name: f, labels: {stage: prod}, kubeConfig: {secretRef: {name: s1}}}",
		"{name: g, labels: {stage: prod, region: eu}, kubeConfig: {configMapRef: {name: s1}}}",
		"{name: h, labels: {stage: prod, region: eu}, kubeConfig: {configMapRef: {name: s2}}}",
		"{name: j, labels: *l, kubeConfig: {secretRef: {name: s1}}}",
		"{name: k, labels: *l, kubeConfig: {secretRef: {name: s2}}}",
		"{name: l}", "{name: m}", "{name: n, labels: {}}", "{name: o, labels: ~}", "{name: p, labels: ~}",
		"{name: q, hub: true}", "{name: r, hub: false}", "{name: s, namespace: x}", "{name: t, namespace: y}", "{name: ~}", "{}", "[]", "u",
		"{name: v, params: {a: 1}}", "{name: w, params: {a: 2}}", "{name: x, annotations: {a: b}}", "{name: y, annotations: {a: c}}",
	}
	r := rand.New(rand.NewPCG(1, 1))
	for round := range 20 { // in several orders
		text := "kind: FluxApplication\napiVersion: gitops.kubesphere.io/v1alpha1\nspec:\n  clusters:\n  - " + anchored + "\n"
		for _, line := range lines {
			text += "  - " + line + "\n"
		}
		docs, _ := Parse("in.yaml", []byte(text))
		var alone []Member
		for n := range docs[0].Root.At("spec", "clusters").Children() {
			if m := docs[0].readCluster(n); m.Name != "" {
				alone = append(alone, m)
			}
		}
		members := docs[0].readFleet(tree.NewBuilder()).members
		assert.Equal(t, len(members), len(alone), text)
		shared := 0
		for i := range members {
			m, a := &members[i], &alone[i]
			if m.number > 0 {
				shared++
			}
			assert.Equal(t, m.Name, a.Name)
			assert.Equal(t, fmt.Sprint(m.Hub(), m.Namespaced(), m.HasDocument()), fmt.Sprint(a.Hub(), a.Namespaced(), a.HasDocument()), m.Name)
			for _, get := range []func(*Member) tree.Node{
				(*Member).Origin, (*Member).Namespace, (*Member).Labels, (*Member).Annotations, (*Member).Params, (*Member).KubeConfig, (*Member).Secret,
			} {
				assert.Assert(t, get(m) == get(a), "%s: %v, %v", m.Name, get(m).Position(), get(a).Position())
			}
		}
		assert.Assert(t, round > 0 || shared >= 6, "%d", shared)
		for i := range members {
			for j := range members {
				one, two := &members[i], &members[j]
				if one.LabelClass() == 0 || two.LabelClass() == 0 {
					t.Fatal("there are few labels")
				}
				if one.LabelClass() == two.LabelClass() {
					assert.Equal(t, asText(one.Labels()), asText(two.Labels()), "%s, %s", one.Name, two.Name)
				} else if one.Alike(two) {
					assert.Assert(t, asText(one.Labels()) != asText(two.Labels()), "%s, %s", one.Name, two.Name)
				}
			}
		}
		r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	}
}

func asText(n tree.Node) string { return string(tree.AppendJSON(nil, n)) }

// TestManyLabels holds that clusters that have nothing in common have no class, and take no memory for it.
func TestManyLabels(t *testing.T) {
	text := "kind: FluxApplication\napiVersion: gitops.kubesphere.io/v1alpha1\nspec:\n  clusters:\n"
	for i := range 3 * maxLabelClasses {
		text += fmt.Sprintf("  - {name: c%d, labels: {id: i%d}}\n", i, i)
	}
	docs, _ := Parse("in.yaml", []byte(text))
	classes := map[int]bool{}
	for _, m := range docs[0].Members() {
		classes[m.LabelClass()] = true
	}
	assert.Equal(t, len(classes), maxLabelClasses+1)
}
