package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// fakeFinal is the variable of the environment that tells what a fake fluxapp-final does.
const fakeFinal = "FLUXAPP_FAKE_FINAL"

// playFinal is the main function of the fake. It keeps what it reads in a file beside it.
func playFinal(plays string) {
	answer := streamAnswer{Version: change.FinalVersion, Output: "final objects\n"}
	switch plays {
	case "early": // reads nothing
		answer.Version = 7
	case "dies":
		fmt.Fprintln(os.Stderr, "starting\nfluxapp-final: chart web: out of memory")
		os.Exit(3)
	default:
		folder := filepath.Dir(os.Args[0])
		in, _ := io.ReadAll(os.Stdin)
		_ = os.WriteFile(filepath.Join(folder, "stream"), in, 0o600)
		if text, err := os.ReadFile(filepath.Join(folder, "answer")); err == nil {
			_, _ = os.Stdout.Write(text)
			return
		}
	}
	switch plays {
	case "silent":
		return
	case "huge":
		answer.Output = strings.Repeat("final objects, and more of them\n", 1<<20)
	case "slow":
		time.Sleep(300 * time.Millisecond)
	}
	_ = json.NewEncoder(os.Stdout).Encode(answer)
}

// withFinal puts a fake fluxapp-final on the PATH, and returns the names of the files that it reads and writes.
func withFinal(t *testing.T, plays string) (answer, read string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("a link to the test binary needs rights on Windows")
	}
	self, err := os.Executable()
	assert.NilError(t, err)
	dir := t.TempDir()
	assert.NilError(t, os.Symlink(self, filepath.Join(dir, finalProgram)))
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv(fakeFinal, plays)
	return filepath.Join(dir, "answer"), filepath.Join(dir, "stream")
}

