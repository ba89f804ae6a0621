package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

const rendered = "fluxapp.dev/rendered-from: apps/hello"

// withAnnotation adds an annotation to a document in block style.
func withAnnotation(doc, annotation string) string {
	return strings.Replace(doc, "metadata:\n", "metadata:\n  annotations:\n    "+annotation+"\n", 1)
}

// A document of a kind that fluxapp does not write is never its output, whatever it carries.
func TestForeignKindsAreNeverOwned(t *testing.T) {
	document, hub, member := earlier(t)
	const note = ": info: metadata.annotations[fluxapp.dev/rendered-from]: only objects that fluxapp renders carry this " +
		"annotation, and fluxapp renders none of this kind; it means nothing here [FA907]"
	for name, doc := range map[string]string{
		"a Service": "apiVersion: v1\nkind: Service\nmetadata:\n  name: x\n  namespace: apps\n",
		"a Secret":  "apiVersion: v1\nkind: Secret\nmetadata:\n  name: x\n",
		"a cluster": "apiVersion: cluster.x-k8s.io/v1beta1\nkind: Cluster\nmetadata:\n  name: x\n" +
			"  namespace: apps\n",
		"the Flux of another day": "apiVersion: source.toolkit.fluxcd.io/v1\nkind: ExternalArtifact\nmetadata:\n  name: x\n",
		"a kind of another group": "apiVersion: example.com/v1\nkind: HelmRelease\nmetadata:\n  name: x\n",
		"a Kptfile":               "apiVersion: kpt.dev/v1\nkind: Kptfile\nmetadata:\n  name: x\n",
	} {
		t.Run(name, func(t *testing.T) {
			for _, from := range []string{rendered, "fluxapp.dev/rendered-from: apps/gone"} {
				items := []string{document, hub, member, at(withAnnotation(doc, from), "path=x.yaml", "index=0")}
				rl := process(t, "", items...)
				assert.DeepEqual(t, said(rl), []string{"x.yaml" + note})
				assert.DeepEqual(t, asSet(printed(t, rl)), asSet(items))
				assert.DeepEqual(t, errorsOf(process(t, checkConfig, items...)), []string(nil))
			}
		})
	}
}

// One of a kind of ours is an error, so that nothing is pruned.
func TestApplicationThatLooksRendered(t *testing.T) {
	document, hub, member := earlier(t)
	document = strings.Replace(document, "  annotations:\n", "  annotations:\n    "+rendered+"\n", 1)
	for name, items := range map[string][]string{
		"alone": {document, hub, member},
		"with another": {document, hub, member,
			at(strings.ReplaceAll(app, "name: hello", "name: other"), "path=other.yaml")},
		"less an entry": {withoutMember(document), hub, member},
	} {
		t.Run(name, func(t *testing.T) {
			for _, config := range []string{"", items[0]} {
				rl := process(t, config, items...)
				assert.DeepEqual(t, said(rl), []string{"apps/app.yaml: metadata.annotations[fluxapp.dev/rendered-from]: " +
					"only objects that fluxapp renders carry this annotation; leave it out [FA213]"})
				assert.DeepEqual(t, printed(t, rl), items)
			}
		})
	}
}

// A HelmChart is a template for an application, unless fluxapp has rendered it.
func TestRenderedTemplate(t *testing.T) {
	chart := "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmChart\nmetadata:\n  name: x\n  namespace: apps\n" +
		"spec: {chart: x}\n"
	rl := process(t, "", inFile, at(withAnnotation(chart, rendered), "path=hello/helmchart-x.yaml"))
	assert.Equal(t, len(rl.Items), 3, names(rl))
	rl = process(t, "", inFile, at(chart, "path=x.yaml"))
	assert.Equal(t, len(rl.Items), 4, names(rl))
}

// A list is none of ours, whatever its own metadata and its only item carry.
func TestRenderedList(t *testing.T) {
	document, hub, member := earlier(t)
	list := "apiVersion: v1\nkind: List\nmetadata:\n  annotations:\n    " + rendered + "\nitems:\n- " +
		strings.ReplaceAll(strings.TrimSuffix(hub, "\n"), "\n", "\n  ") + "\n"
	items := []string{document, hub, member, at(list, "path=list.yaml")}
	rl := process(t, "", items...)
	assert.DeepEqual(t, said(rl), []string(nil))
	assert.DeepEqual(t, asSet(printed(t, rl)), asSet(items))
}

// A document without a name owns nothing, and above all not what nobody owns.
func TestNamelessDocumentOwnsNothing(t *testing.T) {
	const argo = "apiVersion: gitops.kubesphere.io/v1alpha1\nkind: Application\nmetadata: {labels: {}}\n" +
		"spec: {kind: argocd}\n"
	rl := process(t, "", inFile, argo, foreign)
	assert.DeepEqual(t, printed(t, rl)[:3], []string{inFile, argo, foreign})

	_, hub, _ := earlier(t)
	named := strings.Replace(argo, "{labels: {}}", "{namespace: apps}", 1)
	nobodys := strings.Replace(hub, "rendered-from: apps/hello", "rendered-from: apps/", 1)
	rl = process(t, "", named, nobodys)
	assert.DeepEqual(t, printed(t, rl), []string{named, nobodys})
}
