package e2e

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/poll"
)

// immutables are fields that cannot change, each with its kind. The first change of refused.yaml is made of each.
var immutables = []string{
	"StatefulSet spec.volumeClaimTemplates", "StatefulSet spec.selector", "StatefulSet spec.serviceName",
	"StatefulSet spec.podManagementPolicy", "Deployment spec.selector", "DaemonSet spec.selector",
	"ReplicaSet spec.selector", "Job spec.selector", "Job spec.template", "Job spec.completionMode",
	"Service spec.clusterIP", "PersistentVolumeClaim spec.accessModes", "RoleBinding roleRef",
	"ClusterRoleBinding roleRef", "StorageClass parameters", "PriorityClass value", "Secret type",
	"Secret stringData", "ConfigMap data", "CustomResourceDefinition spec.scope",
}

var oneField, definition = immutables[:1], immutables[len(immutables)-1:]

// outcome is what becomes of an object that cannot change, and of a claim beside it that can.
type outcome struct {
	terms          string // of the object of Flux
	failures       int    // at least
	claim          string // its version
	anew, newClaim bool
}

var (
	fails         = outcome{"Ready=False/UpgradeFailed Stalled=True", 1, "after", false, false}
	failsTwice    = outcome{"Ready=False/UpgradeFailed Stalled=True", 2, "after", false, false}
	failsForEver  = outcome{"Ready=False/UpgradeFailed Reconciling=True/ProgressingWithRetry", 4, "after", false, false}
	failsBefore   = outcome{"Ready=False/UpgradeFailed", 3, "before", false, false}
	goesBack      = outcome{"Ready=False/RollbackSucceeded Stalled=True", 2, "before", false, false}
	isReinstalled = outcome{"Ready=True/InstallSucceeded", 0, "after", true, true}
	failsWhole    = outcome{"Ready=False/ReconciliationFailed", 0, "before", false, false}
	isMadeAnew    = outcome{"Ready=True/ReconciliationSucceeded", 0, "after", true, false}
)

// owner is what makes such objects: a HelmRelease with some fields of upgrade, or else a Kustomization.
type owner struct {
	upgrade string
	fields  []string
	want    outcome
	told    string // the words of package effects for it
}

const reinstalls = "Flux uninstalls the release, with the claims of its chart and their data, and installs it again"

// owners by name. The Kustomization forced has force, and the object of marked has the annotation for it.
var owners = map[string]owner{
	"plain":  {"timeout: 1m", immutables, fails, "each upgrade changes the other objects and fails"},
	"server": {"force: true", oneField, fails, ", upgrade.force or not"},
	"client": {"force: true, serverSideApply: disabled", oneField, fails, ", upgrade.force or not"},
	"leaves": {"remediation: {retries: 0, strategy: uninstall}", oneField, fails, "Flux leaves it so"},
	"retries": {"strategy: {name: RetryOnFailure, retryInterval: 2s}", oneField, failsForEver,
		"Flux tries it again for ever"},
	"back": {"remediation: {retries: 1}", oneField, goesBack, "Flux rolls the release back"},
	"but-last": {"remediation: {retries: 1, remediateLastFailure: false}", oneField, failsTwice,
		"Flux rolls the release back, but leaves the last upgrade so"},
	"reinstalls": {"remediation: {retries: 1, strategy: uninstall}", oneField, isReinstalled, reinstalls},
	"last": {"remediation: {remediateLastFailure: true, strategy: uninstall}", oneField, isReinstalled,
		reinstalls},
	"crds": {"crds: CreateReplace", definition, failsBefore,
		"each upgrade fails before it changes an object, and Flux tries it again for ever"},
	"whole":  {"", immutables, failsWhole, "the whole Kustomization fails, and changes no workload"},
	"forced": {"", immutables, isMadeAnew, "because of force, Flux makes the object anew"},
	"marked": {"", oneField, isMadeAnew, "kustomize.toolkit.fluxcd.io/force: enabled, and Flux makes it anew"},
}

// forced is a change of an object that cannot change, and of its claim. Flux, object and claim are KIND/NAME, and says
// are the words of the API server.
type forced struct {
	owner
	by, name, flux, object, claim, says string
	versions                            map[string][]stored
	uids                                [2]string // before the change
}

