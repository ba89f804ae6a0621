package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"time"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
)

// architectures are those that the image is made for.
var architectures = []string{"amd64", "arm64"}

// image is what differs between the images.
type image struct {
	title, description string
	programs           []program
}

// images are those that are made: the function, which is as small as it can be, and the command with all that it calls.
var images = []image{
	{"fluxapp", "Renders applications into the Flux objects of every cluster", []program{command}},
	{"fluxapp-final", "Shows the final Kubernetes objects of what fluxapp renders", []program{command, final}},
}

// buildIndex returns the image of all platforms. The folder binaries has a folder with programs for each architecture;
// without one they are built.
func buildIndex(of image, root, binaries string) (v1.ImageIndex, error) {
	index := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arch := range architectures {
		img, err := buildImage(of, root, binaries, arch)
		if err != nil {
			return nil, err
		}
		index = mutate.AppendManifests(index, mutate.IndexAddendum{
			Add:        plain{img},
			Descriptor: v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}},
		})
	}
	return index, nil
}

// plain is an image whose entry in the index has no artifactType: it is no artifact.
type plain struct{ v1.Image }

func (plain) ArtifactType() (string, error) { return "", nil }

// buildImage returns the image of one platform.
func buildImage(of image, root, binaries, arch string) (v1.Image, error) {
	layer, err := newLayer(of, root, binaries, arch)
	if err != nil {
		return nil, err
	}
	img := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	img, err = mutate.ConfigFile(img, &v1.ConfigFile{
		OS: "linux", Architecture: arch, Created: v1.Time{Time: time.Unix(0, 0).UTC()},
		Config: v1.Config{ // as the Dockerfile says it
			User:       "65534:65534",
			Entrypoint: []string{"/fluxapp"},
			Labels: map[string]string{
				"org.opencontainers.image.title":       of.title,
				"org.opencontainers.image.description": of.description,
				"org.opencontainers.image.source":      "https://github.com/fluxapp-dev/fluxapp",
				"org.opencontainers.image.licenses":    "Apache-2.0",
			},
		},
		RootFS: v1.RootFS{Type: "layers"},
	})
	if err != nil {
		return nil, err
	}
	return mutate.AppendLayers(img, layer)
}

// newLayer returns the file system. The folder has an entry because its mode would else be the choice of who unpacks
// it.
func newLayer(of image, root, binaries, arch string) (v1.Layer, error) {
	var buf bytes.Buffer
	w := tar.NewWriter(&buf)
	if err := w.WriteHeader(header(tar.TypeDir, "etc/", 0o755, 0)); err != nil {
		return nil, err
	}
	for _, name := range []string{"etc/group", "etc/passwd"} {
		data, err := os.ReadFile(filepath.Join(root, "krmfn", "image", filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		if err := add(w, name, 0o644, data); err != nil {
			return nil, err
		}
	}
	for _, p := range of.programs {
		binary, err := readBinary(root, binaries, p, arch)
		if err != nil {
			return nil, err
		}
		if err := add(w, p.name, 0o755, binary); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	open := func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(buf.Bytes())), nil }
	return tarball.LayerFromOpener(open, tarball.WithMediaType(types.OCILayer),
		tarball.WithCompressionLevel(gzip.BestCompression), tarball.WithCompressedCaching)
}

func add(w *tar.Writer, name string, mode int64, data []byte) error {
	if err := w.WriteHeader(header(tar.TypeReg, name, mode, len(data))); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// header belongs to root, and is as old as time.
func header(kind byte, name string, mode int64, size int) *tar.Header {
	return &tar.Header{
		Typeflag: kind, Name: name, Mode: mode, Size: int64(size), ModTime: time.Unix(0, 0), Format: tar.FormatUSTAR,
	}
}
