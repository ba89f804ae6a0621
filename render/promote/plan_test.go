package promote_test

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/promote"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// frame is an application for one cluster in test and in staging, and two in production. Its overrides follow, from
// line 19 on.
const frame = `apiVersion: fluxapp.dev/v1alpha1
kind: FluxApplication
metadata: {name: shop, namespace: apps}
spec:
  source: {sourceRef: {kind: HelmRepository, name: charts}}
  clusters:
  - {name: berlin, labels: {stage: test}, kubeConfig: {secretRef: {name: berlin}}, params: {size: 1}}
  - {name: oslo, labels: {stage: staging}, kubeConfig: {secretRef: {name: oslo}}, params: {size: 2}}
  - {name: kyoto, labels: {stage: production, ring: a}, kubeConfig: {secretRef: {name: kyoto}}}
  - {name: tokyo, labels: {stage: production, ring: b}, kubeConfig: {secretRef: {name: tokyo}}}
  config:
    helmRelease:
      chart: {chart: shop, version: 1.0.0}
      deploy:
      - destination: {clusterSelector: {}}
        interval: 10m
        values: {replicas: 1}
    overrides:
`

// request reads the arguments of a promotion: FROM TO, and the field behind them unless it is the version.
func request(t *testing.T, arguments string) promote.Request {
	t.Helper()
	r, words := promote.Request{Application: "shop"}, strings.Fields(arguments)
	for i, at := range []*promote.Selector{&r.From, &r.To} {
		parsed, err := promote.ParseSelector(strings.ReplaceAll(words[i], "~", " "))
		assert.NilError(t, err)
		*at = parsed
	}
	for _, word := range words[2:] {
		parsed, err := promote.ParseField(word)
		assert.NilError(t, err)
		r.Fields = append(r.Fields, parsed)
	}
	return r
}

// promoted returns the changed text of a file and the summary, or what is wrong.
func promoted(t *testing.T, text string, r promote.Request) (changed, summary, wrong string) {
	t.Helper()
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)), r)
	if err != nil {
		return "", "", err.Error()
	}
	out, err := e.Apply([]byte(text))
	assert.NilError(t, err)
	_, err = e.Apply([]byte(text + "\n"))
	assert.ErrorContains(t, err, "is not the text that was read")
	return string(out), e.Summary(), e.Findings.String()
}

