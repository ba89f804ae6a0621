package charts_test

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"gotest.tools/v3/assert"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	"helm.sh/helm/v4/pkg/chart/v2/loader"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

// Of each chart: 34 of thirty are more than a thousand.
const valuesOfEach, fromOfEach, broughtOfEach = 34, 7, 20

// TestHelmAgrees changes the values of the documents at random: there is an error if and only if Helm refuses them.
func TestHelmAgrees(t *testing.T) {
	dir := checkout(t)
	all := atHand(t, dir)
	accepted, refused := 0, 0
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			random := newRandom(name)
			for i := range valuesOfEach {
				r, values := randomValues(t, dir, name, random, i%4)
				check := r.check(t, all)
				_, refusal := coalesce(r.load(t), clone(t, values), false)
				found := problems(t, check, values, false)
				if refusal == nil {
					accepted++
				} else {
					refused++
				}
				if (refusal != nil) != (len(found) > 0) {
					t.Errorf("Helm: %v\nfluxapp: %s\nvalues: %s", refusal, strings.Join(found, "\n"), jsonOf(t, values))
				}
			}
		})
	}
	t.Logf("%d accepted, %d refused", accepted, refused)
	assert.Assert(t, accepted > 300 && refused > 300 && accepted+refused >= 1000)
}

// TestHelmOnMistakes holds the documents and the mistakes to Helm: it takes the documents, refuses each mistake that is
// an error of values on one cluster at least, and takes those that are warnings.
func TestHelmOnMistakes(t *testing.T) {
	dir := checkout(t)
	for _, name := range names(t) {
		right := document(t, name)
		t.Run(name, func(t *testing.T) { assert.Equal(t, refusals(t, dir, name, right), "") })
		for i, m := range mistakes(t, name) {
			t.Run(fmt.Sprintf("%s/%d", name, i+1), func(t *testing.T) {
				wrong, is := m.plant(t, right)
				if is.Code == codes.Chart {
					return // source-controller refuses it
				}
				refusal := refusals(t, dir, name, wrong)
				assert.Equal(t, refusal != "", is.Code == codeValues, "%+v\n%s", m, refusal)
			})
		}
	}
}

// refusals returns why Helm refuses the releases of a document.
func refusals(t *testing.T, dir, name, text string) (all string) {
	t.Helper()
	for _, r := range releases(t, dir, name, text) {
		if _, err := coalesce(r.load(t), r.values, false); err != nil {
			all += err.Error() + "\n"
		}
	}
	return all
}

// TestHelmCoalesces compares the values that are checked with those that templates get: the chart has a schema that
// takes these and no others.
func TestHelmCoalesces(t *testing.T) {
	compared := 0
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			random := newRandom(name)
			files := withoutSchemas(t, name)
			for i := range valuesOfEach {
				r, values := randomValues(t, ".", name, random, i%4)
				want, err := coalesce(r.load(t), clone(t, values), true)
				if err != nil {
					continue
				}
				compared++
				files[name+"/values.schema.json"] = &fstest.MapFile{Data: jsonOf(t, map[string]any{"const": want})}
				all := &checks.Charts{}
				assert.Equal(t, len(all.Add(files, "charts", "")), 0)
				if found := problems(t, r.check(t, all), values, false); len(found) > 0 {
					t.Errorf("templates get %s\nof %s\nfluxapp: %s", jsonOf(t, want), jsonOf(t, values), strings.Join(found, "\n"))
				}
			}
		})
	}
	assert.Assert(t, compared > 900, "%d", compared)
}

// TestValuesFrom takes a part of the values away, as if valuesFrom brought it. Where Helm takes what some valuesFrom
// brings, there is no error.
func TestValuesFrom(t *testing.T) {
	dir := checkout(t)
	all := atHand(t, dir)
	accepted, found := 0, 0
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			random := newRandom(name)
			for i := range fromOfEach {
				r, values := randomValues(t, dir, name, random, i%2)
				inline, brought := split(t, random, values)
				errors := problems(t, r.check(t, all), inline, true)
				if len(errors) > 0 {
					found++
				}
				if values := r.accepted(t, random, inline, brought); values != nil {
					accepted++
					assert.Equal(t, len(errors), 0, "Helm takes %s\ninline: %s\n%s", jsonOf(t, values), jsonOf(t, inline),
						strings.Join(errors, "\n"))
				}
			}
		})
	}
	t.Logf("%d accepted, %d with errors", accepted, found)
	assert.Assert(t, accepted > 100 && found > 10)
}

func newRandom(name string) *rand.Rand {
	seed := [32]byte{}
	copy(seed[:], name)
	return rand.New(rand.NewChaCha8(seed))
}

// randomValues returns a release of the document of a chart, and its values with some changes.
func randomValues(t *testing.T, dir, name string, random *rand.Rand, changes int) (release, map[string]any) {
	t.Helper()
	all := releases(t, dir, name, document(t, name))
	r := all[random.IntN(len(all))]
	c := r.load(t)
	scalars := scalarsOf(r.values)
	for _, schema := range schemas(c) {
		scalars = append(scalars, scalarsOf(valueOf(t, schema))...)
	}
	coalesced, err := coalesce(c, clone(t, r.values), true)
	assert.NilError(t, err)
	return r, changer{random, scalars}.change(t, r.values, clone(t, coalesced), changes)
}

func schemas(c *chart.Chart) (all [][]byte) {
	if c.Schema != nil {
		all = append(all, c.Schema)
	}
	for _, sub := range c.Dependencies() {
		all = append(all, schemas(sub)...)
	}
	return all
}

func (r release) check(t *testing.T, all *checks.Charts) render.ChartCheck {
	t.Helper()
	check, problems := all.Find(r.chart(r.load(t)))
	assert.Equal(t, len(problems), 0, "%v", problems)
	return check
}

// split returns two parts of values: a value of a map is in one of them, or some of it in each.
func split(t *testing.T, random *rand.Rand, values map[string]any) (inline, brought map[string]any) {
	t.Helper()
	inline, brought = map[string]any{}, map[string]any{}
	for _, at := range paths(values, nil) {
		if len(at) != 1 {
			continue
		}
		key := at[0].(string)
		fields, isMap := values[key].(map[string]any)
		switch random.IntN(3) {
		case 0:
			brought[key] = values[key]
		case 1:
			inline[key] = values[key]
		default:
			inline[key] = values[key]
			if isMap {
				inline[key], brought[key] = split(t, random, fields)
			}
		}
	}
	return inline, brought
}

// accepted returns values that Helm takes, with what was taken away or something like it; nil if none were found.
func (r release) accepted(t *testing.T, random *rand.Rand, inline, brought map[string]any) map[string]any {
	t.Helper()
	scalars := append(scalarsOf(brought), "text", 1.0, true)
	for i := range broughtOfEach {
		from := brought
		if i > 0 && len(brought) > 0 {
			from = changer{random, scalars}.change(t, brought, brought, i%3)
		}
		values := loader.MergeMaps(clone(t, from), clone(t, inline))
		if _, err := coalesce(r.load(t), clone(t, values), false); err == nil {
			return values
		}
	}
	return nil
}

// withoutSchemas returns the files of a chart in a folder of its name, without what restricts its values.
func withoutSchemas(t *testing.T, name string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	root := os.DirFS("charts")
	err := fs.WalkDir(root, name, func(at string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Base(at) == "values.schema.json" {
			return err
		}
		data, err := fs.ReadFile(root, at)
		files[at] = &fstest.MapFile{Data: data, Mode: 0o644}
		return err
	})
	assert.NilError(t, err)
	return files
}
