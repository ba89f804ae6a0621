package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io/fs"
	"time"
)

// file is a file in an archive.
type file struct {
	name string
	mode int64
	data []byte
}

// tarGz returns an archive of files that root owns, all as old as the commit.
func tarGz(files []file, modified time.Time) ([]byte, error) {
	var packed bytes.Buffer
	compressed, err := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	w := tar.NewWriter(compressed)
	for _, f := range files {
		header := &tar.Header{
			Typeflag: tar.TypeReg, Name: f.name, Mode: f.mode, Size: int64(len(f.data)), ModTime: modified,
			Format: tar.FormatUSTAR,
		}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.data); err != nil {
			return nil, err
		}
	}
	err = errors.Join(w.Close(), compressed.Close())
	return packed.Bytes(), err
}

// zipped returns the archive for Windows.
func zipped(files []file, modified time.Time) ([]byte, error) {
	var packed bytes.Buffer
	w := zip.NewWriter(&packed)
	for _, f := range files {
		header := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: modified}
		header.SetMode(fs.FileMode(f.mode))
		out, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := out.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return packed.Bytes(), err
}
