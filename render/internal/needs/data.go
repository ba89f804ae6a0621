package needs

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// secretFields are the references to Secrets in specs, those of sources and charts first.
var secretFields = []struct {
	path   []string
	reason Reason
}{
	{[]string{"secretRef"}, Credentials}, {[]string{"certSecretRef"}, Certificates}, {[]string{"proxySecretRef"}, Proxy},
	{[]string{"verify", "secretRef"}, Verifies}, {[]string{"verify", "trustedRootSecretRef"}, Verifies},
	{[]string{"sts", "secretRef"}, Credentials}, {[]string{"sts", "certSecretRef"}, Certificates},
	{[]string{"decryption", "secretRef"}, Decrypts},
}

// secrets adds the Secrets that the object refers to. Those of the chart of a release are in the namespace where the
// chart's object is.
func (l *refs) secrets() {
	l.secretsIn(l.spec, "")
	if chart := l.p.Common.Chart.Get("spec"); chart.Exists() {
		l.secretsIn(chart, l.p.ChartKey().Namespace)
	}
}

func (l *refs) secretsIn(spec tree.Node, namespace string) {
	for _, field := range secretFields {
		l.named(spec.At(field.path...).Get("name"),
			Ref{Thing: Thing{Kind: Secret, Namespace: namespace}, Reason: field.reason})
	}
}

// valueFields are the lists by which objects read Secrets and ConfigMaps.
var valueFields = []struct {
	path   []string
	reason Reason
	key    string // that an item names; empty where all data are read
	unset  string // the key that Flux reads without one
}{
	{[]string{"valuesFrom"}, ReadBy, "valuesKey", "values.yaml"},
	{[]string{"postBuild", "substituteFrom"}, Variables, "", ""},
	{[]string{"argumentsReferences"}, Arguments, "", ""},
}

// values adds what the object reads values from, and cannot do without.
func (l *refs) values() {
	if !l.p.IsEntry() {
		return
	}
	for _, field := range valueFields {
		for item := range l.spec.At(field.path...).Children() {
			if item.Get("optional").Text() == "true" {
				continue
			}
			key := field.unset
			if written := item.Get(field.key).Text(); field.key != "" && written != "" {
				key = written
			}
			l.named(item.Get("name"), Ref{Thing: Thing{Kind: item.Get("kind").Text(), Key: key}, Reason: field.reason})
		}
	}
}
