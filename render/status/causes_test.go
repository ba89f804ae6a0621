package status_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// causesText prints causes, and holds that each object that is not ready is of one of them.
func causesText(t *testing.T, s status.Status) (lines []string) {
	t.Helper()
	found, of := map[string]int{}, map[string]map[render.ID]bool{}
	for _, a := range s.Applications {
		objects := slices.Clone(a.Shared)
		for _, c := range a.Clusters {
			objects = append(objects, c.Objects...)
		}
		for _, o := range objects {
			if isWanted := o.State == status.Ready || o.Message == "the document suspends it"; isWanted {
				assert.Equal(t, o.Of, "", o.ID)
				continue
			}
			if of[o.Of] == nil {
				of[o.Of] = map[render.ID]bool{}
			}
			of[o.Of][o.ID] = true
		}
	}
	all, _ := s.Causes()
	for _, c := range all {
		assert.Equal(t, len(of[c.Key]), c.Objects, c.Key)
		assert.Equal(t, strings.Contains(c.Key, " "), false, c.Key)
		assert.Assert(t, c.Names == nil && c.Revision == "")
		if found[c.Key]++; found[c.Key] > 1 {
			t.Errorf("%s is twice", c.Key)
		}
		line := fmt.Sprintf("%s %s: %s, %d objects, %d applications, %d clusters", c.State, c.Key, c.Object, c.Objects,
			c.Applications, c.Clusters)
		if !c.Since.IsZero() {
			line += " since " + c.Since.Format("15:04")
		}
		if line += ": " + c.Why; c.IsNew {
			line += " (new)"
		}
		lines = append(lines, line)
	}
	assert.Equal(t, len(of), len(found))
	return lines
}

// state is the status of an object that is not ready since an hour.
func state(ready, reason, message, hour string) string {
	return `{"observedGeneration": 1, "history": [{"chartName": "shop", "chartVersion": "1.2.3"}], "conditions": [` +
		at(hour, "Ready", ready, fmt.Sprintf(`, "reason": %q, "message": %q`, reason, message)) + `]}`
}

// renamed returns an application under another name.
func renamed(document, name string, changes ...string) string {
	changes = append(changes, "metadata: {name: shop,", "metadata: {name: "+name+",")
	return strings.NewReplacer(changes...).Replace(document)
}

