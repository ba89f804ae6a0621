package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// waveCase is what can happen to three waves, of which the first two are closed.
type waveCase struct {
	name string
	play func(*ordered)
}

// waveCases happen one after another.
var waveCases = []waveCase{
	{"all change", func(f *ordered) {
		f.change(f.sites...)
		f.storesAll()
	}},
	{"one of the middle and the last wave change", func(f *ordered) {
		f.change(append(f.in(2), f.other(1))...)
		f.storesAll()
	}},
	{"the closing one of the middle and the last wave change", func(f *ordered) {
		f.change(append(f.in(2), f.closes(1))...)
		f.storesAll()
	}},
	{"one of the first and the last wave change, and the first fails", func(f *ordered) {
		failing := f.other(0)
		failing.refused = true
		f.change(append(f.in(2), failing)...)
		f.storesAll()
		f.fails(failing, 2)
	}},
	{"one of the middle fails, and the last wave changes with it", func(f *ordered) {
		failing := f.other(1)
		failing.refused = true
		f.change(append(f.in(2), failing)...)
		f.storesAll()
		f.fails(failing, 2)
	}},
	{"one of the first fails later, and then the middle alone changes", func(f *ordered) {
		failing := f.other(0)
		f.reaches(failing, false)
		f.awaitsClosing(0)
		f.change(f.in(1)...)
		f.stores(f.in(1)...)
		f.holds(1)
		f.reaches(failing, true)
		f.storesAll()
	}},
	{"one of the first is suspended by hand, and then the middle alone changes", func(f *ordered) {
		f.suspends(f.other(0), f.in(1), func() { f.awaitsClosing(0) })
	}},
	{"the closing one of the first is suspended by hand, and then the middle alone changes", func(f *ordered) {
		f.suspends(f.closes(0), f.in(1), func() {})
	}},
	{"all change while one of the first is suspended by hand", func(f *ordered) {
		f.suspends(f.other(0), f.sites, func() {})
	}},
	{"the closing one of the first leaves, and comes back, and all change each time", func(f *ordered) {
		closing := f.closes(0)
		f.leave(closing)
		assert.Assert(f.t, f.closes(0) != closing)
		f.settles()
		f.come(closing)
		assert.Equal(f.t, f.closes(0), closing)
	}},
	{"too many of the first leave for a closing one, and come back, and all change each time", func(f *ordered) {
		leaving := []*site{f.closes(0), f.other(0)}
		f.leave(leaving...)
		assert.Equal(f.t, len(f.closing), 1)
		f.settles()
		f.come(leaving...)
		assert.Equal(f.t, len(f.closing), 2)
	}},
}

// revision is the last case: from then on the repository has the message.
var revision = waveCase{"the source has a new revision, which one of the first cannot apply", func(f *ordered) {
	failing := f.other(0)
	f.reaches(failing, false)
	f.changesSource()
	f.holds(1)
	f.holds(2)
	f.reaches(failing, true)
}}

// TestWaveCases holds that a wave waits for the one before it in each of these cases.
func TestWaveCases(t *testing.T) {
	w := newOrdered(t)
	for _, kind := range []orderedKind{orderedReleases, orderedKustomizations} {
		t.Run(kind.resource, func(t *testing.T) {
			t.Parallel()
			f := w.ordered(t, kind, 24, 22, 24)
			f.installs()
			cases := waveCases
			if kind == orderedKustomizations { // helm-controller compares no revisions of a source
				cases = append(slices.Clone(cases), revision)
			}
			for _, c := range cases {
				began := time.Now()
				c.play(f)
				f.settles()
				t.Logf("%s: %s", c.name, since(began))
			}
		})
	}
}

// settles waits until all are done, and holds that none was too early.
func (f *ordered) settles() {
	f.t.Helper()
	f.done()
	assert.DeepEqual(f.t, f.leaks(), []string(nil))
}

// reaches takes the kubeconfig of a cluster away, so that its object fails, or gives it back.
func (f *ordered) reaches(s *site, does bool) {
	f.t.Helper()
	if does {
		f.kubeconfigs(s)
	} else {
		kubectl(f.t, f.hub, nil, "delete", "secret", "-n", "apps", f.secret(s))
	}
	f.reconcile(f.kind.resource, f.object(s))
	f.awaits(func() string {
		if o := f.objects.last(f.object(s)); o.is("Ready=True") != does || o.is("Ready=False") == does {
			return fmt.Sprintf("%s is not so: %+v", f.object(s), o.object)
		}
		return ""
	})
}

// leave takes clusters away, while all others change.
func (f *ordered) leave(sites ...*site) {
	f.t.Helper()
	f.sites = slices.DeleteFunc(f.sites, func(s *site) bool { return slices.Contains(sites, s) })
	f.change(f.sites...)
	f.storesAll()
	for _, s := range sites {
		kubectl(f.t, f.hub, nil, "delete", f.kind.resource, "-n", "apps", f.object(s))
	}
}

// come brings clusters back, while all change.
func (f *ordered) come(sites ...*site) {
	f.t.Helper()
	f.sites = append(slices.Clone(sites), f.sites...)
	f.change(f.sites...)
	f.storesAll()
}

// changesSource gives all clusters a message that none has had, by a new revision of the source alone.
func (f *ordered) changesSource() {
	f.t.Helper()
	f.changes++
	for _, s := range f.sites {
		s.message = f.newest()
	}
	work := filepath.Join(f.content.dir, "waves")
	text := strings.ReplaceAll(variable, "${message}", f.newest())
	assert.NilError(f.t, os.WriteFile(filepath.Join(work, "deploy", "message.yaml"), []byte(text), 0o644))
	f.revision = f.push(work)
	f.reconcile("gitrepositories", f.kind.app)
}

// suspends suspends an object by hand, lets a change come when others have noticed, and holds that it waits.
func (f *ordered) suspends(s *site, changed []*site, noticed func()) {
	f.t.Helper()
	f.patch(f.kind.resource, f.object(s), `{"spec":{"suspend":true}}`)
	noticed()
	f.change(changed...)
	f.stores(changed...)
	f.holds(1)
	f.patch(f.kind.resource, f.object(s), `{"spec":{"suspend":null}}`)
	f.storesAll()
}

// awaitsClosing waits until the closing object of a wave has noticed that another one is not ready any more.
func (f *ordered) awaitsClosing(wave int) {
	f.t.Helper()
	began, name := time.Now(), f.object(f.closes(wave))
	f.awaits(func() string {
		if o := f.objects.last(name); !o.is("Ready=False/DependencyNotReady") {
			return fmt.Sprintf("%s has not noticed: %+v", name, o.object)
		}
		return ""
	})
	assert.Assert(f.t, time.Since(began) < 90*time.Second)
}