// finalFleet is a chart, and documents before and after a change: web has another value, lost goes and is kept, gone
// goes, and new is new. The chart of other is not at hand.
func finalFleet(test *testing.T) testFolder {
	document := func(size, others string) string {
		return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: apps}
spec:
  source: {helmRepository: {url: https://charts.example.com, interval: 1h}}
  clusters:
  - {name: one, kubeConfig: {secretRef: {name: one}}}
  - {name: two, kubeConfig: {secretRef: {name: two}}}
  config:
    defaults:
      interval: 1h
    helmRelease:
      chart: {chart: web, version: 1.4.0}
      deploy:
      - destination: {clusterSelector: {}}
        name: web-$(cluster.name)
        values: {size: ` + size + `, password: hunter2hunter2}
      - destination: {clusterSelector: {}}
        name: same-$(cluster.name)
` + others
	}
	return inFolder(test,
		"charts/web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.4.0\n",
		"charts/web/values.yaml", "size: 1Gi\npassword: \"\"\n",
		"data.yaml", "key: value\n",
		"before/a.yaml", document("10Gi", "      - {destination: {cluster: one}, name: gone}\n"),
		"after/a.yaml", document("20Gi", "      - {destination: {cluster: two}, name: new, chart: {chart: other, "+
			"version: 2.x}}\n"))
}

// readStream reads back what the fake has read.
func readStream(t *testing.T, text string) (request streamRequest, pairs []streamPair) {
	t.Helper()
	lines := bufio.NewScanner(strings.NewReader(text))
	lines.Buffer(nil, 1<<24)
	for i := 0; lines.Scan(); i++ {
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.DisallowUnknownFields()
		if i == 0 {
			assert.NilError(t, decoder.Decode(&request))
			continue
		}
		var p streamPair
		assert.NilError(t, decoder.Decode(&p))
		pairs = append(pairs, p)
	}
	return request, pairs
}

// nameOfPair returns what a pair is about in a word: the name of its object, and what the sides have.
func nameOfPair(p streamPair) string {
	var o struct{ Metadata struct{ Name string } }
	sides := ""
	for name, side := range map[string]*streamSide{"before": p.Before, "after": p.After} {
		if side != nil {
			_ = json.Unmarshal(side.Object, &o)
			sides += " " + name
		}
	}
	switch {
	case p.Same:
		return o.Metadata.Name + " same"
	case p.Before != nil && p.After != nil:
		return o.Metadata.Name + " both"
	}
	return o.Metadata.Name + sides
}

// TestFinalStream reads back the lines that fluxapp-final gets: the request, and each release once.
func TestFinalStream(test *testing.T) {
	_, read := withFinal(test, "answers")
	t := finalFleet(test)
	out, errs, code := fluxapp(t, "", "diff", "before", "after", "--final", "--charts", "charts", "--kube-version",
		"1.33.0", "--api-versions", "a/v1,b/v1", "--api-versions", "c/v1", "--values-from",
		"Secret/apps/web=data.yaml", "--follow")
	assert.Equal(t, errs, "")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.HasSuffix(out, "\n\nfinal objects\n"), out)
	request, pairs := readStream(test, readSource(t, read))
	assert.DeepEqual(t, request, streamRequest{Version: change.FinalVersion, Format: "text", KubeVersion: "1.33.0",
		APIVersions: []string{"a/v1", "b/v1", "c/v1"}, ValuesFrom: map[string]string{"Secret/apps/web": "data.yaml"},
		Follow: true, Charts: []streamCharts{{Path: "charts"}}})
	var all []string
	for _, p := range pairs {
		all = append(all, p.Cluster+": "+nameOfPair(p))
	}
	assert.DeepEqual(t, all, []string{"one: gone before", "one: web-one both", "two: new after", "two: web-two both",
		"one: same-one same", "two: same-two same"})

	web := pairs[1]
	assert.Assert(t, strings.Contains(string(web.Before.Object), `"size":"10Gi"`), string(web.Before.Object))
	assert.Assert(t, strings.Contains(string(web.After.Object), `"size":"20Gi"`), string(web.After.Object))
	web.Before.Object, web.After.Object = nil, nil
	at := func(line, column int, layer string) streamPlace {
		return streamPlace{File: "after/a.yaml", Line: line, Column: column, Layer: layer}
	}
	assert.DeepEqual(t, web, streamPair{Application: "apps/a", Cluster: "one", At: at(15, 9, ""),
		Chart: at(13, 36, "chart"), Before: &streamSide{Path: "charts/web"}, After: &streamSide{Path: "charts/web"},
		Fields: []streamField{{Keys: []string{"spec", "values", "size"}, At: at(17, 24, "entry")}}})
	assert.Equal(t, pairs[2].After.Unknown, "chart other 2.x is not at hand; bring it with `helm pull other --repo "+
		"https://charts.example.com --version 2.x -d charts/`")
}

// TestFinalKustomization gives the checkout of the source of a Kustomization, and the chart of one in a checkout.
func TestFinalKustomization(test *testing.T) {
	_, read := withFinal(test, "answers")
	document := func(name, config string) string {
		return `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: ` + name + `, namespace: apps}
spec:
  source: {gitRepository: {url: https://git.example.com/shop.git, interval: 1h, ref: {branch: main}}}
  config:
    defaults: {interval: 1h}
` + config
	}
	const kustomization = "    kustomization: [{destination: {}, path: ./PATH, prune: true}]\n"
	const release = "    helmRelease:\n      chart: {chart: ./web, valuesFiles: [web/more.yaml]}\n" +
		"      deploy: [{destination: {}}]\n"
	t := inFolder(test, "before.yaml", document("a", strings.Replace(kustomization, "PATH", "a", 1))+
		"---\n"+document("b", release), "after.yaml", document("a", strings.Replace(kustomization, "PATH", "b", 1))+
		"---\n"+document("b", release),
		"shop/web/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.4.0\n", "shop/web/values.yaml", "a: 1\n",
		"shop/web/more.yaml", "a: 2\n", "shop/b/x.yaml", "")
	_, errs, _ := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--final", "--charts",
		"https://git.example.com/shop=shop")
	assert.Equal(t, errs, "")
	_, pairs := readStream(test, readSource(t, read))
	assert.Equal(t, len(pairs), 2)
	assert.Equal(t, nameOfPair(pairs[0]), "a both")
	assert.Equal(t, pairs[0].Cluster, "hub")
	assert.Equal(t, pairs[0].After.Path, "shop")
	pairs[1].After.Object = nil
	assert.DeepEqual(t, pairs[1].After, &streamSide{Path: "shop/web", Root: "shop",
		ValuesFiles: []string{"web/more.yaml"}})

	_, _, _ = fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--final")
	_, pairs = readStream(test, readSource(t, read))
	assert.Equal(t, pairs[0].After.Unknown, "the GitRepository https://git.example.com/shop.git is not at hand; name its "+
		"checkout, as https://git.example.com/shop.git=PATH")
	assert.Equal(t, pairs[1].After.Unknown, "chart ./web lies in the GitRepository https://git.example.com/shop.git, "+
		"which is not at hand; name its checkout, as https://git.example.com/shop.git=PATH")
}