// TestCauses has one cause for all that one object causes, and one for failures that are alike, in all applications.
func TestCauses(t *testing.T) {
	failing := strings.Replace(on("HelmRepository", "charts", "{}", state("False", "IndexationFailed",
		"failed to fetch: 401 Unauthorized", "06")), `"generation": 2`, `"generation": 1`, 1)
	waits := state("False", "SourceNotReady", "HelmChart 'apps/x' is not ready: does not have an artifact", "03")
	after := strings.Replace(shop, "interval: 10m", "interval: 10m\n        dependsOn: [{application: shop}]", 1)
	const source = "HelmRepository/apps/charts: HelmRepository apps/charts, "
	waiting, charts := map[string]string{}, []string{}
	for i, cluster := range []string{"berlin", "tokyo"} {
		waiting["shop-"+cluster] = strings.Replace(waits, `"history"`, `"helmChart": "apps/`+cluster+`", "history"`, 1)
		charts = append(charts, strings.Replace(on("HelmChart", cluster, `{"chart": "shop", "sourceRef": {"kind": `+
			`"HelmRepository", "name": "charts"}}`, state("False", "R", fmt.Sprint("no chart ", i+1), "06")),
			`"generation": 2`, `"generation": 1`, 1))
	}
	for name, c := range map[string]struct {
		documents string
		sources   []string
		statuses  map[string]string // of objects by their names; others are ready
		want      []string
	}{
		"none": {shop, nil, nil, nil},
		"a source of two applications, and what waits for one": {
			renamed(shop, "web") + "---\n" + shop + "---\n" + renamed(after, "after"), []string{failing},
			map[string]string{"after-berlin": state("False", "DependencyNotReady", "x", "01"), "shop-tokyo": waits},
			[]string{"failed " + source + "7 objects, 3 applications, 2 clusters since 06:00: IndexationFailed: failed to " +
				"fetch: 401 Unauthorized"}},
		"alike, whatever they are called": {renamed(shop, "web") + "---\n" + shop, nil, map[string]string{
			"web-berlin":  state("False", "InstallFailed", "web-berlin: timeout after 5m0s", "02"),
			"shop-tokyo":  state("False", "InstallFailed", "shop-tokyo: timeout after 6m2s", "04"),
			"shop-berlin": state("False", "InstallFailed", "shop-berlin: no such secret", "05")}, []string{
			"failed HelmRelease/apps/shop-tokyo: 2 HelmReleases, 2 objects, 2 applications, 2 clusters since 02:00: " +
				"InstallFailed, for example on tokyo: shop-tokyo: timeout after 6m2s",
			"failed HelmRelease/apps/shop-berlin: HelmRelease apps/shop-berlin, 1 objects, 1 applications, 1 clusters since " +
				"05:00: InstallFailed: shop-berlin: no such secret"}},
		"what waits for it, also through others": {behind(shop, "web", "shop") + "---\n" + shop + "---\n" +
			behind(shop, "last", "web"), nil, map[string]string{
			"shop-berlin": state("False", "InstallFailed", "no", "05"),
			"web-berlin":  state("False", "DependencyNotReady", "x", "01"),
			"last-berlin": state("False", "DependencyNotReady", "x", "02"),
			"last-tokyo":  state("False", "DependencyNotReady", "other", "02")}, []string{
			"failed HelmRelease/apps/shop-berlin: HelmRelease apps/shop-berlin, 3 objects, 3 applications, 1 clusters since " +
				"05:00: InstallFailed: no",
			"progressing HelmRelease/apps/last-tokyo: HelmRelease apps/last-tokyo, 1 objects, 1 applications, 1 clusters " +
				"since 02:00: DependencyNotReady: other"}},
		"the charts that Flux makes, of a repository": {shop, append(charts, failing), waiting, []string{
			"failed " + source + "3 objects, 1 applications, 2 clusters since 06:00: IndexationFailed: failed to fetch: 401 " +
				"Unauthorized"}},
		"the charts that Flux makes": {shop, charts, waiting, []string{
			"failed HelmRelease/apps/shop-berlin: HelmRelease apps/shop-berlin and 1 more, 2 objects, 1 applications, 2 " +
				"clusters since 06:00: R, for example on berlin: HelmChart apps/berlin: no chart 1"}},
		"suspended by the document, and by somebody": {strings.Replace(shop, "interval: 10m",
			"interval: 10m\n        suspend: true", 1) + "---\n" + renamed(shop, "web"), nil,
			map[string]string{"web-berlin": "suspended"}, []string{
				"suspended HelmRelease/apps/web-berlin: HelmRelease apps/web-berlin, 1 objects, 1 applications, 1 clusters: " +
					"somebody suspended it, and the document does not"}},
	} {
		t.Run(name, func(t *testing.T) {
			result := renderText(t, c.documents, render.Options{})
			objects := slices.Clone(c.sources)
			for _, o := range result.Objects {
				switch text := c.statuses[o.Name()]; text {
				case "":
					objects = append(objects, onServer(t, o, ready))
				case "suspended":
					objects = append(objects, onServer(t, o, ready, "spec/suspend", "true"))
				default:
					objects = append(objects, onServer(t, o, text))
				}
			}
			var observed status.Observed
			observe(t, &observed, "", objects...)
			assert.DeepEqual(t, causesText(t, status.Summarize(result, observed)), c.want)
		})
	}
}

// behind returns an application under another name that waits for another one.
func behind(document, name, before string) string {
	return renamed(document, name, "interval: 10m", "interval: 10m\n        dependsOn: [{application: "+before+"}]")
}

