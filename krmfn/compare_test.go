package krmfn

import (
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// checkOptions ask for a check.
var checkOptions = configs("{check: true}", `{check: "true"}`)

func TestCheck(t *testing.T) {
	document, hub, member := earlier(t)
	const again = "; run fluxapp without check"
	hubPath, memberPath := strings.Split(hubFile[1:], "#")[0], strings.Split(memberFile[1:], "#")[0]
	for name, c := range map[string]struct{ items, want []string }{
		"up to date":    {[]string{document, hub, member}, nil},
		"the look":      {[]string{document, at(strings.Replace(hub, "interval: 10m", "interval: \"10m\" # mine", 1), "path=moved.yaml", "index=3", "seqindent=wide", "annotations-migration-resource-id=3"), member}, nil},
		"missing":       {[]string{document, hub}, []string{memberPath + ": the " + memberObject + " is missing" + again + " [FA407]"}},
		"out of date":   {[]string{document, strings.Replace(hub, "10m", "9m", 1), member}, []string{hubPath + ": spec.interval: the " + hubObject + " is out of date" + again + " [FA408]"}},
		"a label more":  {[]string{document, strings.Replace(hub, "  name:", "  labels: {a: b}\n  name:", 1), member}, []string{hubPath + ": metadata.labels: the " + hubObject + " is out of date" + again + " [FA408]"}},
		"an entry less": {[]string{withoutMember(document), hub, member}, []string{memberPath + ": is no longer rendered from apps/hello" + again + ", which removes it [FA405]"}},
		"gone":          {[]string{document, hub, member, at(strings.NewReplacer("apps/hello\n", "apps/gone\n", "name: hello", "name: gone").Replace(hub), "path=gone.yaml")}, []string{"warning: left the objects of apps/gone, which is not among the items: 1; pruneOrphans: true in the functionConfig removes them [FA405]"}},
		"wrong":         {[]string{strings.Replace(document, "prune:", "prun:", 1), hub, member}, []string{`apps/app.yaml: spec.config.kustomization[0].prun: unknown field; did you mean "prune"? [FA101]`}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, config := range checkOptions {
				rl := process(t, config, c.items...)
				assert.DeepEqual(t, said(rl), c.want)
				assert.DeepEqual(t, printed(t, rl), c.items)
			}
		})
	}
}

// TestCheckHidesValues checks that a difference in what may be a secret is told without it.
func TestCheckHidesValues(t *testing.T) {
	document, hub, member := earlier(t)
	hub = strings.Replace(hub, "  annotations:\n", "  annotations:\n    example.com/pin: hunter2\n", 1)
	rl := process(t, checkOptions[0], document, hub, member)
	assert.Assert(t, strings.Contains(hub, "hunter2"))
	assert.Equal(t, len(rl.Results), 1)
	assert.DeepEqual(t, rl.Results[0].Field, &Field{Path: "metadata.annotations[example.com/pin]"})

	document = strings.Replace(document, "destination: {target", "metadata: {annotations: {example.com/pin: \"1234\"}}\n      destination: {target", 1)
	rl = process(t, checkOptions[0], document, hub, member)
	assert.Assert(t, strings.Contains(document, "1234"))
	assert.Equal(t, len(rl.Results), 1, "%v", said(rl))
	assert.DeepEqual(t, rl.Results[0].Field, &Field{Path: "metadata.annotations[example.com/pin]"})
}
