package conformance

import (
	"testing"

	"github.com/fluxcd/pkg/apis/kustomize"
	"github.com/fluxcd/pkg/runtime/cel"
	celtypes "github.com/google/cel-go/common/types"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// expressions are texts that authors write, right and wrong ones, for any of the fields.
var expressions = []string{
	"true", "false", "1", "1.5", "'text'", `"text"`, "null", "[]", "{}", "dep", "self", "", "dep.status.ready",
	"dep.status.ready == true", "bool(dep.status.ready)", "dep.?status.?ready.orValue(false)",
	"dep.?status.?ready.orValue(false) == true", "has(dep.status.ready)", "has(dep)",
	"has(dep.status.ready) && dep.status.ready",
	`dep.metadata.?annotations[?"fluxapp.dev/digest"].orValue("") == "0123" && !dep.spec.?suspend.orValue(false)`,
	`dep.metadata.generation == dep.status.?observedGeneration.orValue(-1) && ` +
		`dep.status.?conditions.orValue([]).exists(c, c.type == "Ready" && c.status == "True")`,
	"dep.status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')",
	"dep.status.conditions.exists(c, c.type == 'Ready' && status == 'True')",
	"dep.status.conditions.exists_one(c, c.type == 'Ready')", "dep.status.conditions.map(c, c.type)",
	"dep.metadata.labels['app/version'] == self.metadata.labels['app/version']",
	"dep.metadata.labels.app/version == '1'", "dep.metadata.generation == dep.status.observedGeneration",
	"dep.metadata.generation >= 1.0", "dep.metadata.generation = 1", "dep.metadata.generation === 1",
	"dep.metadata.name ==", "== dep.metadata.name", "(dep.metadata.name == 'a'", "dep.metadata.name == 'a')",
	"dep.metadata.name == 'a", "dep.metadata.name is 'a'", "dep.metadata.name and true", "not dep.spec.suspend",
	"!dep.spec.suspend", "dep.spec.suspend ? false : true", "dep.spec.suspend ? 1 : true",
	"size(dep.status.conditions) > 0", "dep.metadata.name.startsWith('a')", "dep.metadata.name.matches('^a')",
	"dep.metadata.name.matches('[a')", "'a' == 1", "1 == 1.0", "1 + 'a' == 2", "dep.metadata.name + 1 == 'a1'",
	"1 / 0 == 1", "[1, 'a'] == []", "'a' in ['a']", "sets.contains(['a', 'b'], ['a'])", "math.greatest(1, 2) == 2",
	"base64.encode(b'a') == 'YQ=='", "timestamp('2026-01-01T00:00:00Z') < now", "duration('1h') > duration('1m')",
	"cel.bind(x, dep.metadata.name, x == 'a')", "object.status.ready == true", "status.ready == true",
	"status.phase == 'Running'", "status.conditions.filter(e, e.type == 'Ready').all(e, e.status == 'True')", "foo(dep)",
	"event.involvedObject.kind", "string(event.involvedObject.kind)",
	"event.involvedObject.kind + '/' + provider.metadata.uid",
	"(event.involvedObject.kind + '/' + provider.metadata.uid.split('-').first().value()).lowerAscii()",
	"(event.involvedObject.kind + '/' + provider.metadata.uid.split('-')[0]).lowerAscii()", "alert.metadata.name",
	"has(event.metadata.cluster) ? event.metadata.cluster : 'none'",
	"'%s/%s'.format([event.reason, alert.metadata.name])", "// a comment", "true // a comment", "true\n&& false",
	"// first\ntrue", "${expression}", "$(expression)", "{{ expression }}", "dep.a.b.c.d.e.f[0][1]['x'] == true",
	"r'\\d' == 'x'", "'\\d' == 'x'", "dep.metadata.labels.`app/version` == '1'", "has(dep.metadata.labels.`app/version`)",
	"dep.metadata.labels.`app/version == '1'", "json.encode(dep.status).contains('True')", "duration(1) == duration('1s')",
}

// flux returns what the controllers say of the text of a field, as they call the package of Flux.
func flux(field, text string) (err error) {
	switch field {
	case "spec.dependsOn[].readyExpr":
		_, err = cel.NewExpression(text, cel.WithCompile(), cel.WithOutputType(celtypes.BoolType),
			cel.WithStructVariables("self", "dep"))
	case "spec.commitStatusExpr":
		_, err = cel.NewExpression(text, cel.WithCompile(), cel.WithOutputType(celtypes.StringType),
			cel.WithStructVariables("event", "alert", "provider"))
	case "spec.healthCheckExprs[].current":
		_, err = cel.NewStatusEvaluator(&kustomize.HealthCheckExpressions{Current: text})
	case "spec.healthCheckExprs[].failed":
		_, err = cel.NewStatusEvaluator(&kustomize.HealthCheckExpressions{Current: "true", Failed: text + " "})
	case "spec.healthCheckExprs[].inProgress":
		_, err = cel.NewStatusEvaluator(&kustomize.HealthCheckExpressions{Current: "true", InProgress: text + " "})
	}
	return err
}

// TestExpressions compares with Flux which expressions are wrong, in each of their fields.
func TestExpressions(t *testing.T) {
	right, wrong := map[string]int{}, map[string]int{}
	for k := range kinds.With(kinds.Written) {
		for _, e := range k.Expressions {
			field := e.At.String()
			for _, text := range expressions {
				err, ours := flux(field, text), checks.CompileExpression(k, e, 0, text)
				assert.Check(t, (err == nil) == (ours == nil), "%s %s: %q: Flux says %v, and fluxapp %+v", k.Name, field, text,
					err, ours)
				if err == nil {
					right[field]++
				} else {
					wrong[field]++
				}
			}
			assert.Check(t, right[field] > 0 && wrong[field] > 0, "%s: %d right, %d wrong", field, right[field], wrong[field])
		}
	}
	assert.Equal(t, len(right), 5, "fields: %v", right)
	t.Logf("%d expressions; right %v, wrong %v", len(expressions), right, wrong)
}
