package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDockerfile holds that docker makes the same image: user, entrypoint, labels, and flags of the build.
func TestDockerfile(t *testing.T) {
	file := readRoot(t, "krmfn", "Dockerfile")
	image, err := readImage(t, 0).ConfigFile()
	assert.NilError(t, err)
	config := image.Config
	assert.Assert(t, strings.Contains(file, "\nUSER "+config.User+"\n"))
	assert.Assert(t, strings.Contains(file, "\nENTRYPOINT [\""+config.Entrypoint[0]+"\"]\n"))
	labels := map[string]string{}
	for _, m := range regexp.MustCompile(`(?m)^LABEL (\S+)="(.*)"$`).FindAllStringSubmatch(file, -1) {
		labels[m[1]] = m[2]
	}
	assert.DeepEqual(t, labels, config.Labels)
	for _, word := range []string{"ENV", "VOLUME", "EXPOSE", "CMD", "WORKDIR", "RUN"} {
		assert.Assert(t, !strings.Contains(file, "\n"+word+" "), word)
	}
}

// TestMakefile holds that make image builds with the flags that are used here.
func TestMakefile(t *testing.T) {
	flags := regexp.MustCompile(`CGO_ENABLED=0 GOOS=linux GOARCH=\S+ go build -trimpath -buildvcs=false -ldflags '-s -w ` +
		`-buildid=' -o `)
	assert.Assert(t, flags.MatchString(readRoot(t, "Makefile")))
}

func readRoot(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	assert.NilError(t, err)
	return string(data)
}
