package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// The clusters of the random fleets: of a hub, and with a Flux of their own.
var (
	hubClusters = []string{"c1", "c2", "c3", "c4", "c5"}
	ownClusters = []string{"s1", "s2", "s3"}
)

// randomApp is an application of a random fleet.
type randomApp struct {
	isHelm, isOwn, isMissing bool
	waitsFor                 string
	clusters                 []string
}

// randomFleet is what people write: applications, and a RenderConfig.
type randomFleet struct {
	apps                         map[string]randomApp
	delivers, artifacts, oneFile bool
	groups                       int
	more                         string // fields of delivery
	source, path                 string
	next                         string
	chosen                       []string // applications of the RenderConfig
}

var appNames = []string{"crds", "db", "shop", "web"}

func (r randomFleet) clone() randomFleet {
	apps := map[string]randomApp{}
	for name, a := range r.apps {
		a.clusters = slices.Clone(a.clusters)
		apps[name] = a
	}
	r.apps = apps
	return r
}

func (r randomFleet) write(t testFolder) {
	for name, a := range r.apps {
		topology := map[bool]string{true: "Standalone", false: "HubAndSpoke"}[a.isOwn]
		text := clustered(name, topology, a.clusters...)
		if a.waitsFor != "" {
			text = after(text, a.waitsFor)
		}
		if a.isHelm {
			text = released(name, topology, a.waitsFor, a.clusters...)
		}
		if put(t, "apps/"+name+".yaml", text); a.isMissing {
			assert.NilError(t, os.Remove(t.path("apps/"+name+".yaml")))
		}
	}
	var fields []string
	if r.delivers {
		fields = append(fields, fmt.Sprintf("sourceRef: {kind: GitRepository, name: %s}, path: %s, groups: %d, "+
			"artifacts: %t, files: %s%s", r.source, r.path, r.groups, r.artifacts,
			map[bool]string{true: "application", false: "object"}[r.oneFile], r.more))
	}
	if r.next != "" {
		fields = append(fields, "next: {"+r.next+"}")
	}
	spec := "applications: [" + strings.Join(r.chosen, ", ") + "]"
	if len(fields) > 0 {
		spec += ", delivery: {" + strings.Join(fields, ", ") + "}"
	}
	put(t, "fluxapp.yaml", "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\n"+
		"metadata: {name: fleet, namespace: flux-system}\nspec: {"+spec+"}\n")
}

// player changes a fleet at random, as people do, and watches what its Flux makes of it.
type player struct {
	testFolder
	*rand.Rand
	now   randomFleet
	flux  flux
	paths map[string]string // of the user's Kustomizations, by API server
	told  map[string]bool   // objects that are deleted, as soon as Flux can build their folder
	log   []string
}

func newPlayer(t testFolder, seed uint64) *player {
	p := &player{testFolder: t, Rand: rand.New(rand.NewPCG(seed, 51)),
		paths: map[string]string{"": ".", "s1": "", "s2": "", "s3": ""}, told: map[string]bool{},
		now: randomFleet{apps: map[string]randomApp{}, source: "fleet", path: "./deploy", groups: 3}}
	all := p.IntN(3) // all on a hub, all with a Flux of their own, or both
	for i, name := range appNames {
		isOwn := all == 1 || all == 2 && i%2 == 1
		p.now.apps[name] = randomApp{isHelm: name == "db" || name == "shop", isOwn: isOwn,
			clusters: p.some(clustersFor(isOwn))}
	}
	p.now.delivers = p.IntN(4) > 0
	p.now.artifacts, p.now.oneFile = p.IntN(2) > 0, p.IntN(3) == 0
	return p
}

func clustersFor(isOwn bool) []string {
	if isOwn {
		return ownClusters
	}
	return hubClusters
}

// some returns one of some texts or more, in their order.
func (p *player) some(all []string) (chosen []string) {
	for len(chosen) == 0 {
		for _, text := range all {
			if p.IntN(2) == 0 {
				chosen = append(chosen, text)
			}
		}
	}
	return chosen
}

