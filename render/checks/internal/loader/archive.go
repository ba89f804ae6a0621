package loader

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// The limits of Helm for a chart (pkg/chart/loader/archive), and here for all archives in its charts folder together.
const (
	maxFile  = 5 << 20
	maxChart = 100 << 20
)

// budget is how many bytes of files, bytes of archives with their headers, and charts may still be read for one chart.
type budget struct{ left, unpacked, charts int64 }

func newBudget() *budget { return &budget{maxChart, maxChart + maxChart/8, maxParts} }

var errTooMuch = fmt.Errorf("is larger than %d MiB in all, which Helm does not take", maxChart>>20)

type archive struct {
	*tar.Reader
	top   string // the folder that all files are in
	limit *budget
}

// readArchive calls visit for each file of a .tgz, with its path below the top folder, until an error or fs.SkipAll.
func readArchive(in io.Reader, limit *budget, visit func(name string, data []byte) error) error {
	unzipped, err := gzip.NewReader(in)
	if err != nil {
		return errors.New("is no gzip archive; bring the file as helm pull writes it")
	}
	// A header may be long, too: what is read is bounded, not what files have.
	a := &archive{Reader: tar.NewReader(boundedReader{unzipped, limit}), limit: limit}
	for {
		name, data, err := a.nextFile()
		if err == nil {
			err = visit(name, data)
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, fs.SkipAll):
			return nil
		case err != nil:
			return err
		}
	}
}

// nextFile reads the next file; io.EOF without one.
func (a *archive) nextFile() (name string, data []byte, err error) {
	header, err := a.Next()
	for err == nil && (header.Typeflag == tar.TypeXGlobalHeader || header.FileInfo().IsDir()) {
		header, err = a.Next()
	}
	if err != nil {
		return "", nil, archiveError(err)
	}
	if name, err = a.innerName(header); err != nil {
		return "", nil, err
	}
	data, err = readAll(a, a.limit)
	if err != nil && !errors.Is(err, errTooMuch) {
		err = fmt.Errorf("%s: %w", name, err)
	}
	return name, data, err
}

// innerName returns the path of a file below the top folder. Helm takes an archive with several top folders, and its
// files as if they were in one; helm pull and helm package never write such a one, and it is refused.
func (a *archive) innerName(header *tar.Header) (string, error) {
	if header.Typeflag != tar.TypeReg {
		return "", fmt.Errorf("has %q, which is a link or a device; leave it out", header.Name)
	}
	if strings.Contains(header.Name, `\`) {
		return "", fmt.Errorf("has %q, a path with a backslash; write it with slashes", header.Name)
	}
	first, below, inFolder := strings.Cut(header.Name, "/") // Helm takes ./Chart.yaml, and not ./web/Chart.yaml
	if path.IsAbs(header.Name) || drivePath.MatchString(below) || slices.Contains(strings.Split(header.Name, "/"), "..") {
		return "", fmt.Errorf("has %q, a path that leaves the chart; leave it out", header.Name)
	}
	switch {
	case !inFolder || first == "":
		return "", fmt.Errorf("has %q outside of the folder of the chart; pack the folder with helm package", header.Name)
	case a.top != "" && a.top != first:
		return "", fmt.Errorf("has the folders %q and %q; pack one chart with helm package", a.top, first)
	}
	a.top = first
	return path.Clean(below), nil
}

var drivePath = regexp.MustCompile(`^[a-zA-Z]:/`)

var errTooLarge = fmt.Errorf("is larger than %d MiB, and Helm does not take it", maxFile>>20)

func readAll(in io.Reader, limit *budget) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(in, maxFile+1))
	if err != nil {
		return nil, archiveError(err)
	}
	if len(data) > maxFile {
		return nil, errTooLarge
	}
	if limit.left -= int64(len(data)); limit.left < 0 {
		return nil, errTooMuch
	}
	return bytes.TrimPrefix(data, []byte("\ufeff")), nil
}

func archiveError(err error) error {
	switch {
	case errors.Is(err, io.EOF):
		return io.EOF
	case errors.Is(err, errTooMuch):
		return errTooMuch
	case errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("ends too early; bring it again")
	case errors.Is(err, tar.ErrHeader):
		return errors.New("is no tar archive in gzip; bring the file as helm pull writes it")
	}
	return fmt.Errorf("is a broken archive (%w); bring it again", err)
}

// boundedReader fails when more is read than a chart can have, in all of its archives.
type boundedReader struct {
	in    io.Reader
	limit *budget
}

func (b boundedReader) Read(p []byte) (int, error) {
	if b.limit.unpacked <= 0 {
		return 0, errTooMuch
	}
	n, err := b.in.Read(p[:min(int64(len(p)), b.limit.unpacked)])
	b.limit.unpacked -= int64(n)
	return n, err
}
