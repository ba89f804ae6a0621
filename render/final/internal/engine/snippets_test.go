package engine

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"gotest.tools/v3/assert"
	"helm.sh/helm/v4/pkg/chart/common"
	chart "helm.sh/helm/v4/pkg/chart/v2"
)

// snippets are what templates do with a text that differs between releases: .Values.n, and .Release.Name.
const snippets = `
{{ .Values.n }}
{{ .Values.n | quote }}
{{ .Values.n | upper | lower | title }}
{{ printf "%s-%s" .Release.Name "web" | trunc 8 | trimSuffix "-" }}
{{ printf "%10s|%.3s|%q" .Values.n .Values.n .Values.n | quote }}
{{ if contains "prod" .Release.Name }}yes{{ else }}no{{ end }}
{{ if eq .Values.n "prod-1" }}one{{ else if ne .Values.n "c" }}other{{ end }}
{{ eq .Values.n .Release.Name }}
{{ lt .Values.n "m" }}
{{ len .Values.n }}
{{ len (printf "%s%s" .Values.n .Values.n) | add 1 }}
{{ .Values.n | b64enc }}
{{ .Values.n | quote | quote }}
x{{ "\n---\nkind: A" }}{{ .Values.n }}
x{{ "\n---\nkind: A\napiVersion: b/" }}{{ .Values.n }}
x{{ "\nmetadata: {annotations: {helm.sh/hook: '" }}{{ .Values.n }}{{ "'}}" }}
{{ $k := printf "k: %s" .Values.n }}{{ $_ := set (fromYaml $k) "x" 1 }}{{ fromYaml $k | toJson | quote }}
{{ toYaml (dict "a" .Values.n) | quote }}
{{ tpl "{{ toYaml (dict .Values.n 1) }}" . | quote }}
{{ dict "a" (printf "%s %s" .Values.n (repeat 14 "four ")) | toYaml | quote }}
{{ dict "a" (printf "four %s%s end" (repeat 14 "four ") .Release.Name) | toYaml | sha256sum | quote }}
{{ mustToYaml (list .Values.n (printf "%s of %s" .Values.n .Release.Name)) | quote }}
{{ .Values.n | quote | sha256sum | quote }}
{{ printf "%q" .Values.n | len }}
{{ urlquery .Values.n }}
{{ html .Values.n | quote }}
{{ js .Values.n .Values.n | quote }}
{{ range $k, $v := dict (randAlpha 3) 1 }}{{ $v }}{{ end }}
{{ .Values.n | b64enc | b64dec | quote }}
{{ .Values.n | sha256sum | trunc 7 | quote }}
{{ .Values.n | adler32sum }}
{{ index (dict "prod-1" 1 "c" 2) .Values.n | default 0 }}
{{ get (dict "prod-1" "x" "c" "y") .Values.n | quote }}
{{ hasKey (dict "prod-1" 1) .Values.n }}
{{ dict .Values.n 1 | toJson | quote }}
{{ keys (dict) | toJson }}{{ values (dict) | toJson }}
{{ keys (dict "b" 1 "a" .Values.n) | sortAlpha | toJson }}
{{ fromTomlArray .Values.n }}
{{ (fromToml (printf "a = \"%s\"" .Values.n)).a }}
{{ fromJsonArray (printf "[\"%s\"]" .Values.n) | toYaml | quote }}
{{ range $k, $v := dict .Values.n 1 }}{{ $k }}{{ $v }}{{ end }}
{{ $d := dict .Values.n 1 }}{{ $_ := set $d "m" 2 }}{{ range $k, $v := $d }}{{ $k }},{{ end }}
{{ range $k, $v := merge (dict .Values.n 1) (dict "m" 2) }}{{ $k }},{{ end }}
{{ range $k, $v := deepCopy (dict .Values.n 1) }}{{ $k }},{{ end }}
{{ $d := dict }}{{ $_ := set $d .Values.n 1 }}{{ range $k, $v := $d }}{{ $k }}{{ end }}
{{ range $k, $v := dict .Values.n 1 "m" 2 }}{{ $k }},{{ end }}
{{ $d := dict "k" .Values.n }}{{ $d.k }}
{{ has .Values.n (list "prod-1" "c") }}
{{ list .Values.n "m" "zz" | sortAlpha | join "," }}
{{ list .Values.n "m" .Values.n | uniq | join "," }}
{{ without (list "prod-1" "m") .Values.n | join "," }}
{{ regexMatch "^[a-z]+-[0-9]+$" .Values.n }}
{{ regexReplaceAll "[0-9]" .Values.n "N" | quote }}
{{ .Values.n | replace "-" "_" }}
{{ splitList "-" .Values.n | first | quote }}
{{ (split "-" .Values.n)._0 | quote }}
{{ .Values.n | nospace | abbrev 5 | quote }}
{{ .Values.n | substr 0 2 | quote }}
{{ hasPrefix "prod" .Values.n }}
{{ fromYaml (printf "a: %s" .Values.n) | toJson | quote }}
{{ (fromYaml (printf "a: 1%s" .Values.n)).a | quote }}
{{ fromJson (printf "{\"a\": \"%s\"}" .Values.n) | toYaml | quote }}
{{ fromYamlArray (printf "[%s, x]" .Values.n) | toJson | quote }}
{{ toYaml (dict "a" .Values.n "b" (list .Values.n)) | quote }}
{{ toToml (dict "a" .Values.n) | quote }}
{{ tpl "{{ .Values.n }}" . }}
{{ tpl (printf "{{ if eq .Values.n \"%s\" }}same{{ end }}" .Values.n) . }}
{{ tpl (printf "%s-{{ .Release.Name }}" .Values.n) . }}
{{ include "name" . }}
{{ include "name" . | sha1sum | quote }}
{{ .Files.Get (printf "files/%s.txt" .Values.n) | quote }}
{{ range $p, $_ := .Files.Glob (printf "files/%s*" .Values.n) }}{{ $p }}{{ end }}
{{ (.Files.Glob "files/*").AsConfig | quote }}
{{ default "x" .Values.n }}
{{ coalesce .Values.none .Values.n }}
{{ ternary "a" "b" (eq .Values.n "prod-1") }}
{{ kindOf .Values.n }}
{{ required "needed" .Values.n }}
{{ if eq .Values.n "prod-1" }}{{ fail "not here" }}{{ end }}ok
{{ .Values.n | int }}
{{ atoi .Values.n }}
{{ semverCompare ">=1.0.0" (printf "1.%d.0" (len .Values.n)) }}
{{ cat .Values.n "x" | quote }}
{{ .Values.n | indent 2 | quote }}
{{ .Values.n | repeat 2 }}
{{ range until (len .Values.n) }}x{{ end }}
{{ print .Values.n 1 "x" | quote }}
{{ .Values.n | camelcase | kebabcase | snakecase }}
{{ urlParse (printf "https://%s.example.org/a" .Values.n) | toJson | quote }}
{{ merge (dict "a" .Values.n) (dict "a" "x" "b" "y") | toJson | quote }}
{{ dig "a" "b" "none" (dict "a" (dict "b" .Values.n)) }}
{{ pluck .Values.n (dict "prod-1" 1) (dict "c" 2) | toJson | quote }}
{{ omit (dict "prod-1" 1 "c" 2) .Values.n | toJson | quote }}
{{ 1 }}{{ .Values.n }}
0x{{ .Values.n }}
{{ .Values.n }}e3
{{ .Values.number | add1 }}{{ .Values.n }}
{{ slice (list 1 2 3) 1 (min 3 (len .Values.n)) | toJson }}
{{ and .Values.n "x" }}{{ or .Values.none .Values.n }}{{ not .Values.n }}
{{ derivePassword 1 "long" .Values.n "user" "example.com" | quote }}
{{ .Values.n | trimAll "p1" | quote }}
{{ wrap 3 .Values.n | quote }}
{{ deepEqual (dict "a" .Values.n) (dict "a" "prod-1") }}
{{ now | date "2006" | len }}
{{ lookup "v1" "Secret" "x" .Values.n | toJson | quote }}`

