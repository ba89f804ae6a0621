package main

import (
	"archive/tar"
	"bytes"
	"debug/elf"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/google/go-containerregistry/pkg/v1/validate"
	"gotest.tools/v3/assert"
)

// first and second are folders with the layouts of images that were built from copies of the sources in two places.
var first, second string

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "ociimage-test")
	if err == nil {
		err = buildTwice(dir)
	}
	code := 1
	if err == nil {
		code = m.Run()
	}
	if err := errors.Join(err, os.RemoveAll(dir)); err != nil {
		panic(err)
	}
	os.Exit(code)
}

// buildTwice copies the sources once from the repository, which someone may be editing, and then from the copy.
func buildTwice(dir string) (err error) {
	if first, err = buildCopy(filepath.Join("..", ".."), filepath.Join(dir, "first")); err != nil {
		return err
	}
	second, err = buildCopy(filepath.Join(dir, "first", "sources"), filepath.Join(dir, "with a space", "second"))
	return err
}

func buildCopy(from, to string) (string, error) {
	sources, out := filepath.Join(to, "sources"), filepath.Join(to, "layouts")
	if err := copySources(from, sources); err != nil {
		return "", err
	}
	binaries := filepath.Join(to, "binaries")
	if err := buildBinaries(sources, binaries); err != nil {
		return "", err
	}
	for _, of := range images {
		index, err := buildIndex(of, sources, binaries)
		if err != nil {
			return "", err
		}
		if err := writeLayout(filepath.Join(out, of.title), index); err != nil {
			return "", err
		}
	}
	return out, nil
}

// buildBinaries builds the command for the architecture of this machine, and small programs for all others: what they
// import would be compiled once more for each architecture, and for fluxapp-final once more than for its tests.
func buildBinaries(sources, into string) error {
	small := filepath.Join(into, "small")
	err := os.MkdirAll(small, 0o700)
	for _, p := range []program{command, final} {
		for name, text := range map[string]string{p.module + "/go.mod": "module small\n",
			p.module + "/" + p.folder + "/main.go": "package main\n\nfunc main() {}\n"} {
			file := filepath.Join(small, name)
			err = errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(text), 0o600))
		}
		for _, arch := range architectures {
			root := small
			if arch == runtime.GOARCH && p == command {
				root = sources
			}
			binary, wrong := buildBinary(root, p, arch)
			file := filepath.Join(into, arch, p.name)
			err = errors.Join(err, wrong, os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, binary, 0o700))
		}
	}
	return err
}