// The objects of Flux want their name, what is theirs, and their objects or the folder of these.
const (
	forcedSource = `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: {name: effects, namespace: apps}
spec: {interval: 1h, url: "http://git.example.com/effects.git", ref: {branch: main}}
`
	forcedChart = `---
apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: {name: %[1]s, namespace: apps}
spec: {interval: 1h, chart: ./%[1]s, sourceRef: {kind: GitRepository, name: effects}}
`
	forcedRelease = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: %[1]s, namespace: apps}
spec:
  interval: 1h
  releaseName: %[1]s
  chartRef: {kind: HelmChart, name: %[4]s}
  install: {disableWait: true}
  upgrade: {disableWait: true, %[2]s}
  rollback: {disableWait: true}
  uninstall: {disableWait: true}
  values: {objects: %[3]s}
`
	forcedKustomization = `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: {name: %s, namespace: apps}
spec:
  interval: 1h
  prune: true
  force: %t
  targetNamespace: apps
  path: %s
  sourceRef: {kind: GitRepository, name: effects}
`
)

// TestForced holds what Flux does about changes that an API server refuses, as package effects tells it.
func TestForced(t *testing.T) {
	all := allForced(t)
	files := map[string]string{}
	source := forcedSource
	for _, chart := range []string{"chart", "chart-before", "chart-after"} {
		source += fmt.Sprintf(forcedChart, chart)
		files[chart+"/Chart.yaml"] = "apiVersion: v2\nname: effects\nversion: 1.0.0\n"
		files[chart+"/templates/objects.yaml"] = "{{ range .Values.objects }}\n---\n{{ toYaml . }}\n{{ end }}\n"
	}
	for _, f := range all {
		for version, objects := range f.versions {
			if f.by == "crds" {
				files["chart-"+version+"/crds/definition.yaml"] = string(objects[0])
			}
			for i, o := range objects {
				files[fmt.Sprintf("%s/%s/%s-%d.yaml", version, f.flux, f.name, i)] = string(o)
			}
		}
	}
	// Nothing takes the finalizer off a claim that goes: that is a controller of Kubernetes itself.
	w, _ := newHub(t, "--disable-admission-plugins=StorageObjectInUseProtection")
	assert.NilError(t, commits(w.content.dir, "effects", files))
	w.flux = w.run(t, w.hub)
	kubectl(t, w.hub, []byte(source), "apply", "--server-side", "-f", "-")
	w.applies(t, all, "before")
	w.awaits(t, all, func(f *forced, made map[string]object) bool {
		f.uids = [2]string{made[f.object].Metadata.UID, made[f.claim].Metadata.UID}
		return made[f.flux].is("Ready=True") && f.uids[0] != "" && f.uids[1] != ""
	})
	w.applies(t, all, "after")
	w.awaits(t, all, func(f *forced, made map[string]object) bool {
		flux, object, claim := made[f.flux], made[f.object], made[f.claim]
		for term := range strings.FieldsSeq(f.want.terms) {
			if !flux.is(term) {
				return false
			}
		}
		failures := max(flux.Status.UpgradeFailures, flux.Status.Failures)
		got := outcome{f.want.terms, min(f.want.failures, failures), claim.version(),
			object.Metadata.UID != f.uids[0], claim.Metadata.UID != f.uids[1]}
		says := strings.Contains(fmt.Sprint(flux.Status.Conditions), f.says)
		return got == f.want && object.Metadata.UID != "" && says != flux.is("Ready=True")
	})
}

// allForced returns the changes of each owner.
func allForced(t *testing.T) (all []*forced) {
	t.Helper()
	rules := readEffects[known](t, "immutable.yaml")
	objects, _ := readObjects(t)
	changes := readEffects[[]planted](t, "testdata/refused.yaml")
	for by, o := range owners {
		assert.Check(t, rules.tells(o.told), "package effects does not tell %q", o.told)
		for _, immutable := range o.fields {
			kind, field, _ := strings.Cut(immutable, " ")
			i := slices.IndexFunc(changes, func(c planted) bool {
				return strings.HasPrefix(c.Of, kind+"/") && !c.Warning && isBelow(c.At[0], field)
			})
			assert.Assert(t, i >= 0, immutable)
			f := &forced{owner: o, by: by, says: rules.says(objects[changes[i].Of], field)}
			f.name = strings.ToLower(by + "-" + kind + "-" + field[strings.LastIndex(field, ".")+1:])
			object := stored(strings.ReplaceAll(string(objects[changes[i].Of]), "final.example.com", by+".example.com"))
			f.versions = map[string][]stored{"before": f.makes(t, "before", object, nil),
				"after": f.makes(t, "after", object, changes[i].Set)}
			all = append(all, f)
		}
	}
	return all
}

// tells tells whether a text is part of the words.
func (k known) tells(text string) bool {
	for _, options := range k.Words {
		for _, o := range options {
			if strings.Contains(o.Then, text) {
				return true
			}
		}
	}
	return false
}

// makes returns a version of the object and of its claim. The name of a CustomResourceDefinition is that of its group.
func (f *forced) makes(t *testing.T, version string, o stored, set map[string]any) []stored {
	t.Helper()
	set = maps.Clone(set)
	if set == nil {
		set = map[string]any{}
	}
	kind, _, name := o.identity()
	if kind != "CustomResourceDefinition" {
		set["/metadata/name"] = f.name
		name = f.name
	}
	if f.by == "marked" {
		set["/metadata/annotations"] = map[string]any{"kustomize.toolkit.fluxcd.io/force": "enabled"}
	}
	o, err := o.with(set)
	assert.NilError(t, err)
	claim := stored(fmt.Sprintf(`{"apiVersion": "v1", "kind": "PersistentVolumeClaim", "metadata": {"name": "%s-claim",
"annotations": {"example.com/version": %q}}, "spec": {"accessModes": ["ReadWriteOnce"],
"resources": {"requests": {"storage": "1Gi"}}}}`, f.name, version))
	f.object, f.claim = kind+"/"+name, "PersistentVolumeClaim/"+f.name+"-claim"
	switch {
	case f.upgrade != "":
		f.flux = "HelmRelease/" + f.name
	case f.by == "forced":
		f.flux = "Kustomization/forced" // which makes all of them
	default:
		f.flux = "Kustomization/" + f.name
	}
	return []stored{o, claim}
}

// applies applies the objects of Flux that make a version.
func (w *world) applies(t *testing.T, all []*forced, version string) {
	t.Helper()
	texts := map[string]string{}
	for _, f := range all {
		if f.upgrade == "" {
			_, name, _ := strings.Cut(f.flux, "/")
			texts[f.flux] = fmt.Sprintf(forcedKustomization, name, name == "forced", version+"/"+f.flux)
			continue
		}
		var objects []json.RawMessage
		chart, made := "chart", f.versions[version]
		if f.by == "crds" {
			chart, made = "chart-"+version, made[1:]
		}
		for _, o := range made {
			objects = append(objects, json.RawMessage(o))
		}
		values, err := json.Marshal(objects)
		assert.NilError(t, err)
		texts[f.flux] = fmt.Sprintf(forcedRelease, f.name, f.upgrade, values, chart)
	}
	text := strings.Join(slices.Collect(maps.Values(texts)), "---\n")
	kubectl(t, w.hub, []byte(text), "apply", "--server-side", "-f", "-")
}

// awaits waits until each has been as it should be, by the objects that it has made, and its object of Flux.
func (w *world) awaits(t *testing.T, all []*forced, is func(f *forced, made map[string]object) bool) {
	t.Helper()
	all = slices.Clone(all)
	poll.WaitOn(t, func(poll.LogT) poll.Result {
		asked := map[string]bool{}
		for _, f := range all {
			for _, path := range []string{f.flux, f.object, f.claim} {
				kind, _, _ := strings.Cut(path, "/")
				asked[kind] = true
			}
		}
		kinds := strings.Join(slices.Sorted(maps.Keys(asked)), ",")
		text, err := w.hub.Kubectl(nil, "get", kinds, "-n", "apps", "-o", "json")
		if err != nil {
			return poll.Continue("%v", err)
		}
		var list struct{ Items []object }
		if err := json.Unmarshal(text, &list); err != nil {
			return poll.Error(err)
		}
		made := map[string]object{}
		for _, o := range list.Items {
			made[o.Kind+"/"+o.Metadata.Name] = o
		}
		all = slices.DeleteFunc(all, func(f *forced) bool { return is(f, made) })
		if len(all) == 0 {
			return poll.Success()
		}
		var left strings.Builder
		for _, f := range all {
			fmt.Fprintf(&left, "%s: claim %s, made %v: %v\n", f.flux, made[f.claim].version(), made[f.object].Metadata,
				made[f.flux].Status.Conditions)
		}
		return poll.Continue("%s", &left)
	}, poll.WithTimeout(3*time.Minute), poll.WithDelay(2*time.Second))
}
