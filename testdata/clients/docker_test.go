package clients

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"sync"
	"testing"

	"gotest.tools/v3/assert"
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