// change changes a fleet in one way.
func (p *player) change(r *randomFleet) string {
	name := appNames[p.IntN(len(appNames))]
	a := r.apps[name]
	defer func() { r.apps[name] = a }()
	switch p.IntN(12) {
	case 0, 1:
		a.clusters = p.some(clustersFor(a.isOwn))
		return fmt.Sprintf("%s on %v", name, a.clusters)
	case 2:
		if i := p.IntN(len(a.clusters)); len(a.clusters) < len(clustersFor(a.isOwn)) {
			free := slices.DeleteFunc(slices.Clone(clustersFor(a.isOwn)),
				func(cluster string) bool { return slices.Contains(a.clusters, cluster) })
			a.clusters[i] = free[p.IntN(len(free))]
		}
		return fmt.Sprintf("%s renamed to %v", name, a.clusters)
	case 3, 4:
		if other := appNames[p.IntN(len(appNames))]; a.waitsFor != "" {
			a.waitsFor = ""
		} else if b := r.apps[other]; b.isHelm != a.isHelm && b.isOwn == a.isOwn {
			a.waitsFor, a.clusters = other, slices.Clone(b.clusters)
		}
		return fmt.Sprintf("%s waits for %q", name, a.waitsFor)
	case 5:
		a.isMissing = !a.isMissing
		return fmt.Sprintf("%s missing: %t", name, a.isMissing)
	case 6, 7:
		r.groups = 1 + p.IntN(4)
		return fmt.Sprintf("groups: %d", r.groups)
	case 8:
		r.artifacts = !r.artifacts
		return fmt.Sprintf("artifacts: %t", r.artifacts)
	case 9:
		r.delivers = !r.delivers
		return fmt.Sprintf("delivery: %t", r.delivers)
	case 10:
		r.source, r.path = []string{"fleet", "other"}[p.IntN(2)], []string{"./deploy", "./elsewhere"}[p.IntN(2)]
		return fmt.Sprintf("source %s, path %s", r.source, r.path)
	}
	r.oneFile, r.more = !r.oneFile, []string{"", ", interval: 5m"}[p.IntN(2)]
	return fmt.Sprintf("one file: %t%s", r.oneFile, r.more)
}

// run renders a fleet, perhaps a part of it. When that is not refused, Flux applies it.
func (p *player) run(r randomFleet, why string) (isGood bool) {
	p.Helper()
	args := []string{"render", "apps", "-o", "dir=deploy", "--all-findings"}
	here := slices.DeleteFunc(slices.Clone(appNames), func(name string) bool { return r.apps[name].isMissing })
	switch r.chosen = nil; {
	case len(here) == 0:
	case p.IntN(4) == 0:
		r.chosen = p.some(here)
	case p.IntN(12) == 0:
		args = append([]string{"render"}, args[2:]...)
		for _, name := range p.some(here) {
			args = append(args, "apps/"+name+".yaml")
		}
	}
	if p.IntN(6) == 0 {
		args = append(args, "--prune-orphans")
	}
	r.write(p.testFolder)
	_, errs, code := fluxapp(p.testFolder, "", args...)
	p.log = append(p.log, fmt.Sprintf("%s; next: %q; chosen: %v; %v: %d\n%s", why, r.next, r.chosen, args[1:], code, errs))
	if code != exitGood {
		return false
	}
	if p.now = r; r.delivers {
		p.flux.source, p.flux.path = r.source, r.path
	}
	p.commit(errs)
	return true
}

// deletedObject is what a run tells of an object that it deletes.
var deletedObject = regexp.MustCompile(`: deleted the (\w+ [^;]+);`)

