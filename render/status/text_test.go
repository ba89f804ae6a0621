package status_test

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"gotest.tools/v3/assert"
	"gotest.tools/v3/golden"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
)

// now is the time of the fleets that tests make.
var now = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)

// textOf prints a status for people.
func textOf(t testing.TB, s status.Status, o status.PrintOptions) string {
	t.Helper()
	var out bytes.Buffer
	assert.NilError(t, s.WriteText(&out, o))
	return out.String()
}

// TestTextOfRecorded compares what is printed of each recorded situation with testdata/text.
func TestTextOfRecorded(t *testing.T) {
	folders, err := filepath.Glob("testdata/observed/*/app.yaml")
	assert.NilError(t, err)
	assert.Assert(t, len(folders) >= 30)
	for _, file := range folders {
		folder := filepath.Dir(file)
		t.Run(filepath.Base(folder), func(t *testing.T) {
			document, err := os.ReadFile(file)
			assert.NilError(t, err)
			result := renderText(t, string(document), render.Options{})
			golden.Assert(t, textOf(t, status.Summarize(result, recorded(t, folder)),
				status.PrintOptions{Now: recordedAt(t, folder).Add(5 * time.Hour)}),
				filepath.Join("text", filepath.Base(folder)+".txt"))
		})
	}
}

// recordedAt returns the newest time in a recorded situation. Some hours later, its ages are the same whenever it was
// recorded.
func recordedAt(t *testing.T, folder string) (newest time.Time) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "observed*.yaml"))
	assert.NilError(t, err)
	for _, file := range files {
		data, err := os.ReadFile(file)
		assert.NilError(t, err)
		for _, text := range regexp.MustCompile(`\d{4}-\d\d-\d\dT[0-9:]{8}Z`).FindAllString(string(data), -1) {
			at, err := time.Parse(time.RFC3339, text)
			assert.NilError(t, err)
			newest = slices.MaxFunc([]time.Time{newest, at}, time.Time.Compare)
		}
	}
	return newest
}

// fleetOf returns the status of an application on many clusters. Change makes something of a workload that is ready.
func fleetOf(clusters int, change func(i int, o *status.Object)) status.Status {
	a := status.Application{Name: "apps/podinfo"}
	for i := range clusters {
		o := status.Object{
			ID: render.ID{Kind: "HelmRelease", Namespace: "apps"}, Cluster: fmt.Sprintf("store-%05d", i), Workload: true,
			Counted: true,
			State:   status.Ready, Revision: "podinfo@6.9.0", Since: now.Add(-50 * time.Hour),
		}
		o.Name = "podinfo-" + o.Cluster
		change(i, &o)
		switch {
		case o.State == status.Extra:
			o.Counted = false
			a.Extra++
		case !o.Counted:
			a.Suspended++
		case o.State == status.Ready:
			a.Ready++
			a.Total++
		default:
			a.Total++
		}
		a.Clusters = append(a.Clusters, status.Cluster{Name: o.Cluster, Objects: []status.Object{o}})
	}
	return status.Status{Applications: []status.Application{a}}
}

// set gives an object a state and what is told about it.
func set(o *status.Object, state status.State, since time.Duration, reason, message string) {
	o.State, o.Reason, o.Message, o.Since = state, reason, message, now.Add(-since)
}

// TestTextOfManyClusters prints fleets: equal troubles once, and what is ready by its revision.
func TestTextOfManyClusters(t *testing.T) {
	webhook := func(i int) string {
		return fmt.Sprintf("Helm install failed for release podinfo/podinfo with chart podinfo@6.9.0: failed to create "+
			"resource: Internal error occurred: failed calling webhook \"validate.example.com\": failed to call webhook: Post "+
			"\"https://10.0.%d.%d:443/validate?timeout=10s\": dial tcp 10.0.%[1]d.%[2]d:443: i/o timeout", i/250, i%250)
	}
	for name, c := range map[string]struct {
		clusters int
		change   func(i int, o *status.Object)
	}{
		"3-ready": {3, func(int, *status.Object) {}},
		"3-failed": {3, func(i int, o *status.Object) {
			if i == 1 {
				set(o, status.Failed, 150*time.Second, "InstallFailed", webhook(i))
				o.Revision = ""
			}
		}},
		"40": {40, func(i int, o *status.Object) {
			switch {
			case i%7 == 3:
				set(o, status.Failed, time.Duration(i)*time.Minute, "InstallFailed", webhook(i))
			case i == 4:
				set(o, status.Missing, 0, "", "the hub does not have it")
				o.Revision, o.Since = "", time.Time{}
			case i == 5:
				set(o, status.Stale, 90*time.Second, "", "the server does not have what the document renders: spec.values.replicas")
				o.Revision = "podinfo@6.8.0"
			case i == 6:
				set(o, status.Suspended, 9*time.Hour, "", "the document suspends it")
				o.Counted = false
			case i == 8:
				set(o, status.Suspended, 9*time.Hour, "", "somebody suspended it, and the document does not")
			case i == 9 || i == 11:
				set(o, status.Progressing, 5*time.Second, "DependencyNotReady", "dependency 'apps/"+o.Name+"-db' is not ready")
			case i == 12:
				set(o, status.Extra, time.Hour, "", "the document does not render it any more")
			case i == 13:
				o.Namespace = "other"
				set(o, status.Unknown, 0, "", "no controller has written its status yet")
			}
		}},
		"10000": {10000, func(i int, o *status.Object) {
			switch {
			case i%700 == 3:
				set(o, status.Failed, time.Duration(i)*time.Minute, "InstallFailed", webhook(i))
			case i%1000 == 7:
				set(o, status.Stalled, time.Hour, "RetriesExceeded",
					fmt.Sprintf("the cluster has trouble of its own: %c", 'a'+i/1000))
			case i > 9000:
				o.Revision = "podinfo@6.8.0"
			}
		}},
		"30-reasons": {30, func(i int, o *status.Object) {
			set(o, status.Failed, time.Hour, fmt.Sprintf("Reason%02d", i), "")
		}},
		"10000-names": {10000, func(i int, o *status.Object) { // pinned names, and a revision for each cluster
			o.Name, o.Revision = fmt.Sprintf("release-%c%c", 'a'+i%26, 'a'+i/26%26), fmt.Sprintf("main@sha1:%040x", i)
			if i%2 == 0 {
				set(o, status.Failed, time.Hour, "BuildFailed", "no such folder: "+o.Name)
			}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			golden.Assert(t, textOf(t, fleetOf(c.clusters, c.change), status.PrintOptions{Now: now}),
				filepath.Join("text", "fleet-"+name+".txt"))
		})
	}
}

