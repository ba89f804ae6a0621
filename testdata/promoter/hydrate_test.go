package promoter

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/argoproj-labs/gitops-promoter/api/v1alpha1"
	"gotest.tools/v3/assert"
	"gotest.tools/v3/assert/cmp"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// stages are the branches that GitOps Promoter merges into.
var stages = []string{"environments/staging", "environments/production"}

// TestFirst hydrates a repository that has no branch of a stage yet, and then again: a run that brings nothing new
// changes nothing on the server.
func TestFirst(t *testing.T) {
	w := newWorld(t)
	dry := w.commit("Bring the shop to all\n\nIt is \"ready\":\n\n- now\n")
	w.hydrated(newProduction, newStaging)
	for _, branch := range stages {
		next := branch + "-next"
		assert.DeepEqual(t, w.metadata(next), v1alpha1.HydratorMetadata{
			RepoURL: "https://github.com/example/fleet", DrySha: dry, Author: "Ada <ada@example.com>",
			Date:    metav1.NewTime(time.Date(2026, 1, 2, 1, 4, 5, 0, time.UTC).Local()),
			Subject: "Bring the shop to all", Body: "It is \"ready\":\n\n- now",
			References: []v1alpha1.RevisionReference{},
		})
		assert.Equal(t, w.note(next), dry)
		assert.Equal(t, w.at(next+"^"), w.at(branch)) // so there is a pull request
		assert.Equal(t, len(w.files(branch)), 0)
	}
	assert.DeepEqual(t, w.files("environments/staging-next"),
		[]string{"hydrator.metadata", "shop/lyon/helmrelease-shop-lyon-shop.yaml"})
	assert.DeepEqual(t, w.files("environments/production-next"), []string{"hydrator.metadata",
		"shop/berlin/helmrelease-shop-berlin-shop.yaml", "shop/tokyo/helmrelease-shop-tokyo-shop.yaml"})
	assert.Assert(t, w.at(stages[0]) != w.at(stages[1]), "a status on the one would be one on the other")

	before := w.refs()
	w.hydrated("nothing new")
	assert.DeepEqual(t, w.refs(), before)
}

// TestOneStage changes one stage, and then none. Where nothing changes, the branch stays, and the note tells GitOps
// Promoter that this commit was rendered too: it waits for that before it goes on to the next stage.
func TestOneStage(t *testing.T) {
	w := newWorld(t)
	w.hydrated(newProduction, newStaging)
	before, first := w.refs(), w.metadata("environments/staging-next")

	w.edit("documents/shop.yaml", "replicas: 3", "replicas: 4")
	second := w.commit("more replicas")
	w.hydrated(newProduction)
	assert.Equal(t, w.at("environments/staging-next"), before["environments/staging-next"])
	assert.DeepEqual(t, w.metadata("environments/staging-next"), first)
	assert.Equal(t, w.at("environments/production-next^"), before["environments/production-next"])
	assert.Equal(t, w.metadata("environments/production-next").DrySha, second)
	for _, branch := range stages {
		assert.Equal(t, w.note(branch+"-next"), second)
		assert.Equal(t, w.at(branch), before[branch])
	}

	before = w.refs()
	third := w.commit("nothing that is rendered")
	out, err := w.hydrate()
	assert.NilError(t, err)
	assert.Equal(t, out, "")
	for _, branch := range stages {
		assert.Equal(t, w.at(branch+"-next"), before[branch+"-next"])
		assert.Equal(t, w.note(branch+"-next"), third)
	}
}

// TestNothingOnError holds that no branch moves when one stage is wrong, would delete more than the limits allow, or
// has an object that another one has too.
func TestNothingOnError(t *testing.T) {
	for name, c := range map[string]struct {
		edit func(w *world)
		says string
	}{
		"wrong": {func(w *world) {
			w.edit("clusters/production/clusters.yaml", "name: tokyo\n", "name: Tokyo_1\n")
		}, "clusters/production/clusters.yaml:12:9: "},
		"no cluster": {func(w *world) {
			w.write(filepath.Join(w.clone, "clusters/production/clusters.yaml"), "# None.\n")
		}, "[FA221]"},
		"limit": {func(w *world) {
			w.edit("documents/shop.yaml", "spec:\n", "spec:\n  limits: {maxDeleted: 0}\n")
			w.edit("clusters/production/clusters.yaml", "name: berlin\n", "name: paris\n")
		}, "[FA601]"},
		"shared": {func(w *world) {
			w.edit("documents/shop.yaml", "    sourceRef: # in deliver.yaml: a source of the document would be in the branches "+
				"of both stages\n      kind: HelmRepository\n      name: charts\n",
				"    helmRepository: {url: https://charts.example.com, interval: 1h}\n")
		}, "several stages have shop/helmrepository-shop.yaml"},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.hydrated(newProduction, newStaging)
			before := w.refs()
			w.edit("documents/shop.yaml", "message: hello", "message: welcome")
			c.edit(w)
			w.commit(name)
			_, err := w.hydrate()
			assert.ErrorContains(t, err, c.says)
			assert.DeepEqual(t, w.refs(), before)
		})
	}
}