// commit lets Flux apply the folder, and checks that nothing is lost of which the run has not told.
func (p *player) commit(errs string) {
	p.Helper()
	files := contents(p.testFolder, "deploy")
	p.flux.files = files
	p.point(files, func(cluster string) bool { return p.flux.build(p.paths[cluster]) == nil }) // a new one, or no delivery
	deleted := p.flux.commit(files, p.paths)
	applied := map[string]bool{}
	for _, k := range p.flux.appliers {
		for name := range k.inventory {
			applied[k.server+" "+name] = true
		}
	}
	for _, told := range deletedObject.FindAllStringSubmatch(errs, -1) {
		p.told[told[1]] = true
	}
	for object := range deleted {
		server, name, _ := strings.Cut(object, " ")
		isRelease := !strings.HasPrefix(name, "Kustomization flux-system/") && (strings.HasPrefix(name, "HelmRelease ") ||
			strings.HasPrefix(name, "Kustomization "))
		switch {
		case !isRelease:
		case applied[object]:
			p.fail("%s on %q is lost, and is still there in the folder", name, server)
		case !p.told[name]:
			p.fail("%s on %q is lost, and nothing has told it", name, server)
		}
	}
	if len(p.flux.wrong) > 0 {
		p.fail("%s", strings.Join(p.flux.wrong, "\n"))
	}
}

func (p *player) fail(format string, args ...any) {
	p.Helper()
	p.Fatalf("%s\n\n%s", fmt.Sprintf(format, args...), strings.Join(p.log, "\n"))
}

// step changes the fleet once, with the commits before and behind that are asked for. Where a run is refused, people
// give the change up.
func (p *player) step() {
	p.Helper()
	to := p.now.clone()
	why := p.change(&to)
	hasOwn := slices.ContainsFunc(appNames, func(name string) bool { return p.now.apps[name].isOwn })
	if to.next = ""; to.delivers == p.now.delivers || !hasOwn {
		if p.run(to, why) {
			return
		}
	}
	before := p.now.clone()
	mark := map[bool]string{true: "groups: 0", false: fmt.Sprintf("groups: %d", to.groups)}
	marked := p.now.clone()
	if marked.next = mark[marked.delivers]; p.run(marked, "marks") {
		if to.delivers != marked.delivers && hasOwn {
			to.next = mark[to.delivers]
		}
		if p.run(to, why) && to.next != "" {
			p.point(contents(p.testFolder, "deploy"), func(string) bool { return true })
			p.commit("")
			last := p.now.clone()
			last.next = ""
			p.run(last, "marks go")
			return
		}
	}
	if p.now.next != "" {
		before.next = ""
		p.run(before, "back")
	}
}

// point gives the user's Kustomizations on some clusters the folder of what delivers, where it is there, or else the
// cluster's.
func (p *player) point(files map[string]string, of func(cluster string) bool) {
	for _, cluster := range ownClusters {
		if _, delivers := files[cluster+"/delivery/kustomization-fleet.yaml"]; !of(cluster) {
			continue
		} else if p.paths[cluster] = cluster; delivers {
			p.paths[cluster] = cluster + "/delivery"
		} else if p.flux.build(cluster) == nil { // its folder is gone
			p.paths[cluster] = ""
		}
	}
	p.log = append(p.log, fmt.Sprintf("paths: %v", p.paths))
}

// TestGroupsAtRandom plays random sequences of changes that are legal one by one, over all applications and over some,
// against a Flux that runs in the order that harms most. No release may be lost of which the run has not told, and
// nothing that is rendered may be without a Kustomization that has its source.
func TestGroupsAtRandom(test *testing.T) {
	test.Parallel()
	seeds, steps := 10, 20
	if testing.Short() {
		seeds = 3
	}
	for seed := range seeds {
		test.Run(fmt.Sprint(seed), func(test *testing.T) {
			test.Parallel()
			p := newPlayer(inFolder(test, "apps/README", "", "deploy/README", ""), uint64(seed))
			assert.Assert(test, p.run(p.now, "first"), "%v", p.log)
			for range steps {
				p.step()
			}
		})
	}
}
