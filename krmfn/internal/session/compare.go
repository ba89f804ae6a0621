package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/kubectl"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// written returns what a method writes as JSON.
func written(write func(io.Writer) error) (json.RawMessage, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

// wrong is the answer to a request whose files are wrong.
type wrong struct {
	Findings finding.Findings `json:"findings"`
}

// changes answers with what fluxapp diff -o json prints of base files and those of the last load: {"changes": …}, or {"findings": […]} where the
// base files have errors.
func (s *Session) changes(request struct {
	Files []File `json:"files"`
}) (any, error) {
	var docs schema.Documents
	for _, f := range request.Files {
		docs = append(docs, parse(f).docs...)
	}
	opts := s.opts
	opts.Strict = false // warnings about what was before a change are no errors
	before, err := render.Render(docs, opts)
	if err != nil {
		return wrong{before.Findings.Only(finding.SeverityError)}, nil
	}
	changes := change.Compare(before, s.result)
	limits := changes.Check(change.Rules{Before: before, After: s.result})
	text, err := written(func(w io.Writer) error { return changes.WriteJSON(w, change.PrintOptions{Limits: limits}) })
	return struct {
		Changes json.RawMessage `json:"changes"`
	}{text}, err
}

// observed is a file with what kubectl printed of an API server.
type observed struct {
	// Server is the name of a cluster whose own Flux applies its objects; empty for the hub.
	Server string `json:"server"`
	File   string `json:"file"`
	Text   string `json:"text"`
}

// status answers with what fluxapp status -o json prints: {"status": …}, or {"findings": […]} where an observed file is wrong.
func (s *Session) status(request struct {
	Observed []observed `json:"observed"`
}) (any, error) {
	var all status.Observed
	for _, o := range request.Observed {
		data := kubectl.UTF8([]byte(o.Text))
		if slip := kubectl.Slip(data); slip != "" {
			return nil, fmt.Errorf("%s %s; paste what kubectl get -A -o yaml prints", o.File, slip)
		}
		if err := all.Add(o.Server, o.File, data); err != nil {
			return wrong{finding.From(err)}, nil
		}
	}
	text, err := written(status.Summarize(s.result, all).WriteJSON)
	return struct {
		Status json.RawMessage `json:"status"`
	}{text}, err
}