// TestFinalSource sends both sides of a release whose source alone has changed.
func TestFinalSource(test *testing.T) {
	_, read := withFinal(test, "answers")
	document := `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: a, namespace: apps}
spec:
  source: {ociRepository: {url: oci://charts.example.com/web, interval: 1h, ref: {tag: VERSION}}}
  config:
    defaults: {interval: 1h}
    helmRelease:
      deploy:
      - {destination: {}}
`
	t := inFolder(test, "before.yaml", strings.Replace(document, "VERSION", "1.4.0", 1),
		"after.yaml", strings.Replace(document, "VERSION", "1.5.0", 1),
		"charts/old/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.4.0\n",
		"charts/new/Chart.yaml", "apiVersion: v2\nname: web\nversion: 1.5.0\n")
	_, errs, _ := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--final", "--charts", "charts")
	assert.Equal(t, errs, "")
	_, pairs := readStream(test, readSource(t, read))
	assert.Equal(t, len(pairs), 1)
	assert.Equal(t, pairs[0].Before.Path, "charts/old")
	assert.Equal(t, pairs[0].After.Path, "charts/new")
	assert.DeepEqual(t, pairs[0].Chart, streamPlace{File: "after.yaml", Line: 5, Column: 88, Layer: "source"})
}

// TestFinalRendered compares with rendered files: their charts are found by their sources there.
func TestFinalRendered(test *testing.T) {
	_, read := withFinal(test, "answers")
	t := finalFleet(test)
	good(t, "render", "-q", "before", "-o", "dir=deploy", "--ignore", "FA528")
	_, errs, _ := fluxapp(t, "", "diff", "--rendered", "deploy", "before", "-q", "--ignore", "FA528", "--final",
		"--charts", "charts")
	assert.Equal(t, errs, "")
	_, pairs := readStream(test, readSource(t, read))
	for _, p := range pairs {
		assert.Check(t, p.Same && p.After.Path == "charts/web", nameOfPair(p))
	}
	assert.Equal(t, len(pairs), 5)
	_, _, _ = fluxapp(t, "", "diff", "--rendered", "deploy", "after", "--final", "--charts", "charts")
	_, pairs = readStream(test, readSource(t, read))
	assert.Equal(t, nameOfPair(pairs[1]), "web-one both")
	assert.Equal(t, pairs[1].Before.Path, "charts/web")
	assert.DeepEqual(t, pairs[1].Fields[0].Keys, []string{"spec", "values", "size"})
}

// TestFinalRender writes the stream of all objects, or of some, for the other direction.
func TestFinalRender(test *testing.T) {
	test.Parallel()
	t := finalFleet(test)
	out := good(t, "render", "after", "-o", "final", "--ignore", "FA528,FA924", "-q", "--charts", "charts", "--cluster",
		"two", "--application", "a", "--kube-version", "1.33")
	request, pairs := readStream(test, out)
	assert.DeepEqual(t, request, streamRequest{Version: change.FinalVersion, Format: "yaml", KubeVersion: "1.33"})
	var all []string
	for _, p := range pairs {
		all = append(all, p.Cluster+": "+nameOfPair(p))
	}
	assert.DeepEqual(t, all, []string{"two: new after", "two: same-two after", "two: web-two after"})
	assert.Equal(t, pairs[1].After.Path, "charts/web")
}

