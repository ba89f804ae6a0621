package conformance

import (
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// A ruleGroup is rules that stand side by side, and what is tried to hold fluxapp equal to them.
type ruleGroup struct {
	kind, path string
	texts      []string // of the rules
	object     string   // a good one
	domains    []domain // the fields that are set in all ways
	doors      []door
	unsayable  []unsayable
}

func (g ruleGroup) rules() (rules []rule) {
	for _, text := range g.texts {
		rules = append(rules, rule{g.kind, g.path, text})
	}
	return rules
}

// An unsayable is what the language has no way to say: Flux takes it, and fluxapp refuses it with a code.
type unsayable struct {
	why   string
	door  string // empty is all doors
	field string // that has it, where it can stand beside what Flux refuses
	when  func(object map[string]any) bool
	code  finding.Code
}

var (
	kubeConfigRules = []string{"has(self.configMapRef) != has(self.secretRef)"}
	named           = map[string]any{"name": "podinfo"}
	sts             = map[string]any{"endpoint": "https://example.com"}
	kubeConfigTried = []domain{
		{path: "spec.kubeConfig", values: []any{map[string]any{}}},
		{path: "spec.kubeConfig.secretRef", values: []any{named, map[string]any{}}},
		{path: "spec.kubeConfig.configMapRef", values: []any{named, map[string]any{}}},
	}
)

// ruleGroups are all rules. Placeholders are ${P} and ${Q} in fields with an enum, and others elsewhere.
var ruleGroups = []ruleGroup{
	{
		kind: "Bucket", path: "spec", object: bucket,
		texts: []string{
			"self.provider == 'aws' || self.provider == 'generic' || !has(self.sts)",
			"self.provider != 'aws' || !has(self.sts) || self.sts.provider == 'aws'",
			"self.provider != 'generic' || !has(self.sts) || self.sts.provider == 'ldap'",
			"!has(self.sts) || self.sts.provider != 'aws' || !has(self.sts.secretRef)",
			"!has(self.sts) || self.sts.provider != 'aws' || !has(self.sts.certSecretRef)",
			"self.provider != 'generic' || !has(self.serviceAccountName)",
			"!has(self.secretRef) || !has(self.serviceAccountName)",
		},
		domains: []domain{
			{path: "spec.provider", enum: true, values: []any{"${P}"}},
			{path: "spec.secretRef", values: []any{named}},
			{path: "spec.serviceAccountName", values: []any{"", "a"}},
			{path: "spec.sts", values: []any{sts}},
			{path: "spec.sts.provider", enum: true, values: []any{"${P}", "${Q}"}},
			{path: "spec.sts.secretRef", values: []any{named}},
			{path: "spec.sts.certSecretRef", values: []any{named}},
		},
		doors: []door{wrapped("spec.source.bucket", "")},
	},
	{
		kind: "GitRepository", path: "spec", object: gitRepository,
		texts: []string{"!has(self.serviceAccountName) || (has(self.provider) && (self.provider == 'azure' || " +
			"self.provider == 'aws'))"},
		domains: []domain{
			{path: "spec.provider", enum: true, values: []any{"${P}"}},
			{path: "spec.serviceAccountName", values: []any{"", "a", "${S}"}},
		},
		doors: []door{wrapped("spec.source.gitRepository", "")},
	},
	{
		kind: "HelmChart", path: "spec", object: helmChart,
		texts: []string{"!has(self.verify) || self.sourceRef.kind == 'HelmRepository'"},
		domains: []domain{
			{path: "spec.sourceRef.kind", enum: true, values: []any{"${P}"}},
			{path: "spec.verify", values: []any{map[string]any{}}},
			{path: "spec.verify.provider", enum: true, values: []any{"${Q}"}},
		},
		doors: helmChartDoors,
		unsayable: []unsayable{{why: "the controller wants a Secret for it", code: codes.Required,
			when: func(object map[string]any) bool { return get(object, "spec.verify.provider") == "notation" }}},
	},
	{
		kind: "HelmRelease", path: "spec", object: helmRelease,
		texts: []string{"(has(self.chart) && !has(self.chartRef)) || (!has(self.chart) && has(self.chartRef))"},
		domains: []domain{
			{path: "spec.chart", values: []any{map[string]any{"spec": map[string]any{"chart": "podinfo", "sourceRef": named}}}},
			{path: "spec.chart.spec.sourceRef.kind", enum: true, values: []any{"${P}"}},
			{path: "spec.chartRef", values: []any{named}},
			{path: "spec.chartRef.kind", enum: true, values: []any{"${P}"}},
		},
		doors: chartDoors,
		unsayable: []unsayable{
			{
				why:  "chartRef is made from the source, and fluxapp says so where Flux has the word",
				door: "Flux's word", code: codes.Misplaced,
				when: func(map[string]any) bool { return true },
			},
			{
				why:  "the kind decides between chart and chartRef, and one that is not known yet stands for what holds charts",
				code: codes.NoChart,
				when: func(object map[string]any) bool { return get(object, "spec.chartRef.kind") == "${P}" },
			},
		},
	},
	{
		kind: "HelmRelease", path: "spec.chart", object: helmRelease,
		texts: []string{
			"!has(self.kind) || self.kind != 'OCIRepository' || (has(self.spec.url) && size(self.spec.url) > 0)",
			"!has(self.spec.url) || (has(self.kind) && self.kind == 'OCIRepository')",
			"(has(self.kind) && self.kind == 'OCIRepository') || (has(self.spec.chart) && has(self.spec.sourceRef))",
			ofArtifact + "!has(self.spec.chart)",
			ofArtifact + "!has(self.spec.sourceRef)",
		},
		domains: []domain{
			{path: "spec.chart.kind", enum: true, values: []any{"${P}"}},
			{path: "spec.chart.spec.chart", values: []any{"podinfo", "${C}"}},
			{path: "spec.chart.spec.url", values: []any{"", "oci://example.com/podinfo", "oci://${HOST}/podinfo"}},
			{path: "spec.chart.spec.sourceRef", values: []any{map[string]any{"kind": "HelmRepository", "name": "podinfo"}}},
		},
		doors: inlineChartDoors, unsayable: unknownChart,
	},
	{
		kind: "HelmRelease", path: "spec.chart", object: artifactRelease,
		texts: []string{
			ofArtifact + "!has(self.spec.version) || self.spec.version == '*'",
			ofArtifact + "!has(self.spec.reconcileStrategy) || self.spec.reconcileStrategy == 'ChartVersion'",
			ofArtifact + "!has(self.spec.valuesFiles)",
			ofArtifact + "!has(self.spec.ignoreMissingValuesFiles)",
		},
		domains: []domain{
			{path: "spec.chart.kind", enum: true, values: []any{"${P}"}},
			{path: "spec.chart.spec.version", values: []any{"", "*", "1.x"}},
			{path: "spec.chart.spec.reconcileStrategy", enum: true, values: []any{"${Q}"}},
			{path: "spec.chart.spec.valuesFiles", values: []any{[]any{}, []any{"a.yaml"}}},
			{path: "spec.chart.spec.ignoreMissingValuesFiles", values: []any{false}},
		},
		doors:     inlineChartDoors,
		unsayable: unknownChart,
	},
	{
		kind: "HelmRelease", path: "spec.kubeConfig", object: helmRelease,
		texts: kubeConfigRules, domains: kubeConfigTried,
		doors: []door{wrapped("spec.config.helmRelease.deploy[0].destination.kubeConfig", "kubeConfig")},
	},
	{
		kind: "HelmRelease", path: "spec.install.strategy", object: helmRelease,
		texts:   []string{"!has(self.retryInterval) || self.name != 'RemediateOnFailure'"},
		domains: strategyTried("spec.install"),
		doors:   []door{wrapped("spec.config.helmRelease.deploy[0].install", "install")},
	},
	{
		kind: "HelmRelease", path: "spec.upgrade.strategy", object: helmRelease,
		texts:   []string{"!has(self.retryInterval) || self.name == 'RetryOnFailure'"},
		domains: strategyTried("spec.upgrade"),
		doors:   []door{wrapped("spec.config.helmRelease.deploy[0].upgrade", "upgrade")},
	},
	{
		kind: "Kustomization", path: "spec.kubeConfig", object: kustomization,
		texts: kubeConfigRules, domains: kubeConfigTried,
		doors: []door{wrapped("spec.config.kustomization[0].destination.kubeConfig", "kubeConfig")},
	},
	{
		kind: "OCIRepository", object: ociRepository,
		texts: []string{"has(self.spec) && has(self.spec.url)", "has(self.spec) && has(self.spec.interval)"},
		domains: []domain{
			{path: "spec", values: []any{map[string]any{}}},
			{path: "spec.url", values: []any{"oci://example.com/podinfo", "oci://${HOST}/podinfo"}},
			{path: "spec.interval", values: []any{"1m", "${I}"}},
		},
		doors: []door{wrapped("spec.source.ociRepository", "", "spec.source")},
	},
}

// unknownChart is a chart whose kind decides what belongs to it, and is not known yet: it stands for a HelmChart.
var unknownChart = []unsayable{
	{
		why:  "an unknown kind stands for HelmChart, which needs a source",
		code: codes.NoSource,
		when: func(object map[string]any) bool {
			return get(object, "spec.chart.kind") == "${P}" && get(object, "spec.chart.spec.sourceRef") == nil
		},
	},
}

// ofArtifact begins the rules of charts of kind OCIRepository.
const ofArtifact = "!has(self.kind) || self.kind != 'OCIRepository' || "

func strategyTried(action string) []domain {
	return []domain{
		{path: action, values: []any{map[string]any{}}},
		{path: action + ".strategy", values: []any{map[string]any{}}},
		{path: action + ".strategy.name", enum: true, values: []any{"${P}"}},
		{path: action + ".strategy.retryInterval", values: []any{"1m", "${D}"}},
	}
}
