package kustomization_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

var empty = object{"spec": object{}}

// TestRemote: what is elsewhere is told and not fetched, and the rest is built.
func TestRemote(t *testing.T) {
	var asked atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked.Add(1) }))
	defer server.Close()
	url := server.URL
	const odd = "resources: ['ssh://git@a.example/x/y', 'FILE:///tmp/x', 'git::https://b.example/x/y', " +
		"'HTTPS://c.example/x/y', 'github.com:x/y', 'me@d.example:x/y', a.yaml]\n" +
		"components: ['https://e.example/x/y']\ngenerators: ['https://f.example/x/y']\n" +
		"transformers: ['https://g.example/x/y']\nvalidators: ['https://h.example/x/y']"
	for name, c := range map[string]struct {
		top            string // the kustomization.yaml
		more           map[string]string
		notes, objects int
		text           string
	}{
		"resource": {"resources: [" + url + "/all.yaml, a.yaml]", nil, 1, 1, "/all.yaml is not known"},
		"bases": {"bases: ['github.com/org/repo//path?ref=v1']\nresources: [a.yaml]", nil, 1, 1,
			"kustomization.yaml: github.com/org/repo//path?ref=v1 is not known"},
		"odd keys": {"Resources: ['git@example.com:org/repo', a.yaml]", nil, 1, 1, "git@example.com:org/repo"},
		"password": {"resources: ['https://me:secret@example.com/org/repo', a.yaml]", nil, 1, 1,
			"https://example.com/org/repo"},
		"forms": {odd, nil, 10, 1, "FILE:///tmp/x"},
		"nested": {"resources: [base, a.yaml]",
			map[string]string{"base/kustomization.yaml": "resources: [" + url + "/x]"}, 1, 1,
			"base/kustomization.yaml: "},
		"patched": {"resources: [" + url + "/x]\npatches:\n" +
			"- patch: '{kind: Deployment, apiVersion: apps/v1, metadata: {name: x}}'", nil, 1, 0,
			"no resource matches strategic merge patch"},
		"patch": {"resources: [a.yaml]\npatches: [{path: '" + url + "/patch.yaml'}]", nil, 1, 0, "nothing is fetched"},
		"plugin": {"resources: [a.yaml]\ntransformers: [p.yaml]", map[string]string{"p.yaml": "apiVersion: builtin\n" +
			"kind: PatchTransformer\nmetadata: {name: p}\npath: " + url + "/patch.yaml"}, 1, 0, "nothing is fetched"},
		"generator": {"configMapGenerator: [{name: a, files: ['x=" + url + "/x']}]", nil, 1, 0, "nothing is fetched"},
		"a file of that name": {"resources: ['me@home.yaml']",
			map[string]string{"me@home.yaml": config("b", "c")}, 0, 1, ""},
	} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{"kustomization.yaml": c.top, "a.yaml": config("a", "b")}
			maps.Copy(files, c.more)
			result, err := build(t, newBuilder(nil), empty, write(t, files))
			all := strings.Join(result.Notes, "\n") + fmt.Sprint(err)
			assert.Equal(t, len(result.Notes), c.notes, all)
			assert.Equal(t, len(result.Objects), c.objects, all)
			assert.Equal(t, err == nil, c.objects > 0, all)
			assert.Assert(t, strings.Contains(all, c.text), all)
			assert.Assert(t, !strings.Contains(all, "secret"), all)
		})
	}
	assert.Equal(t, asked.Load(), int64(0))
}