// TestFinalProgram is wrong with the program itself.
func TestFinalProgram(test *testing.T) {
	diff := []string{"diff", "before", "after", "--final"}
	for _, c := range []struct{ plays, want string }{
		{"dies", "chart web: out of memory"},
		{"silent", "gives no answer: unexpected end of JSON input"},
		{"early", "writes version 7 of the stream, and fluxapp (devel) reads version 1; get it with `go install " +
			"github.com/fluxapp-dev/fluxapp/render/final/cmd/fluxapp-final@latest`, or from the release"},
	} {
		test.Run(c.plays, func(test *testing.T) {
			withFinal(test, c.plays)
			t := finalFleet(test)
			out, errs, code := fluxapp(t, "", diff...)
			assert.Assert(t, strings.HasSuffix(errs, c.want+"\n") && strings.Count(errs, "\n") == 1, errs)
			assert.Equal(t, out, "")
			assert.Equal(t, code, exitCommand)
		})
	}
	test.Run("absent", func(test *testing.T) {
		test.Setenv("PATH", test.TempDir())
		_, errs, code := fluxapp(finalFleet(test), "", diff...)
		assert.Equal(test, errs, "fluxapp: there is no program fluxapp-final beside fluxapp and none on the PATH; get it "+
			"with `go install github.com/fluxapp-dev/fluxapp/render/final/cmd/fluxapp-final@latest`, or from the release\n")
		assert.Equal(test, code, exitCommand)
	})
	for _, plays := range []string{"huge", "slow"} {
		test.Run(plays, func(test *testing.T) {
			withFinal(test, plays)
			out, errs, code := fluxapp(finalFleet(test), "", diff...)
			assert.Equal(test, errs, "")
			assert.Equal(test, code, exitDocuments)
			assert.Assert(test, strings.HasSuffix(out, "\nfinal objects\n") || len(out) > 1<<25)
		})
	}
}

// withoutFinal are command lines that never run the program, in the folder of finalFleet.
var withoutFinal = [][]string{
	{"diff", "before", "after", "--charts", "charts"}, {"render", "after"}, {"check", "after"},
	{"render", "after", "-o", "final"}, {"report", "after", "--base", "before", "-o", "-"}, {"graph", "after"},
	{"explain", "after", "apps/a"}, {"version"}, {},
}

// TestFinalUnused runs no program without --final.
func TestFinalUnused(test *testing.T) {
	_, read := withFinal(test, "answers")
	t := finalFleet(test)
	for _, args := range withoutFinal {
		_, _, _ = fluxapp(t, "", args...)
		_, err := os.Stat(read)
		assert.Assert(t, os.IsNotExist(err), "%v", args)
	}
}

// TestFinalFlags refuses flags without --final, and values that are none.
func TestFinalFlags(test *testing.T) {
	test.Parallel()
	t := finalFleet(test)
	for flags, want := range map[string]string{
		"--images":                           "--images needs --final",
		"--follow":                           "--follow needs --final",
		"--kube-version=1.33.0":              "--kube-version needs --final",
		"--api-versions=a/v1":                "--api-versions needs --final",
		"--values-from=Secret/a/b=data.yaml": "--values-from needs --final",
		"--final --values-from=Secret/a=data.yaml": "--values-from Secret/a=data.yaml: write " +
			"ConfigMap/NAMESPACE/NAME=FILE or Secret/NAMESPACE/NAME=FILE, with a file that exists",
		"--final --values-from=Secret/a/b=gone": "--values-from Secret/a/b=gone: write ConfigMap/NAMESPACE/NAME=FILE or " +
			"Secret/NAMESPACE/NAME=FILE, with a file that exists",
	} {
		for _, command := range []string{"diff before after ", "report after --base before -o - "} {
			_, errs, code := fluxapp(t, "", strings.Fields(command+flags)...)
			assert.Equal(t, errs, "fluxapp: "+want+"\n")
			assert.Equal(t, code, exitCommand)
		}
	}
	_, errs, _ := fluxapp(t, "", "report", "after", "--final", "-o", "-")
	assert.Equal(t, errs, "fluxapp: --final needs --base: it shows what changes of the final objects\n")
}

