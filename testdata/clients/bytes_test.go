package clients

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	is "gotest.tools/v3/assert/cmp"
)

// difference is why a door gives something else than the library, what it says when it fails, and the code of the
// warning with which the library says before that readers differ.
type difference struct{ reason, says, warning string }

// What clients do with a document before fluxapp sees it.
var (
	noSurrogates = difference{"it reads no surrogate pairs", "found invalid Unicode character escape code", ""}
	noMark       = difference{"it reads no byte order mark behind the first document", "could not find expected ':'", ""}
	firstOnly    = difference{"of documents without a line of --- between them, it reads the first only", "", ""}
	twoKeys      = difference{"it refuses a key that is there twice, even in a resource that is not ours",
		`mapping key "version" already defined`, ""}
	textKeys = difference{"it refuses keys that are no text", "unsupported type: map[interface {}]interface {}",
		"[FA501]"}
	boolWords = difference{"it makes text of on and no, where a field of Flux is true or false",
		"suspend: is a string; write true or false [FA103]", "[FA501]"}
	wordKeys  = difference{"it reads the keys on and off as texts", "", "[FA501]"}
	digits    = difference{"it takes the last 0 off 1.10: see TestRetypedScalars", "", "[FA502]"}
	dateTime  = difference{"it makes a time of a date: see TestRetypedScalars", "", "[FA501]"}
	mergeSign = difference{`it takes the quotes off "<<", which is then no text`,
		"the tag !!merge is not supported; write the value itself [FA004]", ""}
	mergeOrder = difference{"of a key before << and the same one in it, it takes the first", "", "[FA503]"}
	noName     = difference{"it refuses resources without metadata.name, as lists are",
		"resource must have `metadata.name`", ""}
	comments = difference{"it prints a comment behind the value of the next line, or in front of the next item, " +
		"where nothing is behind its key or hyphen", "", ""}
	longLines = difference{"it breaks no long lines, as those of gates, and marks the text << with a tag", "", ""}
)

// What fluxapp does elsewhere than in the library.
var (
	inPlace  = difference{"the object of an earlier run stays in the file where it is", "", ""}
	oneFile  = difference{"an object of several clusters in one file is written once", "", ""}
	passedOn = difference{"a build prints also what carries the annotation of output and is none", "", ""}
	theirs   = difference{"the HelmChart among the items is the user's, and is not overwritten",
		"fluxapp did not make it", ""}
	application = difference{"who calls the command with a file wants an application", "there is no FluxApplication", ""}
	argo        = difference{"who names a document as generator wants its objects", "Argo CD", ""}
	otherGroup  = difference{"a misspelt group is another's, and has no function", "example.com/v1alpha1", ""}
	noTemplate  = difference{"the document is handed over alone, and its template is thought to be in the cluster", "", ""}
	noOthers    = difference{"the document is handed over alone, and the applications that it waits for are not there",
		"there is no application", ""}
	severalApis = difference{"a build keeps the objects of several clusters in one stream",
		"this client keeps both in one stream", ""}
	oneName = difference{"each document is rendered alone, and kustomize has no two objects of one name",
		"behavior must be merge or replace", ""}
	oneStream = difference{"a plugin prints a stream, and kustomize has no two objects of one name",
		"already registered id", ""}
	ownChart = difference{noTemplate.reason + ", where its chart cannot be changed",
		"the template is only in the cluster", ""}
)

// both are the differences of kustomize in a transformer and in a generator.
var both = map[string]difference{
	"yaml/json": noSurrogates, "yaml/json-stream": firstOnly, "references/types": digits, "references/chart": digits,
	"references/common-metadata": digits, "references/as-text": digits,
	"yaml/scalars": textKeys, "yaml/keys": textKeys, "yaml/base-60": dateTime,
	"yaml/bom-stream": noMark, "yaml/escapes": noSurrogates, "yaml/merge-order": mergeOrder, "yaml/words": boolWords,
	"references/default-null": wordKeys,
}

// thin leaves one case in four, and those apart. A build takes half a second for each case, and the builds of a
// generator have all cases: the same kustomize runs a transformer, and is in kubectl.
func thin(cases map[string]corpusCase, apart map[string]difference) {
	for i, name := range slices.Sorted(maps.Keys(cases)) {
		if _, isApart := apart[name]; i%4 > 0 && !isApart {
			delete(cases, name)
		}
	}
}