// TestEmptied takes all clusters out of a stage: its branch keeps hydrator.metadata only, and Flux deletes the rest.
func TestEmptied(t *testing.T) {
	w := newWorld(t)
	w.hydrated(newProduction, newStaging)
	w.edit("documents/shop.yaml", "clusterSelector: {} # each cluster of the stage",
		"clusterSelector: {}\n          allowEmpty: true")
	w.write(filepath.Join(w.clone, "clusters/production/clusters.yaml"), "# None.\n")
	dry := w.commit("no production")
	w.hydrated(newProduction)
	assert.DeepEqual(t, w.files("environments/production-next"), []string{"hydrator.metadata"})
	assert.Equal(t, w.metadata("environments/production-next").DrySha, dry)

	documents := filepath.Join(w.clone, "documents")
	assert.NilError(t, os.Rename(filepath.Join(documents, "shop.yaml"), filepath.Join(documents, "README.md")))
	w.commit("no shop")
	w.hydrated(newStaging)
	assert.DeepEqual(t, w.files("environments/staging-next"), []string{"hydrator.metadata"})
}

// merge does what a merged pull request does.
func (w *world) merge(branch string) {
	w.Helper()
	tree, active, next := w.at(branch+"-next^{tree}"), w.at(branch), w.at(branch+"-next")
	commit := w.git(w.server, "commit-tree", "-p", active, "-p", next, "-m", "Promote", tree)
	w.git(w.server, "update-ref", "refs/heads/"+branch, commit)
}

// TestMerged goes on after pull requests were merged, also where the server has deleted a merged branch: a new one
// begins at the branch of the stage.
func TestMerged(t *testing.T) {
	w := newWorld(t)
	w.hydrated(newProduction, newStaging)
	for _, branch := range stages {
		w.merge(branch)
	}
	merged := w.refs()
	w.git(w.server, "branch", "-q", "-D", "environments/staging-next")
	w.hydrated("staging: a commit for environments/staging-next")
	assert.Equal(t, w.at("environments/staging-next"), merged["environments/staging"])

	w.edit("documents/shop.yaml", "message: hello", "message: welcome")
	w.commit("welcome")
	w.hydrated(newProduction, newStaging)
	assert.Equal(t, w.at("environments/staging-next^"), merged["environments/staging"])
	assert.Equal(t, w.at("environments/production-next^"), merged["environments/production-next"])
}

// TestMoved lets GitOps Promoter write to a branch while the script renders: it begins again, on top of that, and the
// other branches do not move before.
func TestMoved(t *testing.T) {
	w := newWorld(t)
	w.hydrated(newProduction, newStaging)
	w.edit("documents/shop.yaml", "message: hello", "message: welcome")
	w.commit("welcome")
	dir, command := w.checkout()
	seen := filepath.Join(t.TempDir(), "refs")
	hook := "#!/bin/sh\nunset $(git rev-parse --local-env-vars)\ncd '" + w.server + "'\n" +
		"[ ! -e '" + seen + "' ] || exit 0\ngit for-each-ref >'" + seen + "'\n" +
		"git update-ref refs/heads/environments/production-next " +
		"$(git -c user.name=x -c user.email=x commit-tree -p environments/production-next -p environments/production " +
		"-m ours environments/production-next^{tree})\n"
	hooks := filepath.Join(dir, ".git", "hooks")
	assert.NilError(t, os.MkdirAll(hooks, 0o755))
	assert.NilError(t, os.WriteFile(filepath.Join(hooks, "pre-push"), []byte(hook), 0o755))
	out, err := w.hydrateIn(dir, command)
	assert.NilError(t, err)
	both := newProduction + "\n" + newStaging + "\n"
	assert.Equal(t, out, both+both)
	assert.Equal(t, w.git(w.server, "log", "-1", "--format=%s", "environments/production-next^"), "ours")
	assert.Equal(t, w.note("environments/production-next"), w.at("main"))
}

// TestReferences reads the change of another repository from the trailers that hydrators of Argo CD read too. What
// GitOps Promoter could not store is left out.
func TestReferences(t *testing.T) {
	const sha = "9d5ccef278218dea4caa903bb6abb9ed974a1d90"
	date := metav1.NewTime(time.Date(2025, 6, 9, 17, 50, 18, 0, time.UTC).Local())
	for name, c := range map[string]struct {
		trailers string
		want     []v1alpha1.RevisionReference
	}{
		"all": {"author: Bob <bob@example.com>\nsha: " + sha + "\nsubject: A change: good\nbody: \"one\\n\\ntwo\"\n" +
			"repourl: https://github.com/example/shop\ndate: 2025-06-09T13:50:18-04:00",
			[]v1alpha1.RevisionReference{{Commit: &v1alpha1.CommitMetadata{Author: "Bob <bob@example.com>", Sha: sha,
				Subject: "A change: good", Body: "one\n\ntwo", RepoURL: "https://github.com/example/shop", Date: &date}}}},
		"some": {"sha: " + sha + "\nbody: text\nrepourl: git@github.com:example/shop\ndate: yesterday",
			[]v1alpha1.RevisionReference{{Commit: &v1alpha1.CommitMetadata{Sha: sha, Body: "text"}}}},
		"short": {"sha: 9d5ccef\nsubject: A change", []v1alpha1.RevisionReference{}},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			var message strings.Builder
			message.WriteString("bump\n\n")
			for line := range strings.Lines(c.trailers + "\n") {
				message.WriteString("Argocd-reference-commit-" + line)
			}
			w.commit(message.String())
			w.hydrated(newProduction, newStaging)
			got := w.metadata("environments/staging-next")
			assert.DeepEqual(t, got.References, c.want)
			assertStored(t, got)
		})
	}
}

// TestPassword holds that what a URL has for the login is not written into the branches.
func TestPassword(t *testing.T) {
	w := newWorld(t)
	w.url = "https://robot:secret@github.com/example/fleet"
	w.hydrated(newProduction, newStaging)
	got := w.metadata("environments/staging-next")
	assert.Equal(t, got.RepoURL, "https://github.com/example/fleet")
	assert.Check(t, cmp.Contains(got.Author, "Ada"))
}