// TestPlan promotes between layers that are written in each possible way. The scalar that gets another spelling is in
// « ».
func TestPlan(t *testing.T) {
	for name, c := range map[string]struct {
		overrides, arguments, new, summary, warnings string
	}{
		"plain": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart:\n        version: «1.1.0» # stays\n",
			"stage=test stage=staging", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=staging, 1 cluster)", "",
		},
		"quotes of the place": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: '1.2.0'}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      chart: {version: «\"1.1.0\"»} # \"1.1.0\n",
			"stage=test stage=production", `"1.2.0"`,
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)", "",
		},
		"other spellings of a selector": {
			"    - clusterSelector: {matchExpressions: [{key: stage, operator: In, values: [test]}]}\n" +
				"      chart: {version: 1.2.0}\n" +
				"    - clusterSelector: {matchLabels: {ring: a}, matchExpressions: [{key: stage, operator: In, values: " +
				"[production]}, {key: beta, operator: DoesNotExist}]}\n" +
				"      chart: {version: «1.1.0»}\n",
			"stage~in~(test) !beta,stage=production,ring=a,ring~in~(a,a)", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage in (test) → !beta,stage=production,ring=a,ring in (a,a), 1 " +
				"cluster)", "",
		},
		"not one of several": {
			"    - clusterSelector: {matchExpressions: [{key: stage, operator: NotIn, values: [staging, production]}]}\n" +
				"      chart: {version: 1.2.0}\n" +
				"    - clusterSelector: {matchExpressions: [{key: ring, operator: Exists}]}\n      chart: {version: «1.1.0»}\n",
			"stage~notin~(production,staging) ring", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage notin (production,staging) → ring, 2 clusters)", "",
		},
		"the uppermost layer that has the field": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.1.9}\n" +
				"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: 0.9.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: «1.1.0»}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      wave: 1\n",
			"stage=test stage=staging", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=staging, 1 cluster)", "",
		},
		"a text in braces that is plain elsewhere": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values:\n        hosts: a, b} # c\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {hosts: «c»}\n",
			"stage=test stage=staging values.hosts", `'a, b}'`,
			"promote shop: values.hosts c → a, b} (stage=test → stage=staging, 1 cluster)", "",
		},
		"a number keeps its digits": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {load: 1.10}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {load: «'x'»}\n",
			"stage=test stage=staging values.load", "1.10",
			"promote shop: values.load x → 1.10 (stage=test → stage=staging, 1 cluster)", "",
		},
		"a boolean": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      suspend: on\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      suspend: «false»\n",
			"stage=test stage=staging suspend", "true",
			"promote shop: suspend false → true (stage=test → stage=staging, 1 cluster)", "",
		},
		"a wave": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      wave: 0\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      wave: «1»\n",
			"stage=test stage=staging wave", "0", "promote shop: wave 1 → 0 (stage=test → stage=staging, 1 cluster)", "",
		},
		"a reference": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {host: \"$(cluster.name).example.com\"}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      values: {host: «'tokyo.example.com'»}\n",
			"stage=test stage=production values.host", `'$(cluster.name).example.com'`,
			"promote shop: values.host tokyo.example.com → $(cluster.name).example.com (stage=test → stage=production, 2 " +
				"clusters)", "",
		},
		"a setter comment stays": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values:\n        tag: v2\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values:\n        tag: «v1» # {\"$imagepolicy\": " +
				"\"apps:shop:tag\"}\n",
			"stage=test stage=staging values.tag", "v2",
			"promote shop: values.tag v1 → v2 (stage=test → stage=staging, 1 cluster)", "",
		},
		"keys in brackets": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      metadata: {labels: {example.com/tier: \"2\"}}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      metadata: {labels: {\"example.com/tier\": " +
				"«\"1\"»}}\n",
			"stage=test stage=staging metadata.labels[example.com/tier]", `"2"`,
			"promote shop: metadata.labels[example.com/tier] 1 → 2 (stage=test → stage=staging, 1 cluster)", "",
		},
		"params": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      params: {size: 8}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      params: {size: «4»}\n" +
				"      values: {replicas: $(cluster.params.size)}\n",
			"stage=test stage=production params.size", "8",
			"promote shop: params.size 4 → 8 (stage=test → stage=production, 2 clusters)", "",
		},
		"a secret is not shown": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {password: hunter2-hunter2}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {password: «hunter1-hunter1»}\n",
			"stage=test stage=staging values.password", "hunter2-hunter2",
			"promote shop: values.password (hidden) → (hidden) (stage=test → stage=staging, 1 cluster)", "",
		},
		"the same already, in other words": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: '1.2.0'}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: «1.2.0»}\n",
			"stage=test stage=staging", "1.2.0",
			"nothing to promote for shop: chart.version is 1.2.0 already (stage=test → stage=staging, 1 cluster)", "",
		},
		"a layer above covers one of two": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
				"    - cluster: tokyo\n      chart: {version: 0.9.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      values: {a: b}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      chart: {version: «1.1.0»}\n" +
				"    - cluster: kyoto\n      chart: {version: 1.0.1}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 1 cluster)",
			"in.yaml:28:24: warning: overrides[4] covers the chart.version of stage=production on kyoto; leave it out there, " +
				"or change it by hand [FA806]",
		},
		"layers above cover the first stage, and have the same": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
				"    - cluster: berlin\n      chart: {version: 1.3.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: production}}\n      chart: {version: «1.1.0»}\n" +
				"    - clusters: [kyoto, tokyo]\n      chart: {version: \"1.2.0\"}\n",
			"stage=test stage=production", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=production, 2 clusters)",
			"in.yaml:22:24: warning: overrides[1] covers the chart.version of stage=test on berlin; leave it out there, or " +
				"change it by hand [FA806]",
		},
		"a null above covers": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      values: {a: {b: 2}}\n" +
				"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {a: {b: «1»}}\n" +
				"    - cluster: oslo\n      values: {a: null}\n",
			"stage=test stage=staging values.a.b", "2",
			"promote shop: values.a.b 1 → 2 (stage=test → stage=staging, 0 clusters)",
			"in.yaml:24:19: warning: overrides[2] covers the values.a.b of stage=staging on oslo; leave it out there, or " +
				"change it by hand [FA806]",
		},
		"a stage without clusters": {
			"    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
				"    - clusterSelector: {matchLabels: {stage: preview}}\n      chart: {version: «1.1.0»}\n      allowEmpty: true\n",
			"stage=test stage=preview", "1.2.0",
			"promote shop: chart.version 1.1.0 → 1.2.0 (stage=test → stage=preview, 0 clusters)",
			"in.yaml:22:24: warning: no cluster of stage=preview gets this value; fix the labels of the clusters, or the " +
				"entries [FA806]",
		},
	} {
		t.Run(name, func(t *testing.T) {
			before, rest, _ := strings.Cut(c.overrides, "«")
			old, after, _ := strings.Cut(rest, "»")
			got, summary, warnings := promoted(t, frame+before+old+after, request(t, c.arguments))
			assert.Equal(t, got, frame+before+c.new+after, warnings)
			assert.Equal(t, summary, c.summary)
			assert.Equal(t, warnings, c.warnings)
		})
	}
}