// TestTextOfApplications puts those that are not ready first, and counts.
func TestTextOfApplications(t *testing.T) {
	named := func(name string, s status.Status) status.Application {
		s.Applications[0].Name = name
		return s.Applications[0]
	}
	good := func(int, *status.Object) {}
	source := status.Object{ID: render.ID{Kind: "GitRepository", Namespace: "apps", Name: "web"}}
	set(&source, status.Failed, time.Hour, "GitOperationFailed", "authentication required")
	withSource := named("c", fleetOf(2, func(_ int, o *status.Object) { o.Namespace = "" }))
	withSource.Shared = []status.Object{source}
	all := status.Status{Applications: []status.Application{
		named("apps/a", fleetOf(2, good)),
		named("apps/b", fleetOf(2, func(i int, o *status.Object) { set(o, status.Stalled, time.Minute, "BuildFailed", "") })),
		withSource,
		named("apps/d", fleetOf(0, good)),
		named("apps/hub", fleetOf(1,
			func(_ int, o *status.Object) { o.Cluster = ""; o.Name = "podinfo"; o.State = status.Missing })),
		named("apps/z", fleetOf(2, good)),
	}}
	golden.Assert(t, textOf(t, all, status.PrintOptions{Now: now}), filepath.Join("text", "applications.txt"))
	assert.Equal(t, textOf(t, status.Status{}, status.PrintOptions{}), "no workload counts\n")
}

// TestTextOfSeveralObjects counts the clusters of a row once, where some have several objects in it.
func TestTextOfSeveralObjects(t *testing.T) {
	failed := func(i int, o *status.Object) { set(o, status.Failed, time.Hour, "BuildFailed", "no such folder") }
	s := fleetOf(4, failed)
	a := &s.Applications[0]
	for i := range a.Clusters {
		for _, name := range []string{"api", "web"} {
			o := a.Clusters[i].Objects[0]
			o.Name = fmt.Sprint(name, "-", string(rune('a'+i)))
			a.Clusters[i].Objects = append(a.Clusters[i].Objects, o)
		}
	}
	a.Total = 12
	assert.Equal(t, textOf(t, s, status.PrintOptions{Now: now}), `apps/podinfo: ready 0/12; 12 failed
  STATE   SINCE  CLUSTER     OBJECT           REVISION
  failed  60m    4 clusters  12 HelmReleases  podinfo@6.9.0
    on store-00000 to store-00003
    BuildFailed: no such folder
`)
}

// TestTextTimes prints ages in units that leave them short, and times without a clock.
func TestTextTimes(t *testing.T) {
	for age, want := range map[time.Duration]string{
		-time.Hour: "0s", 0: "0s", 119 * time.Second: "119s", 2 * time.Minute: "2m", 119 * time.Minute: "119m",
		2 * time.Hour:  "2h",
		47 * time.Hour: "47h", 48 * time.Hour: "2d", 1000 * 24 * time.Hour: "1000d",
	} {
		s := fleetOf(1, func(_ int, o *status.Object) { set(o, status.Failed, age, "", "") })
		row := strings.Fields(strings.Split(textOf(t, s, status.PrintOptions{Now: now}), "\n")[2])
		assert.Check(t, row[1] == want, "%v: %s", age, row)
		row = strings.Fields(strings.Split(textOf(t, s, status.PrintOptions{}), "\n")[2])
		assert.Check(t, row[1] == now.Add(-age).Format("2006-01-02T15:04:05Z"), "%v: %s", age, row)
	}
}