// TestSnippets compares what is rendered for many releases at once with what Helm renders for each.
func TestSnippets(t *testing.T) {
	o := Options{KubeVersion: "1.33.0"}
	members := []string{"prod-1", "prod-2", "c", "a1", "e3", "fac3", "b", "true", "12", "0x1",
		"x.y", "2026-11-29", "1:20", "kind", "prod-10", "zz-9-b"}
	for _, snippet := range strings.Split(strings.TrimSpace(snippets), "\n") {
		loaded := &chart.Chart{Metadata: &chart.Metadata{Name: "t", Version: "1.0.0", APIVersion: "v2"},
			Templates: []*common.File{
				{Name: "templates/_help.tpl", Data: []byte(`{{ define "name" }}{{ printf "%s-x" .Values.n | trunc 6 }}{{ end }}`)},
				{Name: "templates/a.yaml", Data: []byte("kind: A\nout: " + snippet + "\n")},
			},
			Files: []*common.File{{Name: "files/prod-1.txt", Data: []byte("one")}, {Name: "files/c.txt", Data: []byte("c")}},
		}
		in := func(name string) map[string]any {
			return map[string]any{"name": name + "-r", "namespace": "apps", "values": map[string]any{"n": name, "number": 3.0}}
		}
		shapes := map[string][]string{}
		for _, name := range members {
			shape, _ := Shape(in(name))
			shapes[fmt.Sprint(shape)] = append(shapes[fmt.Sprint(shape)], name)
		}
		c := NewChart(loaded)
		groups := slices.Collect(maps.Values(shapes))
		for _, name := range members { // each alone, too
			groups = append(groups, []string{name})
		}
		for _, names := range groups {
			var texts [][]string
			for _, name := range names {
				_, words := Shape(in(name))
				texts = append(texts, words)
			}
			for _, class := range c.Render(in(names[0]), texts, names, o) {
				for _, o := range class.Objects {
					assert.Assert(t, !class.has(o.kind), "%s: %s", snippet, o.kind)
				}
				for place, member := range class.Members {
					name := names[member]
					want, wrong := byHelm(loaded, name+"-r", in(name)["values"].(map[string]any), o)
					var got []Object
					for _, one := range class.Objects {
						value := FillValue(one.Value, class.Of(place)).(map[string]any)
						got = append(got, Object{Value: value, Hook: one.Hook, CRD: one.CRD})
					}
					assert.Equal(t, wrong == nil, class.Failure == "", "%s for %s: %v, %s", snippet, name, wrong, class.Failure)
					if d := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Object{})); wrong == nil && d != "" {
						t.Errorf("%s for %s: %s", snippet, name, d)
					}
				}
			}
		}
	}
}
