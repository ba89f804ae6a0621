package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// image gives docker the image of the sources at hand, once per run, and returns the name that the Makefile has for
// it. An image that docker had under that name loses it.
func image(t *testing.T) string {
	t.Helper()
	need(t, "docker")
	name, err := loadedImage()
	assert.NilError(t, err)
	return name
}

var loadedImage = sync.OnceValues(func() (string, error) {
	makefile, err := os.ReadFile(filepath.Join(root, "Makefile"))
	if err != nil {
		return "", err
	}
	name, err := imageName(string(makefile))
	if err != nil {
		return "", err
	}
	// kustomize and kpt run the architecture of the daemon, which is this machine's
	file := filepath.Join(filepath.Dir(bin), "image.tar")
	if err := command(filepath.Join(root, "testdata", "ociimage"), "go", "run", ".", "-tarball", file, "-tag", name,
		"-arch", runtime.GOARCH); err != nil {
		return "", err
	}
	return name, command(".", "docker", "load", "-q", "-i", file)
})

// imageName returns the value of IMAGE in the Makefile, which holds its VERSION.
func imageName(makefile string) (string, error) {
	m := regexp.MustCompile(`(?m)^VERSION \?= (v\S+)\nIMAGE \?= (\S+):\$\(VERSION\)$`).FindStringSubmatch(makefile)
	if m == nil {
		return "", fmt.Errorf("the Makefile says no VERSION with an IMAGE below it")
	}
	return m[2] + ":" + m[1], nil
}

// command runs a program that prints nothing of interest unless it fails.
func command(dir, name string, args ...string) error {
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, out)
	}
	return nil
}

// TestImage holds that docker runs the image as clients do, and that it is fluxapp.
func TestImage(t *testing.T) {
	name := image(t)
	printed := mustRun(t, ".", "docker", "run", "--rm", "--network", "none", "--user", "nobody",
		"--security-opt=no-new-privileges", name, "version")
	assert.Assert(t, regexp.MustCompile(`^fluxapp `).MatchString(printed), printed)
}

// TestKptDoc holds that kpt shows the help of the image that metadata.yaml names: every option of a RenderConfig, and
// the commands. Its examples are packages that TestCatalogExamples gives to kpt.
func TestKptDoc(t *testing.T) {
	need(t, "kpt")
	var metadata struct {
		Image              string   `json:"image"`
		ExamplePackageURLs []string `json:"examplePackageURLs"`
	}
	readFile(t, "krmfn/metadata.yaml", &metadata)
	for _, url := range metadata.ExamplePackageURLs {
		_, err := os.Stat(filepath.Join(root, "examples", path.Base(url), ".expected", "config.yaml"))
		assert.NilError(t, err)
	}

	name := image(t)
	assert.Equal(t, metadata.Image, strings.Split(name, ":")[0])
	var schema struct {
		Definitions map[string]struct {
			Properties map[string]any `json:"properties"`
		} `json:"definitions"`
	}
	readFile(t, "schema/renderconfig.json", &schema)
	options := schema.Definitions["spec"].Properties
	assert.Assert(t, len(options) > 10)
	printed := mustRun(t, ".", "kpt", "fn", "doc", "--image", name)
	for option := range options {
		assert.Check(t, strings.Contains(printed, "\n  "+option+" <"), "kpt prints no %s", option)
	}
	assert.Assert(t, strings.Contains(printed, "\n  kpt fn eval PACKAGE --image IMAGE -- fluxVersion=2.8\n"), printed)
	assert.Assert(t, strings.Contains(printed, "\n  render "), printed)
}

// readFile reads YAML or JSON of the repository.
func readFile(t *testing.T, name string, into any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, name))
	assert.NilError(t, err)
	assert.NilError(t, yaml.Unmarshal(data, into))
}