// TestTextColors colors the sum and the states, and nothing else.
func TestTextColors(t *testing.T) {
	colors := map[status.State]string{
		status.Failed: "31", status.Stalled: "31", status.Missing: "31", status.Ready: "32", status.Stale: "33",
		status.Unknown:     "33",
		status.Progressing: "33", status.Suspended: "33",
	}
	for state, color := range colors {
		s := fleetOf(2, func(i int, o *status.Object) {
			if i == 0 {
				o.State = state
			}
		})
		colored := textOf(t, s, status.PrintOptions{Now: now, Color: true})
		assert.Check(t, strings.HasPrefix(colored, "apps/podinfo: \x1b["+color+"mready "), "%s: %q", state, colored)
		if state != status.Ready {
			assert.Check(t, strings.Contains(colored, "\n  \x1b["+color+"m"+string(state)+"\x1b[0m "), "%s: %q", state, colored)
		}
		for _, code := range []string{"31", "32", "33", "0"} {
			colored = strings.ReplaceAll(colored, "\x1b["+code+"m", "")
		}
		assert.Equal(t, colored, textOf(t, s, status.PrintOptions{Now: now}))
	}
}

// hostile are texts that others write into objects.
var hostile = []string{
	"", " ", "\n", "a\nb\r\n\tc", "\x1b[31mred\x1b[0m", "\x1b]8;;http://example.com\x07link", "\x00", "\u202eevil",
	"\ufeff\u200b",
	strings.Repeat("long ", 5000), strings.Repeat("x", 5000), strings.Repeat("ü", 300), strings.Repeat("漢字 ", 100),
	"\xff\xfe",
	"a " + strings.Repeat("y", 200) + " z", strings.Repeat(" ", 300) + "end", "…", "$(cluster.name)", "%s%d",
}

// TestTextOfHostileObjects prints whole lines that fit a terminal, whatever controllers write.
func TestTextOfHostileObjects(t *testing.T) {
	for i, message := range hostile {
		for j, reason := range hostile {
			if testing.Short() && (i+j)%3 > 0 {
				continue
			}
			for _, state := range []status.State{status.Failed, status.Ready, status.Extra} {
				s := fleetOf(30, func(i int, o *status.Object) {
					set(o, state, time.Duration(i)*time.Hour, reason, message+strings.Repeat("!", i%3))
					o.Revision = message
				})
				text := textOf(t, s, status.PrintOptions{Now: now})
				assert.Assert(t, utf8.ValidString(text) && strings.HasSuffix(text, "\n"))
				for line := range strings.Lines(text) {
					line = strings.TrimSuffix(line, "\n")
					assert.Assert(t, utf8.RuneCountInString(line) <= 120, "%q", line)
					assert.Assert(t, !strings.ContainsFunc(line, func(r rune) bool { return !unicode.IsPrint(r) }), "%q", line)
				}
			}
		}
	}
}

// TestTextOfHostileNames prints names that no server has in one piece.
func TestTextOfHostileNames(t *testing.T) {
	for _, name := range hostile {
		s := fleetOf(3, func(i int, o *status.Object) {
			o.Name, o.Cluster, o.Namespace, o.State, o.Message = name+fmt.Sprint(i), fmt.Sprint(i)+name, name,
				status.Failed, name
		})
		s.Applications[0].Name = name
		text := textOf(t, s, status.PrintOptions{Now: now})
		assert.Assert(t, utf8.ValidString(text))
		assert.Assert(t, !strings.ContainsFunc(strings.ReplaceAll(text, "\n", ""),
			func(r rune) bool { return !unicode.IsPrint(r) }), "%q", text)
	}
}

// TestTextOfLongNames keeps columns in place, except the row of a long name.
func TestTextOfLongNames(t *testing.T) {
	long := strings.Repeat("n", 63)
	s := fleetOf(3, func(i int, o *status.Object) {
		set(o, status.Failed, time.Hour, "BuildFailed", strings.Repeat("w", i+1))
		if i == 1 {
			o.Cluster, o.Name, o.Namespace = long, long+"-x", long
		}
	})
	lines := strings.Split(textOf(t, s, status.PrintOptions{Now: now}), "\n")
	column := strings.Index(lines[1], "REVISION")
	assert.Assert(t, column > 0 && column < 100, lines[1])
	aligned := 0
	for _, line := range lines[2:] {
		if strings.Index(line, "podinfo@") == column {
			aligned++
		}
	}
	assert.Equal(t, aligned, 2, strings.Join(lines, "\n"))
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, os.ErrClosed }

// TestTextWriter returns the error of the writer.
func TestTextWriter(t *testing.T) {
	assert.ErrorIs(t, fleetOf(10, func(int, *status.Object) {}).WriteText(failing{}, status.PrintOptions{}), os.ErrClosed)
}
