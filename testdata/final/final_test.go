package final_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render/final"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
)

var (
	clusters = flag.Int("clusters", 500, "how many clusters the fleet has")
	some     = flag.Int("some", 20, "on how many clusters of it Helm renders most charts")
	seed     = flag.Uint64("seed", 1, "what the fleet is made from")
)

// kubeVersion and apiVersions are those of all clusters.
const kubeVersion = "1.34.2"

var apiVersions = []string{"monitoring.coreos.com/v1", "monitoring.coreos.com/v1/ServiceMonitor"}

func random(t testing.TB) *rand.Rand {
	t.Logf("-seed %d", *seed)
	return rand.New(rand.NewPCG(*seed, 0))
}

// most are charts that Helm renders for all clusters: quick ones, with what is hard.
var most = map[string]bool{"inkwell": true, "oddments": true, "passage": true, "podinfo": true, "almsbox": true}

// slow are charts of which Helm makes keys for each release.
var slow = map[string]bool{"rookery": true, "dicebox": true}

// TestFinal shows that the objects of each release are those that Helm prints: an installation on one half of the
// clusters, an upgrade on the other. A release that is rendered by itself has the same objects.
func TestFinal(t *testing.T) {
	for _, of := range charts(t) {
		t.Run(of.name, func(t *testing.T) {
			random := random(t)
			n, compared := *clusters, *some
			if testing.Short() {
				n, compared = 80, 4
			}
			if most[of.name] && !testing.Short() {
				compared = n
			}
			if slow[of.name] {
				compared = 3
			}
			all := releasesOf(t, of, fleet(random, n))
			if printed, err := all[1].printed(); err == nil && len(jsonText(printed)) > 200_000 {
				all = all[:min(n, 60)] // much YAML: the resources of operators
			}
			made, told := run(t, all)
			failed := 0
			for _, i := range chosen(random, len(all), compared) {
				r := all[i]
				got, err := objectsOf(strings.Join(made[r.cluster.name], ""))
				assert.NilError(t, err)
				want, err := r.wanted()
				if err != nil {
					failed++
					assert.Assert(t, len(got) == 0, "%s: %v, and Helm says: %v", r.cluster.name, got, err)
					assert.Assert(t, strings.Contains(told, "[FA856]"), "%s: Helm says: %v", r.cluster.name, err)
					continue
				}
				if d := want.difference(got); d != "" {
					t.Fatalf("%s of %d, upgrade %t: %s\n%s", r.cluster.name, len(all), r.upgrade, d, told)
				}
				alone, told := run(t, []release{r})
				got, err = objectsOf(strings.Join(alone[r.cluster.name], ""))
				assert.NilError(t, err)
				if d := want.difference(got); d != "" {
					t.Fatalf("%s alone, upgrade %t: %s\n%s", r.cluster.name, r.upgrade, d, told)
				}
			}
			assert.Assert(t, failed == 0 || failed < compared/2, "Helm refuses %d of %d", failed, compared)
		})
	}
}

// run returns the YAML documents that render/final makes of releases, by cluster, and what it tells besides.
func run(t testing.TB, releases []release) (made map[string][]string, told string) {
	t.Helper()
	var out, errs bytes.Buffer
	in := bytes.NewReader(streamOf(t, "yaml", releases))
	err := final.Run(in, &out, final.Options{Errors: &errs})
	if err != nil {
		assert.Assert(t, strings.Contains(err.Error(), "of final objects"), "%v", err) // findings, which are in errs
	}
	made = map[string][]string{}
	for document := range strings.SplitSeq("\n"+out.String(), "\n---\n# cluster ") {
		if name, _, found := strings.Cut(document, ", application "); found {
			made[name] = append(made[name], "---\n# "+document+"\n\n") // SplitManifests is for what Helm prints
		}
	}
	return made, errs.String()
}

// streamOf returns a stream of releases. What is an upgrade is the same before.
func streamOf(t testing.TB, format string, releases []release) []byte {
	t.Helper()
	var pairs []stream.Pair
	for _, r := range releases {
		p := r.pair(t)
		p.Same = r.upgrade
		pairs = append(pairs, p)
	}
	return linesOf(t, format, pairs)
}

// pair returns a release as it is after a change.
func (r release) pair(t testing.TB) stream.Pair {
	t.Helper()
	object, err := json.Marshal(r.object)
	assert.NilError(t, err)
	return stream.Pair{Application: "fleet/" + r.chart.name, Cluster: r.cluster.name,
		At:    stream.Place{File: r.chart.name + ".yaml", Line: 1, Column: 1},
		After: &stream.Side{Object: object, Path: r.chart.path}}
}

func linesOf(t testing.TB, format string, pairs []stream.Pair) []byte {
	t.Helper()
	var lines bytes.Buffer
	encoder := json.NewEncoder(&lines)
	assert.NilError(t, encoder.Encode(stream.Request{Version: stream.Version, Format: format, KubeVersion: kubeVersion,
		APIVersions: apiVersions}))
	for _, p := range pairs {
		assert.NilError(t, encoder.Encode(p))
	}
	return lines.Bytes()
}