// TestEarlier tells what is new since an earlier time, and what is over, of what was read at both times.
func TestEarlier(t *testing.T) {
	documents := strings.NewReplacer("spec:\n", "spec:\n  topology: Standalone\n").Replace(shop + "---\n" +
		renamed(shop, "web"))
	result := renderText(t, documents, render.Options{})
	source := func(message string) string {
		return on("HelmRepository", "charts", "{}", strings.ReplaceAll(state("False", "R", message, "06"), `Generation": 1`,
			`Generation": 2`))
	}
	list := func(server string, sources []string, statuses ...string) []byte { // of the releases of a server
		objects := slices.Clone(sources)
		for _, o := range result.Objects {
			if o.ID().Server == server {
				text := ready
				if len(statuses) > 0 {
					text, statuses = statuses[0], statuses[1:]
				}
				objects = append(objects, onServer(t, o, text))
			}
		}
		return []byte(`{"apiVersion": "v1", "kind": "List", "items": [` + strings.Join(objects, ",") + "]}")
	}
	failed := func(message string) string { return state("False", "InstallFailed", message, "02") }
	const shopFails, webFails = "failed berlin/HelmRelease/apps/shop-berlin", "failed berlin/HelmRelease/apps/web-berlin"
	const sourceFails = "failed berlin/HelmRepository/apps/charts"
	for name, c := range map[string]struct {
		now, earlier []byte
		want, over   []string
	}{
		"the same":  {list("berlin", nil, failed("no")), list("berlin", nil, failed("no")), []string{shopFails}, nil},
		"it begins": {list("berlin", nil, failed("no")), list("berlin", nil), []string{shopFails + " (new)"}, nil},
		"it ends":   {list("berlin", nil), list("berlin", nil, failed("no")), nil, []string{shopFails}},
		"another object fails alike": {list("berlin", nil, ready, failed("no 1")), list("berlin", nil, failed("no 2")),
			[]string{webFails}, nil},
		"another one fails otherwise": {list("berlin", nil, ready, failed("no")), list("berlin", nil, failed("yes")),
			[]string{webFails + " (new)"}, []string{shopFails}},
		"it fails otherwise": {list("berlin", nil, failed("no")), list("berlin", nil, failed("yes")), []string{shopFails},
			nil},
		"another cause": {list("berlin", []string{source("m")}), list("berlin", []string{on("HelmRepository", "charts", "{}",
			fetched("1"))}, failed("no"), failed("no")), []string{sourceFails + " (new)"}, []string{shopFails}},
		"the source, with another message": {list("berlin", []string{source("m")}), list("berlin", []string{source("n")}),
			[]string{sourceFails}, nil},
		"a kind that was not read": {list("berlin", []string{source("m")}), list("berlin", nil), []string{sourceFails}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var observed status.Observed
			assert.NilError(t, observed.AddFile("berlin", "now.json", c.now))
			assert.NilError(t, observed.AddFile("tokyo", "tokyo.json", list("tokyo", nil, failed("no tokyo"))))
			assert.NilError(t, observed.AddFile("berlin", "earlier.json", c.earlier))
			s := status.Summarize(result, observed)
			var got, over []string
			causes, ended := s.Causes()
			for _, all := range []struct {
				of []status.Cause
				to *[]string
			}{{causes, &got}, {ended, &over}} {
				for _, cause := range all.of {
					text := fmt.Sprint(cause.State, " ", cause.Key)
					if cause.IsNew {
						text += " (new)"
					}
					if !strings.Contains(text, "tokyo") || cause.IsNew {
						*all.to = append(*all.to, text)
					}
				}
			}
			assert.DeepEqual(t, got, c.want)
			assert.DeepEqual(t, over, c.over)
			text := textOf(t, s, status.PrintOptions{})
			hasNew := strings.Contains(text, "new since earlier.json:\n  failed  ")
			assert.Equal(t, hasNew, strings.Contains(fmt.Sprint(got), "new"), text)
			assert.Equal(t, strings.Contains(text, "over since earlier.json:\n  failed  "), len(over) > 0, text)
			err := observed.AddFile("berlin", "third.json", list("berlin", nil, failed("third"), failed("third")))
			assert.ErrorContains(t, err, "is also at earlier.json:1:")
		})
	}
	var none status.Observed
	assert.NilError(t, none.AddFile("berlin", "now.json", list("berlin", nil)))
	_, over := status.Summarize(result, none).Causes()
	assert.Assert(t, over == nil)

	var empty status.Observed // now; the full file must not be taken for the present
	assert.NilError(t, empty.AddFile("berlin", "now.json", []byte(`{"apiVersion": "v1", "kind": "List", "items": []}`)))
	assert.NilError(t, empty.AddFile("berlin", "earlier.json", list("berlin", nil)))
	assert.Assert(t, !status.Summarize(result, empty).IsReady())
	for _, a := range status.Summarize(result, empty).Applications {
		assert.Equal(t, a.Clusters[0].State, status.Missing)
	}
}
