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

// TestRandomComments puts comments into the files of random groups. None is in the document twice, and most are in it.
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
		text := write(g)
		prove(t, g, text, clusters...)
		for _, c := range comments {
			count := bytes.Count(text, []byte(c+"\n"))
			assert.Check(t, count <= 1, "%d: %s is there %d times:\n%s", seed, c, count, text)
			kept, lost = kept+count, lost+1-count
		}
	}
	assert.Assert(t, kept > 5*lost, "%d comments were kept, %d lost", kept, lost)
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
		if len(problems) > 0 && !problems[0].Remark || len(docs) != 1 ||
			string(tree.AppendYAML(nil, r.b.Verbatim(docs[0].Root()))) != before { // inside of a text
			lines[i] = was
			continue
		}
		comments = append(comments, c)
	}
	docs, _ := tree.Parse("object.yaml", []byte(strings.Join(lines, "")))
	return docs[0].Root(), comments
}

// TestWindowsComments holds that files with the line ends of Windows keep their comments where they are.
func TestWindowsComments(t *testing.T) {
	const release = `# of the team
metadata: {name: web, namespace: apps}
spec:
  interval: 1h # often
  chart:
    spec:
      chart: web
      # renovate: x
      version: CLUSTER.0.0
      sourceRef: {kind: HelmRepository, name: charts}
`
	document := func(text string) string {
		g := layout.Group{Kind: kinds.HelmRelease, Namespace: "apps", Name: "web", Standalone: true}
		for _, cluster := range []string{"1", "2"} {
			docs, _ := tree.Parse(cluster+".yaml", []byte(strings.ReplaceAll(text, "CLUSTER", cluster)))
			g.Members = append(g.Members, layout.Member{Cluster: "c" + cluster, Object: docs[0].Root()})
		}
		return string(write(g))
	}
	written := document(release)
	assert.Equal(t, strings.Count(written, "# renovate: x\n"), 2, written)
	assert.Equal(t, document(strings.ReplaceAll(release, "\n", "\r\n")), written)
}
