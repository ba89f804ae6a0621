package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// staged is an application with a layer for each of three stages. Its versions are 1.3.0, 1.2.0 and 1.1.0.
const staged = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, labels: {stage: test}, kubeConfig: {secretRef: {name: berlin}}}
  - {name: oslo, labels: {stage: staging}, kubeConfig: {secretRef: {name: oslo}}}
  - {name: tokyo, labels: {stage: production}, kubeConfig: {secretRef: {name: tokyo}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - {destination: {clusterSelector: {}}, interval: 10m}
    overrides:
    - clusterSelector: {matchLabels: {stage: test}}
      chart: {version: 1.3.0} # first
    - clusterSelector: {matchLabels: {stage: staging}}
      chart: {version: 1.2.0} # ü
    - clusterSelector: {matchLabels: {stage: production}}
      chart: {version: 1.1.0}
`

// stagedDiff is what is told of the promotion from test to staging.
const stagedDiff = `1 application, 1 cluster: 1 object changed; 2 unchanged

changed: HelmRelease apps/shop-oslo of apps/shop on oslo
  spec.chart.spec.version: 1.2.0 → 1.3.0  (app.yaml:19:24, overrides[1])

promote shop: chart.version 1.2.0 → 1.3.0 (stage=test → stage=staging, 1 cluster)
`

var promotedText = strings.Replace(staged, "1.2.0", "1.3.0", 1)

func TestPromote(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", staged)
	out, errs, code := fluxapp(t, "", "promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, promotedText)
	assert.Equal(t, errs, stagedDiff)
	assert.Equal(t, read(t, "app.yaml"), staged)

	out, errs, code = fluxapp(t, staged, "promote", "apps/shop", "-", "--from", "stage=test", "--to", "stage=staging")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, promotedText)
	assert.Equal(t, errs, strings.Replace(stagedDiff, "app.yaml", "<stdin>", 1))

	out, errs, code = fluxapp(t, promotedText, "promote", "shop", "-", "--from", "stage=test", "--to", "stage=staging")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, promotedText)
	assert.Equal(t, errs, "nothing to promote for shop: chart.version is 1.3.0 already (stage=test → stage=staging, 1 "+
		"cluster)\n")
}

// TestPromoteWrite checks that the file of the document is written, with its permissions and behind its link, and no
// other file.
func TestPromoteWrite(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "apps/sub/app.yaml", staged, "apps/other.yaml",
		strings.Replace(staged, "name: shop", "name: other", 1), "apps/notes.yaml", "a: b\n")
	file := filepath.Join(*t.dir, "apps", "sub", "app.yaml")
	assert.NilError(t, os.Chmod(t.path(file), 0o640))
	command := []string{"promote", "shop", "apps", "--from", "stage=test", "--to", "stage=staging", "--write"}
	for range 2 { // the second run finds nothing to change
		before, err := os.Stat(t.path(file))
		assert.NilError(t, err)
		out, errs, code := fluxapp(t, "", command...)
		assert.Equal(t, code, exitGood, errs)
		assert.Equal(t, out, "")
		assert.Equal(t, read(t, file), promotedText)
		info, err := os.Stat(t.path(file))
		assert.NilError(t, err)
		assert.Equal(t, info.Mode().Perm(), os.FileMode(0o640))
		assert.Equal(t, os.SameFile(before, info), strings.HasPrefix(errs, "nothing to promote"), errs)
	}
	put(t, "app.yaml", staged)
	_, errs, code := fluxapp(t, "", "promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging",
		"--write")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, errs, shownRun(t, "promote",
		"fluxapp promote shop app.yaml --from stage=test --to stage=staging --write"))

	left, err := filepath.Glob(t.path("apps/*/*"))
	assert.NilError(t, err)
	hidden, err := filepath.Glob(t.path("apps/sub/.*"))
	assert.NilError(t, err)
	assert.DeepEqual(t, append(left, hidden...), []string{t.path("apps/sub/app.yaml")})

	assert.NilError(t, os.Symlink(file, t.path("link.yaml")))
	put(t, file, staged)
	_, errs, code = fluxapp(t, "", "promote", "shop", "link.yaml", "--from", "stage=test", "--to", "stage=staging",
		"--write")
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, file), promotedText)
	link, err := os.Lstat(t.path("link.yaml"))
	assert.NilError(t, err)
	assert.Assert(t, link.Mode()&os.ModeSymlink != 0)
}

// TestPromotePatch checks that git applies the patch, which has context, and that the file then is as with
// --write, also if fields change far from each other and the last line has no end.
func TestPromotePatch(test *testing.T) {
	test.Parallel()
	crlf := strings.ReplaceAll(staged, "\n", "\r\n")
	t := inFolder(test, "apps/app.yaml", crlf)
	git(t, "init", "-q", "-b", "main")
	apply := func(args ...string) string {
		patch, errs, code := fluxapp(t, "", append(args, "-o", "patch")...)
		assert.Equal(t, code, exitGood, errs)
		put(t, "promote.patch", patch)
		git(t, "apply", "promote.patch")
		return patch
	}
	command := []string{"promote", "shop", "apps", "--from", "stage=test", "--to", "stage=staging"}
	patch := apply(command...)
	assert.Assert(t, strings.Contains(patch, "\n@@ -16,6 +16,6 @@\n") && strings.Contains(patch,
		"\n-      chart: {version: 1.2.0} # ü\r\n+      chart: {version: 1.3.0} # ü\r\n"), patch)
	assert.Equal(t, read(t, "apps/app.yaml"), strings.Replace(crlf, "1.2.0", "1.3.0", 1))
	same, _, _ := fluxapp(t, "", append(command, "-o", "patch")...)
	assert.Equal(t, same, "")

	distant := "values:\n        list:\n" + strings.Repeat("        - {name: a}\n", 12) + "        tag: "
	text := strings.NewReplacer("{version: 1.3.0} # first", "{version: 1.3.0}\n      values: {tag: v3}",
		"{version: 1.2.0} # ü", "{version: 1.2.0}\n      "+distant+"v2").Replace(staged)
	put(t, "apps/app.yaml", strings.TrimSuffix(text, "\n"))
	patch = apply(append(command, "--field", "chart.version", "--field", "values.tag")...)
	assert.Equal(t, strings.Count(patch, "\n@@ "), 2, patch)
	assert.Equal(t, read(t, "apps/app.yaml"), strings.TrimSuffix(strings.NewReplacer("1.2.0", "1.3.0", "v2", "v3").
		Replace(text), "\n"))
}

// TestPromoteFields checks that two fields are promoted together, and that one that is wrong keeps both.
func TestPromoteFields(test *testing.T) {
	test.Parallel()
	text := strings.NewReplacer("{version: 1.3.0} # first", "{version: 1.3.0}\n      values: {image: {tag: v3}}",
		"{version: 1.2.0} # ü", "{version: 1.2.0}\n      values: {image: {tag: v2}}").Replace(staged)
	t := inFolder(test, "app.yaml", text)
	command := []string{"promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging", "--field",
		"chart.version", "--write", "--field"}
	_, errs, code := fluxapp(t, "", append(command, "values.image.digest")...)
	assert.Equal(t, code, exitDocuments, errs)
	assert.Equal(t, read(t, "app.yaml"), text)
	_, errs, code = fluxapp(t, "", append(command, "values.image.tag")...)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, "app.yaml"), strings.NewReplacer("1.2.0", "1.3.0", "v2", "v3").Replace(text))
	assert.Assert(t, strings.HasSuffix(errs, "\npromote shop: chart.version 1.2.0 → 1.3.0, values.image.tag v2 → v3 "+
		"(stage=test → stage=staging, 1 cluster)\n"), errs)
}

// TestPromoteWriteRefused checks that nothing is written where the file is not the one that was read, or where it
// cannot be written.
func TestPromoteWriteRefused(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", staged)
	from, err := promote.ParseSelector("stage=test")
	assert.NilError(t, err)
	to, err := promote.ParseSelector("stage=staging")
	assert.NilError(t, err)
	edit, err := promote.Plan(schema.Parse("app.yaml", []byte(staged)),
		promote.Request{Application: "shop", From: from, To: to})
	assert.NilError(t, err)
	put(t, "app.yaml", staged+"# changed\n")
	o := promoteOptions{options: &options{environment: environment{disk: disk.Disk{Folder: *t.dir}}}}
	o.write = true
	_, err = o.apply(edit)
	assert.Error(t, err, "app.yaml is not the text that was read; run again")
	assert.Equal(t, read(t, "app.yaml"), staged+"# changed\n")

	_, errs, code := fluxapp(t, staged, "promote", "shop", "-", "--from", "stage=test", "--to", "stage=staging", "--write")
	assert.Equal(t, code, exitCommand)
	const needsFile = "fluxapp: --write and -o patch need a file, and the document is from stdin; leave them out, and " +
		"the changed document is printed\n"
	assert.Equal(t, errs, needsFile)
	_, errs, code = fluxapp(t, staged, "promote", "shop", "-", "--from", "stage=test", "--to", "stage=staging",
		"-o", "patch")
	assert.Equal(t, code, exitCommand)
	assert.Equal(t, errs, needsFile)
}

// TestPromoteRefused checks the exit codes of what is not promoted, and that nothing is printed on stdout then.
func TestPromoteRefused(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", staged, "wrong.yaml", strings.Replace(staged, "interval: 10m", "interval: ten", 1),
		"empty.yaml", "a: b\n")
	for _, c := range []struct {
		args string
		code int
		want string
	}{
		{"", exitCommand, "name an application: fluxapp promote APPLICATION"},
		{"shop app.yaml", exitCommand, "name both stages, for example --from stage=test --to stage=staging"},
		{"shop app.yaml --from stage=test", exitCommand, "name both stages"},
		{"shop app.yaml --from stage=test --to stage==test", exitCommand,
			"--from stage=test and --to stage==test are one stage; name two"},
		{"shop app.yaml --from stage>1 --to stage=test", exitCommand,
			`"stage>1" compares numbers, and a clusterSelector cannot; write for example stage=test`},
		{"shop app.yaml --from , --to stage=test", exitCommand, `"," is no label selector`},
		{"shop app.yaml --from= --to stage=test", exitCommand, "the selector is empty; write for example stage=test"},
		{"shop app.yaml --from a=b --to c=d --soak 1h", exitCommand,
			"--soak needs --observed FILE, with what kubectl printed"},
		{"shop app.yaml --from a=b --to c=d --soak soon --observed hub.yaml", exitCommand,
			"it is no duration; write for example 30m or 24h"},
		{"shop app.yaml --from a=b --to c=d --soak 0s --observed hub.yaml", exitCommand, "it is no duration"},
		{"shop app.yaml --from a=b --to c=d --observed hub.yaml --now 2026-11-23T04:00:00Z", exitCommand,
			"--now needs --soak"},
		{"shop app.yaml --from a=b --to c=d --observed hub.yaml --soak 1h --now today", exitCommand,
			"it is no time; write it with its zone"},
		{"shop - --from a=b --to c=d --observed -", exitCommand, "stdin cannot be both the documents and --observed"},
		{"shop app.yaml --from stage=test --to stage=staging --observed nowhere.yaml", exitCommand,
			"there is no file or folder nowhere.yaml"},
		{"shop app.yaml --from stage=test --to stage=staging --observed empty.yaml", exitCommand,
			"empty.yaml has no object of a kind that fluxapp renders; name a file with the output of this command: kubectl get"},
		{"shop app.yaml --from a=b --to stage=test --field cluster", exitCommand,
			"cluster chooses the clusters or the object of a layer"},
		{"shop app.yaml --from a=b --to stage=test --field=", exitCommand, "the field is empty"},
		{"shop nowhere.yaml --from a=b --to stage=test", exitCommand, "there is no file or folder nowhere.yaml"},
		{"shop app.yaml --from a=b --to stage=test", exitDocuments,
			"app.yaml:15:5: spec.config.overrides: no override and no entry has the clusterSelector a=b"},
		{"web app.yaml --from a=b --to stage=test", exitDocuments, `there is no application "web"`},
		{"shop wrong.yaml --from a=b --to stage=test", exitDocuments,
			"wrong.yaml:14:56: spec.config.helmRelease.deploy[0].interval:"},
		{"shop empty.yaml --from a=b --to stage=test", exitDocuments,
			"empty.yaml: there is no FluxApplication; read 1 document without a kind"},
		{"shop app.yaml --from stage=test --to stage=staging --field chart", exitDocuments, "--field chart.version [FA803]"},
	} {
		out, errs, code := fluxapp(t, "", append([]string{"promote"}, strings.Fields(c.args)...)...)
		assert.Equal(t, code, c.code, "%s: %s", c.args, errs)
		assert.Equal(t, out, "")
		assert.Assert(t, strings.Contains(errs, c.want), "%s: %s", c.args, errs)
	}
}

// TestPromoteFindings checks what is printed of the remarks of a promotion, and for programs.
func TestPromoteFindings(test *testing.T) {
	test.Parallel()
	covered := strings.Replace(staged, "interval: 10m", "suspend: false", 1) + "    - cluster: oslo\n" +
		"      chart: {version: 1.2.1}\n"
	limited := strings.Replace(staged, "spec:\n", "spec:\n  limits: {maxChanged: 0}\n", 1)
	t := inFolder(test, "app.yaml", covered, "limited.yaml", limited)
	const warning = "app.yaml:23:24: warning: overrides[3] covers the chart.version of stage=staging on oslo; leave it " +
		"out there, or change it by hand [FA806]\n"
	command := []string{"promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging"}
	_, errs, code := fluxapp(t, "", command...)
	assert.Equal(t, code, exitGood)
	assert.Equal(t, errs, warning+"no change; 3 objects unchanged\n\npromote shop: chart.version 1.2.0 → 1.3.0 "+
		"(stage=test → stage=staging, 0 clusters)\n")

	_, errs, code = fluxapp(t, "", append(command, "--ignore", "FA806")...)
	assert.Equal(t, code, exitGood)
	assert.Assert(t, strings.HasPrefix(errs, "ignored 1 finding: FA806 (1)\nno change;"), errs)

	out, errs, code := fluxapp(t, "", append(command, "--strict")...)
	assert.Equal(t, code, exitDocuments)
	assert.Assert(t, strings.Contains(errs, "[FA504]"), errs) // a warning of the document is an error then
	assert.Equal(t, out, "")

	_, errs, code = fluxapp(t, "", append(command, "--findings", "json")...)
	assert.Equal(t, code, exitGood)
	var found finding.Findings
	assert.NilError(t, json.Unmarshal([]byte(errs), &found), errs)
	assert.Equal(t, found.String()+"\n", warning)

	_, errs, code = fluxapp(t, "", "promote", "shop", "limited.yaml", "--from", "stage=test", "--to", "stage=staging")
	assert.Equal(t, code, exitGood)
	assert.Assert(t, strings.Contains(errs, "[FA602]"), errs) // which the next rendering into a folder exceeds
}

// TestPromoteStatus checks that nothing is promoted from a stage that is not ready, or not for long enough.
func TestPromoteStatus(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", staged)
	ready := func(text, since string) string {
		return strings.Replace(text, "metadata:\n", "metadata:\n  generation: 1\n", 1) + "status: {observedGeneration: 1, " +
			"history: [{chartVersion: 1.3.0}], conditions: [{type: Ready, status: 'True', lastTransitionTime: '" + since +
			"'}]}\n"
	}
	release := strings.SplitAfter(good(t, "app.yaml"), "---\n")[1]
	put(t, "hub.yaml", ready(strings.TrimSuffix(release, "---\n"), "2026-11-22T04:00:00Z"))
	command := []string{"promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging", "--write",
		"--observed", "hub.yaml"}

	_, errs, code := fluxapp(t, "", append(command, "--soak", "24h", "--now", "2026-11-23T03:30:00Z")...)
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "app.yaml:17:24: stage=test has not been ready for 24h on berlin (since "+
		"2026-11-22T04:00:00Z); promote in 30m, at 2026-11-23T04:00:00Z [FA809]\n")
	assert.Equal(t, read(t, "app.yaml"), staged)

	_, errs, code = fluxapp(t, "", append(command, "--soak", "24h", "--now", "2026-11-23T04:00:00Z")...)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, read(t, "app.yaml"), promotedText)
	put(t, "hub.yaml", strings.Replace(read(t, "hub.yaml"), "2026", "2020", 1))
	_, errs, code = fluxapp(t, "", append(command, "--soak", "1h")...) // by the clock
	assert.Equal(t, code, exitGood, errs)

	put(t, "app.yaml", staged)
	_, errs, code = fluxapp(t, read(t, "hub.yaml"), "promote", "shop", "app.yaml", "--from", "stage=staging", "--to",
		"stage=production", "--observed", "-")
	assert.Equal(t, code, exitDocuments)
	assert.Equal(t, errs, "app.yaml:19:24: stage=staging is ready 0/1: missing on oslo (the hub does not have it); "+
		"promote when all are ready [FA808]\n")

	alone := strings.Replace(regexp.MustCompile(`, kubeConfig: .*}}`).ReplaceAllString(staged, "}"), "spec:\n",
		"spec:\n  topology: Standalone\n", 1)
	for _, c := range []struct{ text, file, want string }{
		{staged, "berlin=hub.yaml", "the hub has the objects of all clusters (topology HubAndSpoke); write --observed " +
			"hub.yaml, with the objects of the hub"},
		{alone, "hub.yaml", "each cluster has its own objects (topology Standalone); name the cluster of hub.yaml: " +
			"--observed berlin=hub.yaml"},
	} {
		put(t, "app.yaml", c.text)
		_, errs, code = fluxapp(t, "", "promote", "shop", "app.yaml", "--from", "stage=test", "--to", "stage=staging",
			"--observed", c.file)
		assert.Equal(t, code, exitCommand)
		assert.Equal(t, errs, "fluxapp: "+c.want+"\n")
	}
}

// TestPromotePage promotes with the smallest observed file, which its page shows: with a part less, it is refused.
func TestPromotePage(test *testing.T) {
	test.Parallel()
	_, shown, _ := strings.Cut(helpPage(test, "promote"), "<!-- observed: ")
	command, shown, _ := strings.Cut(shown, " -->\n```yaml\n")
	observed, _, found := strings.Cut(shown, "```\n")
	assert.Assert(test, found)
	t := inFolder(test, "app.yaml", staged, "hub.yaml", observed)
	out, errs, code := fluxapp(t, "", strings.Fields(command)[1:]...)
	assert.Equal(t, code, exitGood, errs)
	assert.Equal(t, out, promotedText)
	put(t, "app.yaml", strings.Replace(staged, "{sourceRef: {kind: HelmRepository, name: charts}}",
		"{name: charts, helmRepository: {url: https://example.com, interval: 1h}}", 1)) // nobody reads it
	_, errs, code = fluxapp(t, "", strings.Fields(command)[1:]...)
	assert.Assert(t, code == exitGood && strings.Contains(errs, "prints them; the promotion does not need them [FA833]\n"),
		errs)
	put(t, "app.yaml", staged)
	for _, part := range []string{", generation: 1", "  interval: 10m\n", "  kubeConfig: {secretRef: {name: berlin}}\n",
		"      version: 1.3.0\n", "  observedGeneration: 1\n", "  history: [{chartVersion: 1.3.0}]\n",
		`, lastTransitionTime: "2026-11-23T08:00:00Z"`} {
		put(t, "hub.yaml", strings.Replace(observed, part, "", 1))
		_, errs, code := fluxapp(t, "", strings.Fields(command)[1:]...)
		assert.Check(t, code == exitDocuments, "without %s: %s", part, errs)
	}
	put(t, "hub.yaml", strings.Replace(observed, "      version", "      interval: 5m\n      version", 1))
	_, errs, _ = fluxapp(t, "", strings.Fields(command)[1:]...)
	assert.Assert(t, strings.Contains(errs, "the server has what the document does not render: spec.chart.spec.interval"),
		errs)
}

