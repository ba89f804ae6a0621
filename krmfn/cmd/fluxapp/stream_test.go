package main

import (
	"encoding/json"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// What the stream for fluxapp-final has, as that program reads it: package render/internal/stream explains it.

type streamRequest struct {
	Version     int               `json:"version"`
	Format      string            `json:"format"`
	Color       bool              `json:"color,omitempty"`
	Images      bool              `json:"images,omitempty"`
	KubeVersion string            `json:"kubeVersion,omitempty"`
	APIVersions []string          `json:"apiVersions,omitempty"`
	ValuesFrom  map[string]string `json:"valuesFrom,omitempty"`
	Follow      bool              `json:"follow,omitempty"`
	Charts      []streamCharts    `json:"charts,omitempty"`
}

type streamCharts struct {
	Path string `json:"path"`
	URL  string `json:"url,omitempty"`
}

type streamPair struct {
	Application string        `json:"application"`
	Cluster     string        `json:"cluster"`
	At          streamPlace   `json:"at,omitzero"`
	Chart       streamPlace   `json:"chart,omitzero"`
	Before      *streamSide   `json:"before,omitempty"`
	After       *streamSide   `json:"after,omitempty"`
	Same        bool          `json:"same,omitempty"`
	Fields      []streamField `json:"fields,omitempty"`
}

type streamSide struct {
	Object        json.RawMessage `json:"object"`
	Path          string          `json:"path,omitempty"`
	Unknown       string          `json:"unknown,omitempty"`
	Root          string          `json:"root,omitempty"`
	ValuesFiles   []string        `json:"valuesFiles,omitempty"`
	IgnoreMissing bool            `json:"ignoreMissing,omitempty"`
}

type streamField struct {
	Keys []string    `json:"keys"`
	At   streamPlace `json:"at,omitzero"`
}

type streamPlace struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Layer  string `json:"layer,omitempty"`
}

type streamAnswer struct {
	Version  int              `json:"version"`
	Output   string           `json:"output"`
	Differs  bool             `json:"differs,omitempty"`
	Findings finding.Findings `json:"findings,omitempty"`
	Deleted  []streamDeletion `json:"deleted,omitempty"`
}

type streamDeletion struct {
	Application string   `json:"application"`
	Cluster     string   `json:"cluster"`
	Kind        string   `json:"kind"`
	Names       []string `json:"names"`
}
