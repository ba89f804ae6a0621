package main

import (
	_ "embed"
	"fmt"

	"sigs.k8s.io/yaml"
)

// collection is a text whose manifests the page has, for example an article.
type collection struct {
	Title     string     `json:"title"`
	Text      string     `json:"text"`
	Manifests []manifest `json:"manifests"`
}

// manifest is one that people wrote for Flux or KubeSphere, and the application that makes it.
type manifest struct {
	// Seed is the file of the manifest, and Document its place in the file, which counts from 0. A row without a file
	// has spellings of a text that are in no manifest.
	Seed     string `json:"seed,omitempty"`
	Document int    `json:"document,omitempty"`
	// Is is what the page calls the manifest, and Field what makes it: fields of a FluxApplication.
	Is    string   `json:"is"`
	Field []string `json:"field"`
	// Case is a folder of testdata/cases, with its area, and Application the name of the document in it that makes the
	// manifest.
	Case        string `json:"case"`
	Application string `json:"application"`

	Corrections []correction `json:"corrections,omitempty"`
	Remarks     []remark     `json:"remarks,omitempty"`
}

// correction is a difference between a manifest and the object of the case.
type correction struct {
	// Path is the field. Has is its value in the manifest, Wants the value in the object. One of them may be absent.
	Path  string `json:"path"`
	Has   any    `json:"has,omitempty"`
	Wants any    `json:"wants,omitempty"`
	// Why is the reason: a sentence.
	Why string `json:"why"`
	// At is the place in the application where the author writes the value of the manifest, or leaves it out. Without it
	// the language has no place for the value. Says is what fluxapp says to it: a code and the beginning of the message.
	// Without it fluxapp says nothing, and makes the same objects.
	At   string `json:"at,omitempty"`
	Says string `json:"says,omitempty"`
}

// remark is what fluxapp says to a field of the case that is as people wrote it.
type remark struct {
	At   string `json:"at"`
	Says string `json:"says"`
	Why  string `json:"why"`
}

//go:embed manifests.yaml
var manifestsData []byte

// collections returns what manifests.yaml has.
func collections() (list []collection, err error) {
	if err := yaml.UnmarshalStrict(manifestsData, &list); err != nil {
		return nil, fmt.Errorf("manifests.yaml: %w", err)
	}
	return list, nil
}
