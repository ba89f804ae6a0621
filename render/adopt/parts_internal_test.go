package adopt

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// TestPartsNotProved spoils what was read of a source, so that no document can be proved with it. The application then
// refers to the source, no error is told, and the source is left.
func TestPartsNotProved(t *testing.T) {
	const given = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: web, namespace: apps}
spec: {interval: 1h, prune: true, path: ./web, sourceRef: {kind: GitRepository, name: web}}
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: web, namespace: apps}
spec: {interval: 1h, url: https://git.example.com/web}
`
	for spoilt, want := range map[*kinds.Kind]string{
		nil:                 "gitRepository",
		kinds.GitRepository: "sourceRef",
	} {
		a := newAdoption(nil)
		a.read(File{Name: "a.yaml", Data: []byte(given)})
		a.check(a.objects[0])
		for _, o := range a.parts {
			if a.checkPart(o); o.workload == spoilt {
				o.given = a.spoilt(o.given)
			}
		}
		a.place(places{})
		a.placeParts(places{})
		groups := a.groups()
		a.takeSources(groups)
		applications := a.prove(a.write(groups))
		a.leaveParts(groups, applications)
		assert.Equal(t, len(applications), 1, "%s: %s", want, a.findings())
		assert.Equal(t, a.findings().String(), "", want)
		for _, word := range []string{"gitRepository", "sourceRef"} {
			assert.Equal(t, strings.Contains(string(applications[0].YAML), word+":"), strings.Contains(want, word),
				"%s:\n%s", want, applications[0].YAML)
		}
		left := ""
		for _, l := range a.left {
			left += l.Kind
		}
		if spoilt != nil {
			assert.Equal(t, left, spoilt.Name)
		} else {
			assert.Equal(t, left, "")
		}
	}
}

// spoilt returns an object with a field in its spec that no such object has.
func (a *adoption) spoilt(object tree.Node) tree.Node {
	b, spec := a.build, object.Get("spec")
	spec = b.Map(spec, append(spec.Fields(), tree.Field{Key: "unknown", Value: b.Bool(true, spec)})...)
	return b.Map(object, append(object.Fields(), tree.Field{Key: "spec", Value: spec})...)
}
