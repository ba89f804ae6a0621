package final_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/worker"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
)

// works is the argument with which this program makes final objects, with small limits.
const works = "work"

var small = worker.Limits{Time: 5 * time.Second, Memory: 400 << 20}

// answerTo runs pairs, with this program as the process that makes final objects.
func answerTo(t *testing.T, pairs ...stream.Pair) stream.Answer {
	t.Helper()
	var in, out bytes.Buffer
	encoder := json.NewEncoder(&in)
	assert.NilError(t, encoder.Encode(stream.Request{Version: stream.Version, Format: "text"}))
	for _, p := range pairs {
		assert.NilError(t, encoder.Encode(p))
	}
	own, err := os.Executable()
	assert.NilError(t, err)
	assert.NilError(t, worker.Supervise(in.Bytes(), &out, io.Discard, own, works))
	var a stream.Answer
	assert.NilError(t, json.Unmarshal(out.Bytes(), &a))
	return a
}

// newRelease is a new release of a chart, with its name as that of the application, at line 1 of a file of that name.
func newRelease(name, chart string) stream.Pair {
	return stream.Pair{Application: "apps/" + name, Cluster: "lab", At: stream.Place{File: name, Line: 1, Column: 1},
		After: &stream.Side{Path: chart, Object: fmt.Appendf(nil, `{"apiVersion": "helm.toolkit.fluxcd.io/v2",
			"kind": "HelmRelease", "metadata": {"name": %q, "namespace": "apps"}, "spec": {"values": {"count": 3}}}`, name)}}
}

// writeChart writes a chart with one template and returns its folder.
func writeChart(t *testing.T, name, template string) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), name)
	assert.NilError(t, os.MkdirAll(filepath.Join(folder, "templates"), 0o755))
	for file, text := range map[string]string{"Chart.yaml": "apiVersion: v2\nname: " + name + "\nversion: 1.0.0\n",
		"templates/all.yaml": template} {
		assert.NilError(t, os.WriteFile(filepath.Join(folder, filepath.FromSlash(file)), []byte(text), 0o644))
	}
	return folder
}

const configMap = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: {{ .Release.Name }}}\n"

// A chart that never ends, or that takes all memory, is a finding about its release, and the others are rendered.
func TestHostileTemplates(t *testing.T) {
	t.Parallel()
	for _, test := range []struct{ name, template, want string }{
		{"endless-include", `{{ define "a" }}{{ include "a" . }}{{ end }}{{ include "a" . }}`,
			"hostile/templates/all.yaml:1"},
		{"endless-template", `{{ define "a" }}{{ template "a" . }}{{ end }}{{ template "a" . }}`, ""},
		{"endless-tpl", `{{ tpl (print "{{ tpl .t $ }}") (dict "t" "{{ tpl .t $ }}" "Template" .Template) }}`, ""},
		{"nested-ranges", `{{ range until 1000000 }}{{ range until 1000000 }}{{ end }}{{ end }}`, ""},
		{"doubling", `{{ $s := "0123456789" }}{{ range until 60 }}{{ $s = print $s $s }}{{ end }}{{ $s }}`, ""},
		{"until", `{{ range until 1000000000 }}{{ end }}`, ""},
		{"until-step", `{{ len (untilStep 0 1000000000 1) }}`, ""},
		{"repeat", `{{ repeat 1000000000 "0123456789" | len }}`, ""},
		{"written", `{{ $s := repeat 1000000 "x" }}{{ range until 10000 }}{{ $s }}{{ end }}`, ""},
		{"indent", `{{ repeat 1000000 "x\n" | indent 100000 }}`, ""},
		{"list", `{{ $l := list 1 }}{{ range until 60 }}{{ $l = concat $l $l }}{{ end }}`, ""},
		{"dict", `{{ $d := dict }}{{ $_ := set $d "d" $d }}{{ print $d }}`, ""},
		{"regexp", `{{ regexReplaceAll "x*" (repeat 1000000 "x") (repeat 1000000 "y") | len }}`, ""},
		{"password", `{{ derivePassword 4000000000 "long" "a" "b" "c" }}`, ""},
		{"keys", `{{ range until 1000 }}{{ genPrivateKey "rsa" }}{{ end }}`, ""},
		{"yaml", configMap + laughs(), ""},
		{"deep", `{{ repeat 100000 "[" }}`, ""},
		{"from-json", `{{ repeat 1000000 "[" | fromJsonArray | len }}`, ""},
		{"network", `{{ getHostByName "registry.example.com" | required "no network" }}`, ""},
		{"environment", `{{ env "HOME" }}`, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			begin := time.Now()
			a := answerTo(t, newRelease("first", writeChart(t, "good", configMap)), newRelease("hostile",
				writeChart(t, "hostile", test.template)), newRelease("last", writeChart(t, "good", configMap)))
			assert.Equal(t, len(a.Findings), 1, "%v", a)
			assert.Equal(t, string(a.Findings[0].Code), "FA856")
			assert.Equal(t, a.Findings[0].File, "hostile")
			t.Log(time.Since(begin), a.Findings[0].Detail)
			assert.Assert(t, strings.Contains(a.Findings[0].Detail, test.want))
			assert.Assert(t, strings.Contains(a.Output, "2 objects added"), a.Output)
			assert.Assert(t, time.Since(begin) < 60*time.Second)
		})
	}
}