// TestHostile: each checkout gives an error in good time, and nothing of outside.
func TestHostile(t *testing.T) {
	plain := map[string]string{"a.yaml": config("a", "b")}
	link := func(to, name string) func(string) error {
		return func(root string) error { return os.Symlink(to, filepath.Join(root, name)) }
	}
	top := func(text string) map[string]string {
		return map[string]string{"kustomization.yaml": text, "b/a.yaml": config("a", "b")}
	}
	for name, c := range map[string]struct {
		files map[string]string
		more  func(root string) error
		spec  object
		err   string
	}{
		"cycle": {files: map[string]string{"kustomization.yaml": "resources: [a]",
			"a/kustomization.yaml": "resources: [../b]",
			"b/kustomization.yaml": "resources: [../a]"}, err: "cycle detected"},
		"link out": {files: top("resources: [c.yaml]"), more: link("/etc/passwd", "c.yaml"),
			err: "not in or below"},
		"link of .sourceignore": {files: plain, more: link("/etc/passwd", ".sourceignore"),
			err: "not in or below"},
		"link in a plain folder": {files: plain, more: link("/etc/passwd", "c.yaml"),
			err: "not in or below"},
		"folder out": {files: top("resources: [etc]"), more: link("/etc", "etc"),
			err: "not in or below"},
		"path out": {files: plain, more: link("/etc", "etc"), spec: object{"path": "etc"},
			err: `path "etc" is no folder of the source`},
		"file out": {files: top("configMapGenerator: [{name: a, files: [/etc/passwd]}]"), err: "not in or below"},
		"no folder": {files: plain, spec: object{"path": "./absent"},
			err: `path "./absent" is no folder of the source; write one from its root on`},
		"a file": {files: plain, spec: object{"path": "a.yaml"},
			err: `path "a.yaml" is no folder of the source; write one from its root on`},
		"component": {files: plain, spec: object{"components": []any{"https://example.com/x/y"}},
			err: "must be local and relative"},
		"program": {files: top("resources: [b/a.yaml]\ntransformers: ['{apiVersion: v1, kind: X, " +
			"metadata: {name: x, annotations: " +
			"{config.kubernetes.io/function: \"exec: {path: /bin/true}\"}}}']"), err: "external plugins disabled"},
		"helm": {files: top("helmCharts: [{name: x, repo: 'https://example.com'}]"), err: "must specify --enable-helm"},
	} {
		t.Run(name, func(t *testing.T) {
			root := write(t, c.files)
			if c.more != nil {
				assert.NilError(t, c.more(root))
			}
			begin := time.Now()
			result, err := build(t, newBuilder(nil), object{"spec": c.spec}, root)
			assert.ErrorContains(t, err, c.err)
			assert.Assert(t, time.Since(begin) < time.Minute)
			assert.Equal(t, len(result.Objects)+len(result.Notes), 0)
			assert.Assert(t, !strings.Contains(err.Error(), "\n"), err.Error())
			for _, secret := range []string{root, "root:x:"} {
				assert.Assert(t, !strings.Contains(err.Error(), secret), err.Error())
			}
		})
	}
}

// TestLinkInside follows a link that stays below the root, of the root too, and a path that begins above it.
func TestLinkInside(t *testing.T) {
	root := write(t, map[string]string{"a/kustomization.yaml": "resources: [b.yaml]", "b.yaml": config("b", "c")})
	assert.NilError(t, os.Symlink("../b.yaml", filepath.Join(root, "a/b.yaml")))
	link := filepath.Join(t.TempDir(), "link")
	assert.NilError(t, os.Symlink(root, link))
	result, err := build(t, newBuilder(nil), object{"spec": object{"path": "../../a"}}, link)
	assert.NilError(t, err)
	assert.DeepEqual(t, texts(result), []string{"c"})
}

// TestEncrypted: a file of SOPS is told, and is as it is; the path of it is there for the one who reads it.
func TestEncrypted(t *testing.T) {
	const sealed = "ENC[AES256_GCM,data:AAAA,iv:AAAA,tag:AAAA,type:str]"
	root := write(t, map[string]string{
		"kustomization.yaml": "resources: [login.yaml]\nsecretGenerator: [{name: token, envs: [token.env]}]",
		"login.yaml": "apiVersion: v1\nkind: Secret\nmetadata: {name: login}\ndata: {a: \"" + sealed + "\"}\n" +
			"sops: {mac: \"" + sealed + "\"}",
		"token.env": "token=" + sealed + "\nsops_mac=" + sealed})
	ks := object{"spec": object{"decryption": object{"provider": "sops"}}}
	result, err := build(t, newBuilder(nil), ks, root)
	assert.NilError(t, err)
	assert.DeepEqual(t, result.Notes, []string{"login.yaml is encrypted with SOPS, and is read as it is",
		"token.env is encrypted with SOPS, and is read as it is"})
	assert.Equal(t, len(result.Objects), 2)
	assert.DeepEqual(t, result.Objects[0]["data"], object{"a": sealed})
}

// TestErrors: kustomize names the file.
func TestErrors(t *testing.T) {
	root := write(t, map[string]string{"kustomization.yaml": "resources: [base]",
		"base/kustomization.yaml": "resources: [a.yaml]",
		"base/a.yaml":             "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a\n"})
	_, err := build(t, newBuilder(nil), empty, root)
	assert.ErrorContains(t, err, "a.yaml")
	assert.ErrorContains(t, err, "base")
	t.Log(err)
}

// TestEncryptedError: what SOPS has encrypted is no excuse for an error of another kind.
func TestEncryptedError(t *testing.T) {
	root := write(t, map[string]string{"kustomization.yaml": "resources: [a.yaml, absent.yaml]",
		"a.yaml": config("a", "mac: ENC[AES256_GCM]")})
	result, err := build(t, newBuilder(nil), empty, root)
	assert.ErrorContains(t, err, "absent.yaml")
	assert.Equal(t, len(result.Notes), 0)
}