func copySources(from, to string) error {
	for _, name := range []string{"krmfn", "render", "schema"} {
		if err := os.CopyFS(filepath.Join(to, name), os.DirFS(filepath.Join(from, name))); err != nil {
			return err
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(from, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(to, name), data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// TestReproducible holds that neither the folder of the sources nor the folder of the image shows in any byte.
func TestReproducible(t *testing.T) {
	want := contents(t, first)
	assert.Equal(t, len(want), len(images)*(2+3*len(architectures)),
		"index.json, oci-layout, and of each platform manifest, config and layer")
	for name, got := range contents(t, second) {
		assert.Assert(t, bytes.Equal(got, want[name]), "%s differs", name)
	}
}

func contents(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	found := map[string][]byte{}
	assert.NilError(t, fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		found[path], err = os.ReadFile(filepath.Join(dir, path))
		return err
	}))
	return found
}

// TestLayout holds that the index of all platforms is the layout's own, that clients find each platform, and that all
// digests are right.
func TestLayout(t *testing.T) {
	for _, of := range images {
		t.Run(of.title, func(t *testing.T) { checkIndex(t, of) })
	}
}

func checkIndex(t *testing.T, of image) {
	t.Helper()
	index := readIndex(t, of)
	assert.NilError(t, validate.Index(index))
	manifest, err := index.IndexManifest()
	assert.NilError(t, err)
	assert.Equal(t, manifest.MediaType, types.OCIImageIndex)
	assert.Equal(t, len(manifest.Manifests), len(architectures))
	for i, arch := range architectures {
		entry := manifest.Manifests[i]
		assert.DeepEqual(t, entry, v1.Descriptor{
			MediaType: types.OCIManifestSchema1, Size: entry.Size, Digest: entry.Digest,
			Platform: &v1.Platform{OS: "linux", Architecture: arch},
		})
		assert.NilError(t, validate.Image(readImage(t, of, i)))
	}
}

func readIndex(t *testing.T, of image) v1.ImageIndex {
	t.Helper()
	path, err := layout.FromPath(filepath.Join(first, of.title))
	assert.NilError(t, err)
	index, err := path.ImageIndex()
	assert.NilError(t, err)
	return index
}

func readImage(t *testing.T, of image, i int) v1.Image {
	t.Helper()
	index := readIndex(t, of)
	manifest, err := index.IndexManifest()
	assert.NilError(t, err)
	img, err := index.Image(manifest.Manifests[i].Digest)
	assert.NilError(t, err)
	return img
}

// TestConfig holds that the image asks for nothing but what it needs. That it is as the Dockerfile says,
// TestDockerfile holds.
func TestConfig(t *testing.T) {
	for i, arch := range architectures {
		config, err := readImage(t, images[0], i).ConfigFile()
		assert.NilError(t, err)
		assert.Assert(t, config.Config.Labels != nil)
		assert.DeepEqual(t, config, &v1.ConfigFile{
			OS: "linux", Architecture: arch, Created: v1.Time{Time: time.Unix(0, 0).UTC()},
			History: []v1.History{{}},
			RootFS:  v1.RootFS{Type: "layers", DiffIDs: config.RootFS.DiffIDs},
			Config:  v1.Config{User: "65534:65534", Entrypoint: []string{"/fluxapp"}, Labels: config.Config.Labels},
		})
	}
}

// TestLayer holds that the file system is two lines for nobody and static binaries of the right architecture.
func TestLayer(t *testing.T) {
	for _, of := range images {
		t.Run(of.title, func(t *testing.T) { checkLayers(t, of) })
	}
}

func checkLayers(t *testing.T, of image) {
	t.Helper()
	machines := map[string]elf.Machine{"amd64": elf.EM_X86_64, "arm64": elf.EM_AARCH64}
	for i, arch := range architectures {
		layers, err := readImage(t, of, i).Layers()
		assert.NilError(t, err)
		assert.Equal(t, len(layers), 1)
		size, err := layers[0].Size()
		assert.NilError(t, err)
		t.Logf("%s: %d bytes", arch, size)
		assert.Assert(t, size < 15_000_000, "%s has %d bytes", arch, size)

		headers, files := untar(t, layers[0])
		want := []tar.Header{
			{Typeflag: tar.TypeDir, Name: "etc/", Mode: 0o755},
			{Typeflag: tar.TypeReg, Name: "etc/group", Mode: 0o644},
			{Typeflag: tar.TypeReg, Name: "etc/passwd", Mode: 0o644},
		}
		for _, p := range of.programs {
			want = append(want, tar.Header{Typeflag: tar.TypeReg, Name: p.name, Mode: 0o755})
			assertStatic(t, files[p.name], machines[arch])
		}
		assert.DeepEqual(t, headers, want)
		assert.Equal(t, string(files["etc/group"]), "nobody:x:65534:\n")
		assert.Equal(t, string(files["etc/passwd"]), "nobody:x:65534:65534:nobody:/:/sbin/nologin\n")
	}
}

// untar returns the entries of a layer, without their sizes, and what they hold.
func untar(t *testing.T, layer v1.Layer) (headers []tar.Header, files map[string][]byte) {
	t.Helper()
	content, err := layer.Uncompressed()
	assert.NilError(t, err)
	defer content.Close()
	files = map[string][]byte{}
	for r := tar.NewReader(content); ; {
		h, err := r.Next()
		if err == io.EOF {
			return headers, files
		}
		assert.NilError(t, err)
		assert.Equal(t, h.ModTime.Unix(), int64(0), h.Name)
		assert.Equal(t, h.Uid+h.Gid, 0, h.Name)
		headers = append(headers, tar.Header{Typeflag: h.Typeflag, Name: h.Name, Mode: h.Mode})
		files[h.Name], err = io.ReadAll(r)
		assert.NilError(t, err)
	}
}

func assertStatic(t *testing.T, binary []byte, machine elf.Machine) {
	t.Helper()
	file, err := elf.NewFile(bytes.NewReader(binary))
	assert.NilError(t, err)
	assert.Equal(t, file.Machine, machine)
	libraries, err := file.ImportedLibraries()
	assert.NilError(t, err)
	assert.Equal(t, len(libraries), 0, "%v", libraries)
	for _, p := range file.Progs {
		assert.Assert(t, p.Type != elf.PT_INTERP, "the binary needs a loader")
	}
}

// TestTarball holds that docker load gets the image of the layout, under its name.
func TestTarball(t *testing.T) {
	img := readImage(t, images[0], 0)
	want, err := img.ConfigName()
	assert.NilError(t, err)
	for name, good := range map[string]bool{"ghcr.io/fluxapp-dev/fluxapp:v0.0.0": true, "fluxapp": false, "": false} {
		file := filepath.Join(t.TempDir(), "image.tar")
		err := writeTarball(file, name, img)
		assert.Equal(t, err == nil, good, "%q: %v", name, err)
		if err != nil {
			continue
		}
		loaded, err := tarball.ImageFromPath(file, nil)
		assert.NilError(t, err)
		assert.NilError(t, validate.Image(loaded))
		got, err := loaded.ConfigName() // what docker calls the image's ID
		assert.NilError(t, err)
		assert.Equal(t, got, want)
	}
}

// TestLayoutKeepsFiles holds that nothing is written into a folder that holds something.
func TestLayoutKeepsFiles(t *testing.T) {
	dir := t.TempDir()
	assert.NilError(t, checkEmpty(dir))
	assert.NilError(t, checkEmpty(filepath.Join(dir, "absent")))
	assert.NilError(t, os.WriteFile(filepath.Join(dir, "index.json"), []byte("mine"), 0o600))
	assert.ErrorContains(t, run(images[0], filepath.Join("..", ".."), dir, "", "", "", ""), "is not empty")
}
