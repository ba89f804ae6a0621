package status_test

import (
	"encoding/json"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// shop is an application on two clusters.
const shop = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, kubeConfig: {secretRef: {name: berlin-kubeconfig}}}
  - {name: tokyo, kubeConfig: {secretRef: {name: tokyo-kubeconfig}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.2.3}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 10m
        values: {replicas: 2}
`

func renderText(t *testing.T, documents string, options render.Options) render.Result {
	t.Helper()
	result, err := render.Render(schema.Parse("shop.yaml", []byte(documents)), options)
	assert.NilError(t, err)
	return result
}

// ready is the status of an object that is ready, with what a release has applied and what a source has fetched.
const ready = `{"history": [{"chartName": "shop", "chartVersion": "1.2.3", "status": "deployed"}], "artifact": ` +
	`{"revision": "master@sha1:1424"}, "lastAppliedRevision": "master@sha1:1424", "observedGeneration": 1, "conditions": [
	{"type": "Ready", "status": "True", "reason": "Done", "message": "done", "observedGeneration": 1, ` +
	`"lastTransitionTime": "2026-11-23T02:00:00Z"}]}`

// onServer returns an object as its server has it, with a status as JSON. Edits set fields by their paths, or remove
// those with null.
func onServer(t *testing.T, o render.Object, status string, edits ...string) string {
	t.Helper()
	var content map[string]any
	assert.NilError(t, json.Unmarshal(o.JSON(), &content))
	metadata := content["metadata"].(map[string]any)
	metadata["generation"] = 1
	edit(t, content, []string{"status"}, status)
	for i := 0; i < len(edits); i += 2 {
		edit(t, content, strings.Split(edits[i], "/"), edits[i+1])
	}
	text, err := json.Marshal(content)
	assert.NilError(t, err)
	return string(text)
}

func edit(t *testing.T, in map[string]any, path []string, value string) {
	t.Helper()
	for _, key := range path[:len(path)-1] {
		if _, isMap := in[key].(map[string]any); !isMap {
			in[key] = map[string]any{}
		}
		in = in[key].(map[string]any)
	}
	var decoded any
	assert.NilError(t, json.Unmarshal([]byte(value), &decoded))
	in[path[len(path)-1]] = decoded
	if value == "null" {
		delete(in, path[len(path)-1])
	}
}

// observe reads the objects of one server.
func observe(t *testing.T, observed *status.Observed, server string, objects ...string) {
	t.Helper()
	text := `{"apiVersion": "v1", "kind": "List", "items": [` + strings.Join(objects, ",\n") + "]}"
	assert.NilError(t, observed.Add(server, "observed.json", []byte(text)))
}

// TestState checks what one object of a server means, edited by hand; TestRecorded has what controllers write.
func TestState(t *testing.T) {
	const waiting = `{"conditions": [{"type": "Ready", "status": "False", "observedGeneration": 1, "reason": "REASON", ` +
		`"message": "MESSAGE"}]}`
	condition := func(reason, message string) string {
		return strings.NewReplacer("REASON", reason, "MESSAGE", message).Replace(waiting)
	}
	for _, c := range []struct {
		name, status string
		edits        []string
		want         status.State
		reason       string
		message      string
	}{
		{name: "ready", status: ready, want: status.Ready, reason: "Done", message: "done"},
		{name: "no status", status: "null", want: status.Unknown, message: "no controller has written its status yet"},
		{name: "what an API server fills in", status: `{"observedGeneration": -1}`, want: status.Unknown,
			message: "no controller has written its status yet"},
		{name: "no conditions", status: `{"conditions": []}`, want: status.Unknown,
			message: "no controller has written its status yet"},
		{name: "another condition only", status: `{"observedGeneration": 1, "conditions": [{"type": "Released", "status": ` +
			`"True"}]}`, want: status.Unknown, message: "its status has no condition Ready"},
		{name: "no generation of the condition",
			status: strings.Replace(ready, `"message": "done", "observedGeneration": 1, `, `"message": "done", `, 1),
			want:   status.Ready, reason: "Done", message: "done"},
		{name: "no metadata of the server", status: ready, edits: []string{"metadata/generation", "null"},
			want: status.Unknown, message: "its metadata has no generation, which each server writes"},
		{name: "two conditions Ready", status: strings.Replace(ready, `"conditions": [`, `"conditions": [{"type": "Ready", `+
			`"status": "False", "observedGeneration": 1},`, 1), want: status.Unknown,
			message: "its status has two conditions Ready"},
		{name: "an old generation of the status", status: ready, edits: []string{"metadata/generation", "2",
			"status/observedGeneration", "1", "status/conditions", `[{"type": "Ready", "status": "True", ` +
				`"observedGeneration": 2}]`}, want: status.Stale,
			message: "its status is about generation 1, and not about 2"},
		{name: "an old generation of the condition", status: ready, edits: []string{"metadata/generation", "2",
			"status/observedGeneration", "2"}, want: status.Stale,
			message: "its status is about generation 1, and not about 2"},
		{name: "a later generation of the condition", status: strings.Replace(ready, `"message": "done", `+
			`"observedGeneration": 1`, `"message": "done", "observedGeneration": 9`, 1), want: status.Stale,
			message: "its status is about generation 9, and not about 1"},
		{name: "no generation of the status", status: ready, edits: []string{"status/observedGeneration", "null"},
			want: status.Stale, message: "its status is about generation 0, and not about 1"},
		{name: "no release", status: ready, edits: []string{"status/history", "[]", "status/lastAppliedRevision", "null"},
			want: status.Unknown, message: "its status does not tell which revision it has applied"},
		{name: "a release that is not deployed", status: ready, edits: []string{"status/history",
			`[{"chartVersion": "1.2.3", "status": "failed"}]`}, want: status.Unknown,
			message: "its status does not tell which revision it has applied"},
		{name: "another version of the chart", status: ready, edits: []string{"status/history",
			`[{"chartVersion": "1.2.2", "status": "deployed"}]`}, want: status.Stale,
			message: "it has applied version 1.2.2 of the chart, which it does not name"},
		{name: "a version with the number of its values files", status: ready, edits: []string{"status/history",
			`[{"chartVersion": "1.2.3+4"}]`}, want: status.Ready, reason: "Done", message: "done"},
		{name: "as older versions tell it", status: ready, edits: []string{"status/history", "null",
			"status/lastAppliedRevision", `"1.2.3"`}, want: status.Ready, reason: "Done", message: "done"},
		{name: "a later generation", status: ready, edits: []string{"metadata/generation", "2"}, want: status.Stale,
			message: "Flux has not seen generation 2 yet"},
		{name: "a later generation that is reconciled now",
			status: strings.Replace(ready, `"conditions": [`, `"conditions": [{"type": "Reconciling", "status": "True", `+
				`"observedGeneration": 2, "reason": "Progressing", "message": "on its way"},`, 1),
			edits: []string{"metadata/generation", "2"}, want: status.Progressing, reason: "Progressing",
			message: "on its way"},
		{name: "ready, and looked at again",
			status: strings.Replace(ready, `"conditions": [`, `"conditions": [{"type": "Reconciling", "status": "True", `+
				`"observedGeneration": 1},`, 1), want: status.Ready, reason: "Done", message: "done"},
		{name: "a first reconciliation",
			status: `{"conditions": [{"type": "Reconciling", "status": "True", "observedGeneration": 1, "reason": ` +
				`"Progressing", "message": "first"}]}`, want: status.Progressing, reason: "Progressing", message: "first"},
		{name: "Ready is unknown", status: strings.Replace(ready, `"True"`, `"Unknown"`, 1), want: status.Progressing,
			reason: "Done", message: "done"},
		{name: "failed", status: condition("InstallFailed", "no"), want: status.Failed, reason: "InstallFailed",
			message: "no"},
		{name: "failed, with a secret", status: condition("InstallFailed", "password: geheim"), want: status.Failed,
			reason: "InstallFailed", message: "password: (hidden)"},
		{name: "stalled", status: strings.Replace(condition("InstallFailed", "no"), `[`,
			`[{"type": "Stalled", "status": "True", "reason": "RetriesExceeded", "message": "1 attempt"},`, 1),
			want: status.Stalled, reason: "InstallFailed", message: "1 attempt: no"},
		{name: "stalled, and Ready tells the same",
			status: strings.Replace(condition("Stopped", "no access"), `[`,
				`[{"type": "Stalled", "status": "True", "reason": "AccessDenied", "message": "no access"},`, 1),
			want: status.Stalled, reason: "AccessDenied", message: "no access"},
		{name: "stalled no more", status: strings.Replace(condition("InstallFailed", "no"), `[`,
			`[{"type": "Stalled", "status": "False"},`, 1), want: status.Failed, reason: "InstallFailed", message: "no"},
		{name: "waits for a dependency", status: condition("DependencyNotReady", "db is not ready"), want: status.Progressing,
			reason: "DependencyNotReady", message: "db is not ready"},
		{name: "waits for a chart",
			status: condition("SourceNotReady", "HelmChart 'a/b' is not ready: does not have an artifact"),
			want:   status.Progressing, reason: "SourceNotReady",
			message: "HelmChart 'a/b' is not ready: does not have an artifact"},
		{name: "a source has fetched nothing yet",
			status: condition("ArtifactFailed", "Source artifact not found, retrying in 30s"), want: status.Progressing,
			reason: "ArtifactFailed", message: "Source artifact not found, retrying in 30s"},
		{name: "the artifact cannot be read", status: condition("ArtifactFailed", "no such path"), want: status.Failed,
			reason: "ArtifactFailed", message: "no such path"},
		{name: "fetching", status: condition("Progressing", "building artifact"), want: status.Progressing,
			reason: "Progressing", message: "building artifact"},
		{name: "a newer revision", status: condition("HealthCheckCanceled", "new revision"), want: status.Progressing,
			reason: "HealthCheckCanceled", message: "new revision"},
		{name: "a chart has failed", status: condition("SourceNotReady", "HelmChart 'a/b' is not ready: no such chart"),
			want: status.Failed, reason: "SourceNotReady", message: "HelmChart 'a/b' is not ready: no such chart"},
		{name: "deleted", status: ready, edits: []string{"metadata/deletionTimestamp", `"2026-11-23T02:00:00Z"`},
			want: status.Progressing, message: "it is being deleted"},
		{name: "cannot be deleted", status: condition("UninstallFailed", "no"),
			edits: []string{"metadata/deletionTimestamp", `"2026-11-23T02:00:00Z"`}, want: status.Failed,
			reason: "UninstallFailed", message: "no"},
		{name: "another value", status: ready, edits: []string{"spec/values/replicas", "3"}, want: status.Stale,
			message: "the server does not have what the document renders: spec.values.replicas"},
		{name: "many other values", status: ready, edits: []string{"spec/values/a", "1", "spec/values/b", "1",
			"spec/values/c", "1", "spec/values/d", "1"}, want: status.Stale,
			message: "the server has what the document does not render: spec.values.a, spec.values.b, spec.values.c " +
				"and 1 more"},
		{name: "another value, and one more", status: ready,
			edits: []string{"spec/values/replicas", "3", "spec/chart/spec/interval", `"5m"`}, want: status.Stale,
			message: "the server does not have what the document renders: spec.values.replicas; the server has what the " +
				"document does not render: spec.chart.spec.interval"},
		{name: "another value in an old version", status: ready,
			edits: []string{"spec/values/replicas", "3", "apiVersion", `"helm.toolkit.fluxcd.io/v2beta2"`}, want: status.Stale,
			message: "the server does not have what the document renders: spec.values.replicas; it was read as " +
				"helm.toolkit.fluxcd.io/v2beta2, and not as helm.toolkit.fluxcd.io/v2"},
		{name: "an old version", status: ready, edits: []string{"apiVersion", `"helm.toolkit.fluxcd.io/v2beta1"`},
			want: status.Ready, reason: "Done", message: "done"},
		{name: "suspended by hand", status: ready, edits: []string{"spec/suspend", "true"}, want: status.Suspended,
			message: "somebody suspended it, and the document does not"},
		{name: "resumed with false", status: ready, edits: []string{"spec/suspend", "false"}, want: status.Ready,
			reason: "Done", message: "done"},
	} {
		t.Run(c.name, func(t *testing.T) {
			result := renderText(t, shop, render.Options{})
			var observed status.Observed
			observe(t, &observed, "", onServer(t, result.Objects[0], c.status, c.edits...),
				onServer(t, result.Objects[1], ready))
			app := status.Summarize(result, observed).Applications[0]
			o := app.Clusters[0].Objects[0]
			assert.Equal(t, o.State, c.want)
			assert.Equal(t, o.Reason, c.reason)
			assert.Equal(t, o.Message, c.message)
			assert.Equal(t, app.Clusters[0].State, c.want)
			assert.Equal(t, app.Clusters[1].State, status.Ready)
			assert.Equal(t, app.Total, 2)
			assert.Equal(t, app.IsReady(), c.want == status.Ready)
		})
	}
}

// TestWithoutConditions checks objects into which no controller writes conditions: they are ready where they are as
// rendered.
func TestWithoutConditions(t *testing.T) {
	documents := strings.NewReplacer("sourceRef: {kind: HelmRepository, name: charts}",
		"helmRepository: {type: oci, url: oci://example.com/charts}", "spec:\n", `spec:
  tenancy: {serviceAccount: deployer, role: {rules: [{apiGroups: [apps], resources: [deployments], verbs: [get]}]}}
  notification:
    providers: [{name: chat, spec: {type: slack, channel: shop, secretRef: {name: chat}}}]
    alerts: [{name: shop, spec: {providerRef: {name: chat}}}]
`).Replace(shop)
	result := renderText(t, documents, render.Options{})
	var observed, changed status.Observed
	for _, o := range result.Objects {
		if strings.HasPrefix(o.Kind(), "HelmRelease") {
			observe(t, &observed, "", onServer(t, o, ready))
			observe(t, &changed, "", onServer(t, o, ready))
			continue
		}
		observe(t, &observed, "", onServer(t, o, "null"))
		observe(t, &changed, "", onServer(t, o, "null", "spec/address", `"https://example.com"`, "rules", "[]", "roleRef",
			"{}"))
	}
	ofAll := func(o status.Observed) (found []string) {
		for _, object := range status.Summarize(result, o).Applications[0].Shared {
			found = append(found, object.Kind+" "+string(object.State))
		}
		return found
	}
	assert.DeepEqual(t, ofAll(observed), []string(nil))
	assert.DeepEqual(t, ofAll(changed),
		[]string{"Role stale", "RoleBinding stale", "Provider stale", "Alert stale", "HelmRepository stale"})
}