// answers writes what the fake answers.
func answers(t *testing.T, file string, a streamAnswer) {
	t.Helper()
	a.Version = change.FinalVersion
	text, err := json.Marshal(a)
	assert.NilError(t, err)
	assert.NilError(t, os.WriteFile(file, text, 0o600))
}

var someFindings = finding.Findings{
	{File: "after/a.yaml", Line: 16, Column: 24, Severity: "error", Code: "FA851",
		Detail: "StatefulSet web/data: the API server refuses to change spec.volumeClaimTemplates: " +
			"each upgrade changes the other objects and fails, and Flux leaves it so (on one, " +
			"two); keep the field; or delete the StatefulSet with --cascade=orphan just before, " +
			"and resize the claims by hand"},
	{File: "after/a.yaml", Line: 16, Column: 24, Severity: "warning", Code: "FA852",
		Detail: "PersistentVolumeClaim web/data: the claim goes, and its data with it, unless the " +
			"volume is retained (on one, two); to keep it, annotate it with " +
			"helm.sh/resource-policy: keep in a change before this one"},
	{File: "after/a.yaml", Line: 12, Column: 14, Severity: "warning", Code: "FA853",
		Detail: "CustomResourceDefinition webs.example.com: version v1alpha1 is no longer served, and " +
			"what still writes or reads it fails (on one, two); change that before"},
	{File: "after/a.yaml", Line: 14, Column: 9, Severity: "error", Code: "FA854",
		Detail: "ConfigMap web/web is of HelmRelease web-$(cluster.name) and of HelmRelease " +
			"same-$(cluster.name), and each undoes what the other does (on one, two); take it out " +
			"of one of them"},
	{File: "after/a.yaml", Line: 12, Column: 14, Severity: "error", Code: "FA855",
		Detail: "PodDisruptionBudget web/web: Kubernetes 1.33 does not serve policy/v1beta1 " +
			"PodDisruptionBudget (on one, two); write policy/v1"},
	{File: "after/a.yaml", Line: 12, Column: 14, Severity: "error", Code: "FA856",
		Detail: "HelmRelease web-$(cluster.name): it fails: templates/deployment.yaml:3: image is " +
			"required (on one, two); set the value"},
	{File: "after/a.yaml", Line: 14, Column: 9, Severity: "info", Code: "FA857",
		Detail: "HelmRelease web-$(cluster.name): Secret apps/web of valuesFrom is not given; give " +
			"its file with --values-from Secret/apps/web=FILE"},
}

