package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gotest.tools/v3/assert"
)

// TestDockerfile holds that docker makes the same images: programs, user, entrypoint, labels, and flags of the build.
func TestDockerfile(t *testing.T) {
	for i, folder := range []string{"krmfn", "render/final"} {
		t.Run(images[i].title, func(t *testing.T) { compareDockerfile(t, readRoot(t, folder, "Dockerfile"), images[i]) })
	}
}

func compareDockerfile(t *testing.T, file string, of image) {
	t.Helper()
	made, err := readImage(t, of, 0).ConfigFile()
	assert.NilError(t, err)
	config := made.Config
	for _, p := range of.programs {
		file = strings.Replace(file, "\nCOPY ${TARGETARCH}/"+p.name+" /"+p.name+"\n", "\n", 1)
	}
	assert.Equal(t, strings.Count(file, "\nCOPY "), 1, "that of etc is left")
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
		`-buildid='\n`)
	assert.Assert(t, flags.MatchString(readRoot(t, "Makefile")))
}

func readRoot(t *testing.T, path ...string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(append([]string{"..", ".."}, path...)...))
	assert.NilError(t, err)
	return string(data)
}
