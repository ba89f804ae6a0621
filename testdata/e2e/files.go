package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// versions are the chart's versions, newest first.
var versions = []string{"1.1.0", "1.0.0"}

// templates are the chart's templates. Values choose what a release is like: rollout adds a Deployment, which never
// becomes ready where nothing runs it; refused adds an object that the API server refuses; name is the ConfigMap's.
var templates = map[string]string{
	"shop/values.yaml": "message: hello\nname: \"\"\nrollout: false\nrefused: false\n",
	"shop/templates/message.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: "{{ .Values.name | default .Release.Name }}"}
data: {message: "{{ .Values.message }}", version: "{{ .Chart.Version }}"}
`,
	"shop/templates/rollout.yaml": "{{ if .Values.rollout }}\n" + deployment("{{ .Release.Name }}") + "{{ end }}\n",
	"shop/templates/refused.yaml": "{{ if .Values.refused }}\n" + refused + "{{ end }}\n",
}

// repositories are the git repositories with their files, for Kustomizations. What they are like is as in the chart.
var repositories = map[string]map[string]string{
	"shop": {
		"deploy/message.yaml":  message("web"),
		"rollout/rollout.yaml": deployment("web"),
		"refused/refused.yaml": refused,
	},
	"two": {
		"first/web.yaml": message("web"), "first/old.yaml": message("old"),
		"second/web.yaml": message("web"), "second/new.yaml": message("new"),
	},
	// The Kustomizations of waves, each with a name and a message of its own.
	"waves": {"deploy/message.yaml": variable, "refused/refused.yaml": refused},
	"other": {"first/web.yaml": message("web"), "first/other.yaml": message("other")},
}

func message(name string) string {
	return "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " + name + "}\ndata: {message: hello}\n"
}

const variable = `apiVersion: v1
kind: ConfigMap
metadata: {name: "${name}"}
data: {message: "${message}"}
`

const refused = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: refused}\nimmutable: perhaps\n"

func deployment(name string) string {
	return `apiVersion: apps/v1
kind: Deployment
metadata: {name: "` + name + `"}
spec:
  selector: {matchLabels: {app: shop}}
  template:
    metadata: {labels: {app: shop}}
    spec: {containers: [{name: shop, image: registry.example.com/shop}]}
`
}

// chart returns the archive of a version of the chart shop under a name. Its bytes are the same in every run.
func chart(name, version string) ([]byte, error) {
	files := map[string]string{}
	for file, text := range chartFiles("", version) {
		files[strings.Replace(file, "shop/", name+"/", 1)] = strings.Replace(text, "name: shop\n", "name: "+name+"\n", 1)
	}
	return archive(files)
}

// chartFiles returns the chart's files, in a folder, which ends with a slash.
func chartFiles(folder, version string) map[string]string {
	files := map[string]string{folder + "shop/Chart.yaml": "apiVersion: v2\nname: shop\nversion: " + version + "\n"}
	for name, text := range templates {
		files[folder+name] = text
	}
	return files
}

// archive packs files; the same ones are the same bytes.
func archive(files map[string]string) ([]byte, error) {
	var out bytes.Buffer
	zip := gzip.NewWriter(&out)
	packed := tar.NewWriter(zip)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := packed.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name]))}); err != nil {
			return nil, err
		}
		if _, err := packed.Write([]byte(files[name])); err != nil {
			return nil, err
		}
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	err := zip.Close()
	return out.Bytes(), err
}

func digest(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// commits makes a repository, for example shop.git, with one commit, whose name is the same in every run.
func commits(dir, name string, files map[string]string) error {
	work := filepath.Join(dir, name)
	for file, text := range files {
		file = filepath.Join(work, file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			return err
		}
	}
	for _, args := range [][]string{
		{"init", "-q", "-b", "main", name},
		{"-C", name, "add", "."},
		{"-C", name, "commit", "-q", "-m", "deploy"},
		{"clone", "-q", "--bare", name, name + ".git"},
	} {
		if err := git(dir, args...); err != nil {
			return err
		}
	}
	return nil
}

func git(dir string, args ...string) error {
	command := exec.Command("git", args...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=shop", "GIT_AUTHOR_EMAIL=shop@example.com", "GIT_AUTHOR_DATE=2026-01-01T00:00:00Z",
		"GIT_COMMITTER_NAME=shop", "GIT_COMMITTER_EMAIL=shop@example.com", "GIT_COMMITTER_DATE=2026-01-01T00:00:00Z")
	if out, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("git %v: %w: %s", args, err, out)
	}
	return nil
}