// TestFinalFindings prints what comes back as findings of the run.
func TestFinalFindings(test *testing.T) {
	answer, _ := withFinal(test, "answers")
	t := finalFleet(test)
	answers(test, answer, streamAnswer{Output: "final: hunter2hunter2\n", Differs: true, Findings: someFindings})
	out, errs, code := fluxapp(t, "", "diff", "before", "after", "--final", "--ignore", "FA853")
	assert.Equal(t, errs, "after/a.yaml:16:24: StatefulSet web/data: the API server refuses to change "+
		"spec.volumeClaimTemplates: each upgrade changes the other objects and fails, and "+
		"Flux leaves it so (on one, two); keep the field; or delete the StatefulSet with "+
		"--cascade=orphan just before, and resize the claims by hand [FA851]\n"+
		"after/a.yaml:16:24: warning: PersistentVolumeClaim web/data: the claim goes, and its "+
		"data with it, unless the volume is retained (on one, two); to keep it, annotate it "+
		"with helm.sh/resource-policy: keep in a change before this one [FA852]\n"+
		"after/a.yaml:14:9: ConfigMap web/web is of HelmRelease web-$(cluster.name) and of "+
		"HelmRelease same-$(cluster.name), and each undoes what the other does (on one, two); "+
		"take it out of one of them [FA854]\n"+
		"after/a.yaml:12:14: PodDisruptionBudget web/web: Kubernetes 1.33 does not serve "+
		"policy/v1beta1 PodDisruptionBudget (on one, two); write policy/v1 [FA855]\n"+
		"after/a.yaml:12:14: HelmRelease web-$(cluster.name): it fails: "+
		"templates/deployment.yaml:3: image is required (on one, two); set the value "+
		"[FA856]\n"+
		"after/a.yaml:14:9: info: HelmRelease web-$(cluster.name): Secret apps/web of "+
		"valuesFrom is not given; give its file with --values-from Secret/apps/web=FILE "+
		"[FA857]\n"+
		"ignored 1 finding: FA853 (1)\n")
	assert.Equal(t, code, exitCommand)
	assert.Assert(t, strings.HasSuffix(out, "\n\nfinal: (hidden)\n"), out)

	answers(test, answer, streamAnswer{Output: "x\n", Differs: true, Findings: someFindings[1:3]})
	_, errs, code = fluxapp(t, "", "diff", "before", "before", "--final")
	assert.Equal(t, errs, "after/a.yaml:16:24: warning: PersistentVolumeClaim web/data: the claim goes, and its "+
		"data with it, unless the volume is retained (on one, two); to keep it, annotate it "+
		"with helm.sh/resource-policy: keep in a change before this one [FA852]\n"+
		"after/a.yaml:12:14: warning: CustomResourceDefinition webs.example.com: version "+
		"v1alpha1 is no longer served, and what still writes or reads it fails (on one, two); "+
		"change that before [FA853]\n")
	assert.Equal(t, code, exitDocuments) // final objects alone differ
}

// TestFinalFormats has the output of each format below the changes.
func TestFinalFormats(test *testing.T) {
	answer, read := withFinal(test, "answers")
	t := finalFleet(test)
	answers(test, answer, streamAnswer{Output: "#### final objects\n"})
	out, _, _ := fluxapp(t, "", "diff", "before", "after", "--final", "-o", "markdown")
	assert.Assert(t, strings.HasSuffix(out, "\n\n#### final objects\n"), out)
	answers(test, answer, streamAnswer{Output: "{\"groups\":[\n1]}\n"})
	out, _, _ = fluxapp(t, "", "diff", "before", "after", "--final", "-o", "json", "--images")
	assert.Assert(t, strings.HasSuffix(out, "],\n\"final\":{\"groups\":[\n1]}\n}\n"), out)
	assert.Assert(t, json.Valid([]byte(out)))
	request, _ := readStream(test, readSource(t, read))
	assert.DeepEqual(t, request, streamRequest{Version: change.FinalVersion, Format: "json", Images: true})
}