// laughs is YAML in which each line has ten times what the line before has.
func laughs() string {
	text := "a0: &a0 [1]\n"
	for i := range 12 {
		list := strings.TrimSuffix(strings.Repeat(fmt.Sprintf("*a%d,", i), 10), ",")
		text += fmt.Sprintf("a%d: &a%d [%s]\n", i+1, i+1, list)
	}
	return text
}

// archive writes a chart as a .tgz.
func archive(t *testing.T, files ...*tar.Header) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "hostile-1.0.0.tgz")
	out, err := os.Create(file)
	assert.NilError(t, err)
	packed := gzip.NewWriter(out)
	all := tar.NewWriter(packed)
	text := "apiVersion: v2\nname: hostile\nversion: 1.0.0\n"
	for _, h := range append([]*tar.Header{{Name: "hostile/Chart.yaml", Size: int64(len(text)), Mode: 0o644}}, files...) {
		assert.NilError(t, all.WriteHeader(h))
		if h.Name == "hostile/Chart.yaml" {
			_, err = io.WriteString(all, text)
		} else {
			_, err = io.CopyN(all, zeros{}, h.Size)
		}
		assert.NilError(t, err)
	}
	assert.NilError(t, all.Close())
	assert.NilError(t, packed.Close())
	assert.NilError(t, out.Close())
	return file
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// An archive that is no chart, or that is far larger than it looks, is a finding.
func TestHostileArchives(t *testing.T) {
	t.Parallel()
	text := filepath.Join(t.TempDir(), "text.tgz")
	assert.NilError(t, os.WriteFile(text, []byte("hello"), 0o644))
	for name, file := range map[string]string{
		"bomb":    archive(t, &tar.Header{Name: "hostile/files/zeros", Size: 1 << 30, Mode: 0o644}),
		"outside": archive(t, &tar.Header{Name: "hostile/../../outside", Size: 1, Mode: 0o644}),
		"text":    text,
		"absent":  filepath.Join(t.TempDir(), "absent.tgz"),
	} {
		a := answerTo(t, newRelease("hostile", file), newRelease("last", writeChart(t, "good", configMap)))
		assert.Equal(t, len(a.Findings), 1, "%s %v", name, a)
		t.Log(name, a.Findings[0].Detail)
		assert.Equal(t, string(a.Findings[0].Code), "FA856")
		assert.Equal(t, a.Findings[0].File, "hostile")
	}
}

// A chart reads no file outside of the folder of --charts: fluxapp refuses links that lead out, to folders or devices.
func TestHostileLinks(t *testing.T) {
	t.Parallel()
	outside := t.TempDir()
	assert.NilError(t, os.WriteFile(filepath.Join(outside, "secret"), []byte("s3cret"), 0o644))
	for _, to := range []string{outside, filepath.Join(outside, "secret"), "/dev/zero", "..", "/"} {
		chart := writeChart(t, "hostile", configMap+
			`data: {a: {{ .Files.Get "link" | quote }}, b: {{ .Files.Get "link/secret" | quote }}}`)
		if err := os.Symlink(to, filepath.Join(chart, "link")); err != nil {
			t.Skip(err)
		}
		folder := t.TempDir()
		fleet, err := os.ReadFile(filepath.Join("testdata", "planted", "after", "fleet.yaml"))
		assert.NilError(t, err)
		hostile := fmt.Sprintf(application, "hostile", "1.0.0", "hostile", "none", "count: 3")
		hostile = strings.Replace(hostile, "chart: fields", "chart: hostile", 1)
		for name, text := range map[string]string{"fleet.yaml": string(fleet), "hostile.yaml": hostile} {
			assert.NilError(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o644))
		}
		r := runIn(t, folder, "", "fluxapp-final", "render", ".", "--charts", filepath.Dir(chart))
		assert.Assert(t, !strings.Contains(r.out+r.err, "s3cret"))
		assert.Assert(t, strings.Contains(r.err, "link"), r.out+r.err)
		t.Log(to, r.out, r.err)
	}
}
