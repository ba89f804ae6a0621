package session

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

func written(write func(io.Writer) error) (json.RawMessage, error) {
	var b bytes.Buffer
	err := write(&b)
	return b.Bytes(), err
}

func wrong(found finding.Findings) any { return map[string]finding.Findings{"findings": found} }

type base struct {
	files   []File
	options options
	result  render.Result
	page    *view.Page
	err     error
}

// before returns the base of these files: the last one where the files and the options are the same.
func (s *Session) before(files []File) base {
	b := base{files: files, options: s.options}
	b.options.Strict = false // warnings about what was before a change are no errors
	if slices.Equal(s.base.files, files) && s.base.options == b.options {
		return s.base
	}
	var docs schema.Documents
	for _, f := range files {
		docs = append(docs, parse(f).docs...)
	}
	b.result, b.err = render.Render(docs, b.options.render())
	b.page = view.New(b.result, nil)
	s.base = b
	return b
}

func (s *Session) refused() any { return wrong(s.page.Fleet.Findings.Only(finding.SeverityError)) }

// changes answers with what fluxapp diff -o json prints of base files and the files of the last load: {"changes": …},
// or {"findings": […]} where one of both has errors.
func (s *Session) changes(request struct {
	Files []File `json:"files"`
}) (any, error) {
	if s.page.Fleet.Refused {
		return s.refused(), nil
	}
	base := s.before(request.Files)
	if base.err != nil {
		return wrong(base.result.Findings.Only(finding.SeverityError)), nil
	}
	changes := change.Compare(base.result, s.result)
	s.shown = s.page.Compare(base.page, changes.List)
	found := changes.Check(change.LimitOptions{})
	text, err := written(func(w io.Writer) error {
		return change.WriteJSON(w, changes, change.PrintOptions{Limits: found})
	})
	return map[string]json.RawMessage{"changes": text}, err
}

// gone answers with what the comparison of the last changes adds to the overview, see [view.Page.Compare]: what is
// gone, and what others were. It is few: the page has the overview already.
func (s *Session) gone(struct{}) (any, error) {
	now, all := s.page.Fleet, s.shown.Fleet
	if s.shown == s.page {
		return nil, errors.New("nothing is compared")
	}
	labels, objects := map[string]map[string]string{}, map[int]*view.Was{}
	for _, c := range all.Clusters {
		if c.Was != nil {
			labels[c.Name] = c.Was
		}
	}
	for i, o := range all.Objects {
		if o.Was != nil {
			objects[i] = o.Was
		}
	}
	return map[string]any{"applications": all.Applications[len(now.Applications):], "was": labels, "wasObjects": objects,
		"clusters": all.Clusters[len(now.Clusters):], "objects": all.Objects[len(now.Objects):]}, nil
}

// status answers as fluxapp status -o json: {"status": …}, or {"findings": […]} where the last load or a file is wrong.
// The second file of a server is of an earlier time, see [status.Observed.AddFile].
func (s *Session) status(request struct {
	Observed []struct {
		Server string `json:"server"` // the name of a cluster whose own Flux applies its objects; empty for the hub
		File   string `json:"file"`
		Text   string `json:"text"`
	} `json:"observed"`
}) (any, error) {
	if s.page.Fleet.Refused {
		return s.refused(), nil
	}
	var all status.Observed
	for _, o := range request.Observed {
		data := folder.UTF8([]byte(o.Text))
		if slip := folder.Slip(data); slip != "" {
			return nil, fmt.Errorf("%s %s; paste what kubectl get -A -o yaml prints", o.File, slip)
		}
		if err := all.AddFile(o.Server, o.File, data); err != nil {
			return wrong(finding.From(err)), nil
		}
	}
	text, err := written(status.Summarize(s.result, all).WriteJSON)
	return map[string]json.RawMessage{"status": text}, err
}