// TestFinalLimits holds the limits of final objects, until their digest acknowledges the change.
func TestFinalLimits(test *testing.T) {
	answer, _ := withFinal(test, "answers")
	t := finalFleet(test)
	put(t, "after/fluxapp.yaml", renderConfig+"  limits: {final: {maxDeleted: 1}}\n")
	answers(test, answer, streamAnswer{Output: "x\n", Deleted: []streamDeletion{
		{Application: "apps/a", Cluster: "two", Kind: "PersistentVolumeClaim", Names: []string{"web/data"}},
		{Application: "apps/a", Cluster: "one", Kind: "PersistentVolumeClaim", Names: []string{"web/data"}}}})
	out, _, code := fluxapp(t, "", "diff", "before", "after", "--final")
	_, rest, _ := strings.Cut(out, "\n\n")
	got, _, _ := strings.Cut(rest, "\n")
	digest := strings.Split(got, "--acknowledge ")[1][:16]
	assert.Equal(t, strings.ReplaceAll(got, digest, "DIGEST"), "after/fluxapp.yaml:5:32: spec.limits.final.maxDeleted: "+
		"this change deletes final objects on 2 of 2 clusters of all applications (one, two), and the limit allows 1; "+
		"Flux deletes PersistentVolumeClaim web/data; if intended, write --acknowledge DIGEST, or acknowledge in a "+
		"RenderConfig [FA609]")
	assert.Equal(t, code, exitCommand)
	_, _, code = fluxapp(t, "", "diff", "before", "after", "--final", "--acknowledge", digest)
	assert.Equal(t, code, exitDocuments)
	_, _, code = fluxapp(t, "", "diff", "before", "after")
	assert.Equal(t, code, exitDocuments) // which makes no final objects
	_, errs, _ := fluxapp(t, "", "check", "after", "-q=false")
	assert.Assert(t, strings.Contains(errs, "after/fluxapp.yaml:5:12: info: spec.limits.final: only fluxapp diff --final "+
		"and fluxapp report --final hold limits.final; run one of them in the pipeline [FA929]\n"), errs)
}

// TestFinalReport has the text on the page, and the findings.
func TestFinalReport(test *testing.T) {
	answer, _ := withFinal(test, "answers")
	t := finalFleet(test)
	answers(test, answer, streamAnswer{Output: "final <objects>\n", Findings: someFindings[1:2]})
	out, _, code := fluxapp(t, "", "report", "after", "--base", "before", "--final", "-o", "-")
	assert.Equal(t, code, exitGood)
	assert.Assert(t, strings.Contains(out, "\n\nfinal &lt;objects&gt;\n</pre>"))
	assert.Assert(t, strings.Contains(out, "<td>FA852</td>"))
	answers(test, answer, streamAnswer{Output: "x\n", Findings: someFindings[:1]})
	out, _, code = fluxapp(t, "", "report", "after", "--base", "before", "--final", "-o", "-")
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(out, "<td>FA851</td>"))
}

// TestFinalLists names a value in a list by the list, with the place of what sets it on each cluster, and writes the
// same stream each time.
func TestFinalLists(test *testing.T) {
	_, read := withFinal(test, "answers")
	document := `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: logs, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: lab, labels: {stage: test}, kubeConfig: {secretRef: {name: lab}}}
  - {name: oslo, kubeConfig: {secretRef: {name: oslo}}}
  config:
    helmRelease:
      chart: {chart: logs, version: 0.80.6}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 1h
        values: {store: {enabled: true, claims: [{name: data, size: SIZE, class: fast}, {name: wal, size: SIZE}]}}
    overrides:
    - clusterSelector: {matchLabels: {stage: test}}
      values: {store: {enabled: false}}
`
	t := inFolder(test, "before.yaml", strings.ReplaceAll(document, "SIZE", "10Gi"),
		"after.yaml", strings.ReplaceAll(document, "SIZE", "20Gi"))
	_, errs, _ := fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--final")
	assert.Equal(t, errs, "")
	first := readSource(t, read)
	_, pairs := readStream(test, first)
	assert.Equal(t, len(pairs), 2)
	for i, p := range pairs {
		assert.Equal(t, p.Cluster, []string{"lab", "oslo"}[i])
		assert.DeepEqual(t, p.Fields, []streamField{{Keys: []string{"spec", "values", "store", "claims"},
			At: streamPlace{File: "after.yaml", Line: 15, Column: 49, Layer: "entry"}}})
		assert.Equal(t, p.After.Unknown, "chart logs 0.80.6 is not at hand; bring it with `helm pull logs --repo URL "+
			"--version 0.80.6 -d charts/`")
	}
	_, _, _ = fluxapp(t, "", "diff", "before.yaml", "after.yaml", "--final")
	assert.Equal(t, cmp.Diff(first, readSource(t, read)), "")
}
