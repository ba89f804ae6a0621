package final_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// cluster is one of the fleet: what $(…) stands for in the releases.
type cluster struct {
	name, region, tag, host string
	replicas                int
	canary                  bool
}

// oddNames are names that YAML reads as numbers, truths or nothing, that order or cut otherwise than others, or that
// are a part of names of charts.
var oddNames = strings.Fields(`1 0 007 true false null nil yes no on off y n 1e3 1e3.0 0x10 0o17 0b11 1.5 1.0 1.10 12e03
	2026-11-29 685.230 a a.b a-b z 0.0.0.0 podinfo web-podinfo podinfo.web harbour a-harbour boat tug none default
	kube-system x-1 x-2 x-10 key plain region cluster infinity nan inf`)

// fleet returns n clusters. The first are odd.
func fleet(random *rand.Rand, n int) (all []cluster) {
	used := map[string]bool{}
	for len(all) < n {
		var name string
		switch {
		case len(all) < len(oddNames):
			name = oddNames[len(all)]
		case len(all) < len(oddNames)+4: // as long as can be, and where names are cut
			name = randomName(random, []int{63, 62, 54, 53}[len(all)-len(oddNames)])
		default:
			name = randomName(random, 1+random.IntN(63))
		}
		if used[name] {
			continue
		}
		used[name] = true
		region := pick(random, "eu", "eu-west-1", "us-east-2", "ap-1")
		all = append(all, cluster{name: name, region: region, tag: pick(random, "1.2.3", "1.3.0", "v2", "7", "1.10"),
			host: name + "." + region + ".example.com", replicas: 1 + random.IntN(3), canary: random.IntN(4) == 0})
	}
	return all
}

// alike returns n clusters that differ in their names only.
func alike(n int) (all []cluster) {
	for i := range n {
		name := fmt.Sprintf("cluster-%03d", i)
		all = append(all, cluster{name: name, region: "eu", tag: "1.2.3", host: name + ".example.com", replicas: 2})
	}
	return all
}

// randomName returns a name of a length: small letters and digits, and now and then a hyphen or a dot within.
func randomName(random *rand.Rand, length int) string {
	const inner = "abcdefghijklmnopqrstuvwxyz0123456789----."
	name := make([]byte, length)
	for i := range name {
		name[i] = inner[random.IntN(len(inner))]
		outer := i == 0 || i == length-1 || name[i-1] == '.' || name[i-1] == '-'
		for (outer || i == length-2) && (name[i] == '-' || name[i] == '.') {
			name[i] = inner[random.IntN(36)]
		}
	}
	return string(name)
}

func pick(random *rand.Rand, texts ...string) string {
	return texts[random.IntN(len(texts))]
}

// cut returns the beginning of a name that is no longer than that, and ends as names end.
func cut(name string, length int) string {
	return strings.TrimRight(name[:min(len(name), length)], "-.")
}

// texts are what references stand for.
func (c cluster) texts() *strings.Replacer {
	return strings.NewReplacer("$(name)", c.name, "$(short)", cut(c.name, 53),
		"$(label)", strings.ReplaceAll(c.name, ".", "-"),
		"$(region)", c.region, "$(tag)", c.tag, "$(host)", c.host,
		"$(replicas)", strconv.Itoa(c.replicas), "$(canary)", strconv.FormatBool(c.canary))
}

// filled returns a value with the references of its texts and keys filled in.
func (c cluster) filled(value any, texts *strings.Replacer) any {
	switch value := value.(type) {
	case string:
		switch value {
		case "$(replicas)":
			return c.replicas
		case "$(canary)":
			return c.canary
		}
		return texts.Replace(value)
	case []any:
		out := make([]any, len(value))
		for i, item := range value {
			out[i] = c.filled(item, texts)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(value))
		for _, key := range slices.Sorted(maps.Keys(value)) {
			out[texts.Replace(key)] = c.filled(value[key], texts)
		}
		return out
	}
	return value
}

// template returns the HelmRelease of a chart with its references.
func template(t testing.TB, chart string) (object map[string]any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("releases", chart+".yaml"))
	assert.NilError(t, err)
	assert.NilError(t, yaml.UnmarshalStrict(data, &object), chart)
	return object
}
