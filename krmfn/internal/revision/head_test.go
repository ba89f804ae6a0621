package revision_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
)

// TestHead tells which commit documents have, and whether they differ from it.
func TestHead(t *testing.T) {
	repository(t)
	none := revision.Head{}
	apps := []string{"apps"}
	put(t, "apps/a.yaml", app)
	assert.Equal(t, revision.HeadOf(apps, nil), none) // without a commit
	commit(t)
	id := git(t, "rev-parse", "HEAD")
	clean := revision.HeadOf(apps, nil)
	assert.Equal(t, clean.Revision, id)
	_, err := time.Parse(time.RFC3339, clean.Committed)
	assert.NilError(t, err)
	assert.Equal(t, clean, revision.Head{Revision: id, Committed: clean.Committed})

	dirty := clean
	dirty.Dirty = true
	put(t, "other/a.yaml", app)
	put(t, "apps/report.html", "")
	put(t, "apps/hub.yaml", "")
	assert.Equal(t, revision.HeadOf(apps, []string{"apps/hub.yaml"}), clean)
	assert.Equal(t, revision.HeadOf([]string{"apps/report.html"}, nil), dirty)
	assert.Equal(t, revision.HeadOf(apps, nil), dirty)
	assert.NilError(t, os.Remove("apps/a.yaml"))
	assert.Equal(t, revision.HeadOf(apps, []string{"apps/hub.yaml"}), dirty)
	git(t, "checkout", "-q", "apps/a.yaml")
	put(t, "apps/[a] b/c.yaml", app)
	assert.Equal(t, revision.HeadOf([]string{"apps/[a] b"}, nil), dirty)
	assert.Equal(t, revision.HeadOf([]string{"apps/a.yaml", "apps/../apps/a.yaml"}, nil), clean)

	outside := filepath.Join(t.TempDir(), "hub.yaml")
	assert.NilError(t, os.WriteFile(outside, nil, 0o600))
	folder, err := os.Getwd()
	assert.NilError(t, err)
	above, base := filepath.Split(folder)
	for _, without := range []string{outside, "apps/../hub.yaml", "-", "apps/nowhere/hub.yaml"} {
		assert.Equal(t, revision.HeadOf([]string{"apps/a.yaml"}, []string{without}), clean, without)
		assert.Equal(t, revision.HeadOf([]string{"apps/."}, []string{without}), dirty, without)
	}
	assert.Equal(t, revision.HeadOf([]string{above + base + "/apps/a.yaml"}, []string{above + "hub.yaml"}), clean)
	assert.Equal(t, revision.HeadOf([]string{above + base}, nil), dirty)
	assert.Equal(t, revision.HeadOf([]string{above + base, above + "."}, nil), none)
	assert.Equal(t, revision.HeadOf(nil, nil), none)

	assert.Equal(t, revision.HeadOf([]string{"-"}, nil), none)
	assert.Equal(t, revision.HeadOf([]string{"apps", t.TempDir()}, nil), none)
	assert.Equal(t, revision.HeadOf([]string{t.TempDir() + "/."}, nil), none)
	t.Setenv("PATH", "")
	assert.Equal(t, revision.HeadOf(apps, nil), none)
}

// TestRepository shows the address of origin without what is not for everybody.
func TestRepository(t *testing.T) {
	repository(t)
	put(t, "a.yaml", app)
	commit(t)
	git(t, "remote", "add", "origin", "x")
	for remote, want := range map[string]string{
		"https://example.com/apps/fleet.git":             "https://example.com/apps/fleet",
		"https://joe:mellon@example.com:8443/apps/fleet": "https://example.com:8443/apps/fleet",
		"https://x-access-token:a@b@example.com/apps":    "https://example.com/apps",
		"http://example.com/apps/fleet":                  "http://example.com/apps/fleet",
		"git@example.com:apps/fleet.git":                 "https://example.com/apps/fleet",
		"example.com:/apps/fleet.git":                    "https://example.com/apps/fleet",
		"ssh://git@example.com:2222/apps/fleet.git":      "https://example.com/apps/fleet",
		"/srv/fleet.git":                                 "",
		"../fleet":                                       "",
		`C:\fleet`:                                       "",
		"file:///srv/fleet.git":                          "",
		"./a:b":                                          "",
	} {
		git(t, "remote", "set-url", "origin", remote)
		assert.Equal(t, revision.HeadOf([]string{"a.yaml"}, nil).Repository, want, remote)
	}
}