// TestStrict checks that warnings are errors where the run is strict, and left out where it ignores them.
func TestStrict(t *testing.T) {
	text := frame + "    - clusterSelector: {matchLabels: {stage: test}}\n      chart: {version: 1.2.0}\n" +
		"    - clusterSelector: {matchLabels: {stage: staging}}\n      chart: {version: 1.1.0}\n    - cluster: oslo\n" +
		"      chart: {version: 1.0.1}\n"
	r := request(t, "stage=test stage=staging")
	r.Options = render.Options{Strict: true}
	_, _, wrong := promoted(t, text, r)
	assert.Equal(t, wrong, "in.yaml:24:24: overrides[2] covers the chart.version of stage=staging on oslo; leave it out "+
		"there, or change it by hand [FA806]")
	r.Options = render.Options{Ignore: []finding.Code{wording.CodeCovered}}
	e, err := promote.Plan(schema.Parse("in.yaml", []byte(text)), r)
	assert.NilError(t, err)
	assert.Equal(t, e.Findings.String(), "")
	assert.DeepEqual(t, e.Ignored, map[finding.Code]int{wording.CodeCovered: 1})
}

// TestSummaryOfKinds checks that a change of the kind alone is told, and that it shows no secret.
func TestSummaryOfKinds(t *testing.T) {
	text := frame + "    - clusterSelector: {matchLabels: {stage: test}}\n      values: {enabled: true, tag: \"1.10\", " +
		"password: \"1234\"}\n" +
		"    - clusterSelector: {matchLabels: {stage: staging}}\n      values: {enabled: 'true', tag: 1.10, password: 1234}\n"
	for field, want := range map[string]string{
		"values.enabled":  `promote shop: values.enabled "true" → true (stage=test → stage=staging, 1 cluster)`,
		"values.tag":      `promote shop: values.tag 1.10 → "1.10" (stage=test → stage=staging, 1 cluster)`,
		"values.password": `promote shop: values.password (hidden) → (hidden) (stage=test → stage=staging, 1 cluster)`,
	} {
		_, summary, wrong := promoted(t, text, request(t, "stage=test stage=staging "+field))
		assert.Equal(t, wrong, "")
		assert.Equal(t, summary, want)
	}
}