// TestSameObjects holds that every case of testdata gives the library's objects through the command, kpt and a
// generator of kustomize, and one case in four through a transformer and kubectl: the objects of the command and of kpt
// to the byte, the objects of a build once kustomize has formatted the library's too. What differs is in a list, and
// nothing is that does not.
func TestSameObjects(t *testing.T) {
	cases := corpus(t)
	kpt := map[string]difference{
		"documents/foreign": inPlace, "files/shared": oneFile, "yaml/json": noSurrogates, "yaml/json-stream": firstOnly,
		"documents/list": noName, "clusters/placement": noName,
		"documents/list-nested": noName, "documents/lists": noName,
		"sources/repository-list": noName, "charts/template-saved-wins": theirs,
		"yaml/blocks": longLines, "yaml/bom-stream": noMark, "yaml/setters-null": comments, "yaml/setters-stray": comments,
		"yaml/escapes": noSurrogates, "jobs/stages": longLines, "references/near-miss": longLines, "waves/three": longLines,
		"waves/kustomization": longLines, "waves/ocirepository": longLines, "waves/share-chart": longLines,
		"waves/ungated": longLines, "waves/idle": longLines, "waves/before": longLines,
		"waves/depends-application": longLines,
		"waves/namespaces":          longLines, "waves/chart-kind": longLines,
		"waves/sharding": longLines, "waves/sources": longLines, "layers/emptied": longLines,
		"references/chart-waves": longLines,
		"waves/source-stages":    longLines, "waves/source-stages-git": longLines, "waves/artifact": longLines,
		"waves/artifact-kustomization": longLines,
		"bases/kustomization":          longLines, "tenancy/waves": longLines,
		"notification/waves": longLines,
	}
	alone := map[string]difference{
		"kubesphere/application-argocd": argo, "dependencies/applications": noOthers, "jobs/after-cert-manager": noOthers,
		"documents/foreign-fluxapplication": otherGroup, "charts/template-saved": noTemplate,
		"charts/template-saved-namespace": noTemplate, "charts/template-saved-spelling": ownChart,
		"topology/template": noTemplate, "topology/both": oneName, "tenancy/standalone-two": oneName,
		"charts/template-saved-metadata": ownChart, "charts/template-saved-source-namespace": noTemplate,
		"charts/template-source-null": noTemplate, "sources/namespace-template": noTemplate,
		"dependencies/several": noOthers, "names/same-name": noOthers, "waves/depends-application": noOthers,
	}
	build, plugin := map[string]difference{}, map[string]difference{}
	standalone := []string{
		"topology/standalone", "topology/chart-metadata", "topology/chart-references", "topology/common-metadata",
		"topology/kclrun", "topology/needs",
		"topology/wave-zero", "sources/layers-standalone", "sources/namespace-standalone",
		"sources/several-charts", "image/standalone",
		"notification/standalone", "notification/many-standalone", "tenancy/standalone",
		"files/shared", "files/sources",
	}
	for _, name := range standalone {
		build[name], plugin[name] = severalApis, oneStream
	}
	for name, d := range map[string]struct {
		client string
		door   door
		apart  map[string]difference
		builds bool // the client formats what it prints
		alone  bool // it hands over one document at a time
		some   bool // one case in four, and those apart
	}{
		"command": {"", byCommand(), map[string]difference{"sources/repository-secret-elsewhere": application}, false, false,
			false},
		"kpt": {"kpt", byKpt(kpt), kpt, false, false, false},
		"kustomize transformer": {"", byTransformer(), with(both, build, map[string]difference{
			"documents/foreign": twoKeys, "documents/rendered-from": passedOn, "charts/template-saved-wins": theirs,
			"yaml/blocks":      mergeSign,
			"topology/depends": severalApis, "topology/both": severalApis,
		}), true, false, true},
		"kustomize generator": {"", byGenerator(), with(both, build, alone, map[string]difference{"yaml/blocks": mergeSign}),
			true, true, false},
		"kubectl plugin": {"kubectl", byPlugin(t), with(both, plugin, alone), true, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			if d.client != "" {
				need(t, d.client)
			}
			t.Parallel()
			some := maps.Clone(cases)
			maps.DeleteFunc(some, func(_ string, c corpusCase) bool { return d.alone && !c.applications })
			if d.some {
				thin(some, d.apart)
			}
			answers := d.door(t, some)
			for _, name := range slices.Sorted(maps.Keys(some)) {
				want := some[name].objects
				if d.builds {
					want = some[name].normal
				}
				checkAnswer(t, name, answers[name], want, d.apart)
				assert.Check(t, strings.Contains(some[name].warnings, d.apart[name].warning), "%s has no warning %s", name,
					d.apart[name].warning)
			}
			for name := range d.apart {
				_, there := some[name]
				assert.Check(t, there, "there is no case %s", name)
			}
			t.Logf("%d cases, %d of them apart", len(some), len(d.apart))
		})
	}
}

// checkAnswer compares an answer with the library's, or with what is said of the case.
func checkAnswer(t *testing.T, name string, got answer, want []string, apart map[string]difference) {
	t.Helper()
	d, isApart := apart[name]
	switch {
	case !isApart:
		assert.Check(t, got.err == "", "%s: %s", name, got.err)
		assert.Check(t, is.DeepEqual(got.objects, want), name)
	case d.says != "":
		assert.Check(t, strings.Contains(got.err, d.says), "%s is apart because %s; it says %q", name, d.reason, got.err)
	default:
		assert.Check(t, got.err == "", "%s: %s", name, got.err)
		assert.Check(t, !slices.Equal(got.objects, want), "%s is apart because %s, but is the same; take it off the list",
			name, d.reason)
	}
}

func with(lists ...map[string]difference) map[string]difference {
	all := map[string]difference{}
	for _, list := range lists {
		maps.Copy(all, list)
	}
	return all
}
