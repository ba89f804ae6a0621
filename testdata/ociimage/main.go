// Ociimage makes a container image of fluxapp without docker: an OCI image layout of all platforms, a tarball for
// docker load, or both. The same sources and the same release of Go give the same bytes, in whatever folder.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
)

func main() {
	title := flag.String("image", images[0].title, "which image: fluxapp, or fluxapp-final with both programs")
	root := flag.String("root", filepath.Join("..", ".."), "the repository")
	dir := flag.String("layout", "", "write a layout of all platforms into this folder, which must be empty or absent")
	file := flag.String("tarball", "", "write this file for docker load")
	tag := flag.String("tag", "", "the image's name in the tarball")
	binaries := flag.String("binaries", "", "a folder with the programs of the layout, such as amd64/fluxapp")
	arch := flag.String("arch", runtime.GOARCH, "the architecture of the tarball")
	flag.Parse()
	at := slices.IndexFunc(images, func(i image) bool { return i.title == *title })
	if at < 0 {
		fmt.Fprintln(os.Stderr, "ociimage: -image:", *title, "is no image; write fluxapp or fluxapp-final")
		os.Exit(1)
	}
	if err := run(images[at], *root, *dir, *binaries, *file, *tag, *arch); err != nil {
		fmt.Fprintln(os.Stderr, "ociimage:", err)
		os.Exit(1)
	}
}

func run(of image, root, dir, binaries, file, tag, arch string) error {
	if flag.NArg() > 0 || dir == "" && file == "" {
		return errors.New("give -layout, -tarball or both, and nothing else")
	}
	if dir != "" {
		if err := checkEmpty(dir); err != nil {
			return err
		}
		index, err := buildIndex(of, root, binaries)
		if err != nil {
			return err
		}
		if err := writeLayout(dir, index); err != nil {
			return err
		}
		digest, err := index.Digest()
		if err != nil {
			return err
		}
		fmt.Println(digest)
	}
	if file == "" {
		return nil
	}
	img, err := buildImage(of, root, "", arch)
	if err != nil {
		return err
	}
	return writeTarball(file, tag, img)
}

// checkEmpty refuses a folder that holds something: what is there may be another image.
func checkEmpty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if len(entries) > 0 {
		return fmt.Errorf("%s is not empty; name another folder, or remove it", dir)
	}
	return nil
}

// writeLayout writes the index as index.json itself: as one entry of another index, it would be pushed as an index of
// an index, in which clients find no platform.
func writeLayout(dir string, index v1.ImageIndex) error {
	_, err := layout.Write(dir, index)
	return err
}

func writeTarball(file, tag string, img v1.Image) error {
	ref, err := name.NewTag(tag, name.StrictValidation)
	if err != nil {
		return fmt.Errorf("-tag: %w", err)
	}
	return tarball.WriteToFile(file, ref, img)
}