func TestPromoteCompletion(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "app.yaml", staged, "other.yaml", app("other", "one"))
	for line, want := range map[string]string{
		"promote ":                                 "other shop :4",
		"promote shop ":                            ":0",
		"promote shop app.yaml --from ":            "stage=test stage=staging stage=production :4",
		"promote apps/shop . --from a=b --to ":     "stage=test stage=staging stage=production :4",
		"promote other . --to ":                    ":4",
		"promote shop --to ":                       "stage=test stage=staging stage=production :4",
		"promote shop app.yaml --from a=b --field": "--field :4",
	} {
		out, _, code := fluxapp(t, "must not be read",
			append([]string{cobra.ShellCompNoDescRequestCmd}, strings.Split(line, " ")...)...)
		assert.Equal(t, code, 0)
		assert.Equal(t, strings.Join(strings.Fields(out), " "), want, line)
	}
}

// TestPromoteBroken expects of documents that cannot be read the place of the error, and not that there is no
// application.
func TestPromoteBroken(test *testing.T) {
	test.Parallel()
	t := inFolder(test, "a.yaml", strings.Replace(app("a", "berlin"), "  config:", "  config: {a: [", 1))
	_, errs, code := fluxapp(t, "", "promote", "a", "a.yaml", "--from", "stage=test", "--to", "stage=prod")
	assert.Equal(t, code, exitDocuments, errs)
	assert.Assert(t, strings.Contains(errs, "[FA001]") && !strings.Contains(errs, "FA009"), errs)
}
