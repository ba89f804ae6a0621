// Package session is the renderer behind the playground: the state of one page, and its scripts' requests, as JSON.
//
//	s := session.New()
//	answer := s.Call("load", []byte(`{"files": [{"name": "app.yaml", "text": "…"}]}`))
//
// Each answer is JSON, also the answer to a wrong request, which is {"error": "…"}. The package is what runs in the
// browser; it is apart from the code that speaks to JavaScript, so that it is tested without a browser.
package session

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/folder"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/stages"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Session is the state of one page: its last documents, and what they render. It is not safe for concurrent use.
type Session struct {
	options options
	parsed  map[File]parsed // of the last load: a text that has not changed is not parsed again
	result  render.Result
	page    *view.Page
	shown   *view.Page // page, or the comparison with base since the last load
	base    base       // of the last comparison
}

// New returns a session without documents.
func New() *Session {
	page := view.New(render.Result{}, nil)
	return &Session{page: page, shown: page}
}

// File is a file with documents.
type File struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type parsed struct {
	docs     schema.Documents
	warnings finding.Findings
}

var methods = map[string]func(s *Session, request []byte) (any, error){
	"load":        with((*Session).load),
	"details":     with((*Session).details),
	"differences": with((*Session).differences),
	"texts":       with((*Session).texts),
	"changes":     with((*Session).changes),
	"gone":        with((*Session).gone),
	"status":      with((*Session).status),
	"folder":      with((*Session).folder),
}

func with[Request any](method func(*Session, Request) (any, error)) func(*Session, []byte) (any, error) {
	return func(s *Session, text []byte) (any, error) {
		var request Request
		if err := json.Unmarshal(text, &request); err != nil {
			return nil, fmt.Errorf("the request is no JSON that this method reads: %w", err)
		}
		return method(s, request)
	}
}

// Call answers a request. It never panics: that would end the program that the page speaks to.
func (s *Session) Call(method string, request []byte) (answer []byte) {
	defer func() {
		if problem := recover(); problem != nil {
			answer = failure(fmt.Sprintf("fluxapp failed; please report it with the documents: %v", problem))
		}
	}()
	call, found := methods[method]
	if !found {
		return failure(fmt.Sprintf("there is no method %q; write one of %s", method,
			strings.Join(slices.Sorted(maps.Keys(methods)), ", ")))
	}
	value, err := call(s, request)
	if err == nil {
		answer, err = json.Marshal(value)
	}
	if err != nil {
		return failure(err.Error())
	}
	return answer
}

func failure(text string) []byte {
	answer, _ := json.Marshal(map[string]string{"error": text})
	return answer
}

type loaded struct {
	view.Fleet
	Fixes []fix `json:"fixes"` // the changes of the files that findings propose, where they are certain
	// Stages are those of the label that orders the clusters; nil where there is none.
	Stages *stages.Stages `json:"stages,omitempty"`
}

type fix struct {
	Finding int `json:"finding"`
	finding.Fix
}

func (s *Session) load(request struct {
	Files   []File  `json:"files"`
	Options options `json:"options"`
}) (any, error) {
	s.options = request.Options
	docs, warnings := s.parse(request.Files)
	result, err := render.Render(docs, s.options.render())
	s.result = result
	findings := slices.Concat(warnings, result.Findings)
	if err != nil {
		s.result = render.Result{}
		s.page = view.Refused(docs, findings)
	} else {
		s.page = view.New(s.result, findings)
	}
	s.shown = s.page
	table, err := stages.Of(stages.Fleet{Fleet: s.page.Fleet}, "")
	if table != nil {
		table.Rows = nil
	}
	answer := loaded{s.page.Fleet, []fix{}, table}
	for i, f := range answer.Findings {
		if change, ok := f.Fix(); ok {
			answer.Fixes = append(answer.Fixes, fix{i, change})
		}
	}
	return answer, err
}

func (s *Session) parse(files []File) (docs schema.Documents, warnings finding.Findings) {
	now := make(map[File]parsed, len(files))
	for _, f := range files {
		p, found := s.parsed[f]
		if !found {
			p = parse(f)
		}
		now[f] = p
		docs, warnings = append(docs, p.docs...), append(warnings, p.warnings...)
	}
	s.parsed = now
	return docs, warnings
}

// parse parses a named file. But it skips a Helm template with a warning, as in a folder: a page gets whole folders.
func parse(f File) parsed {
	if warnings := slices.Concat(folder.Pointer(f.Name, []byte(f.Text)),
		folder.Template(f.Name, []byte(f.Text))); len(warnings) > 0 {
		return parsed{warnings: warnings}
	}
	return parsed{docs: schema.Parse(f.Name, []byte(f.Text))}
}

type options struct {
	Namespace   string `json:"namespace"`
	FluxVersion string `json:"fluxVersion"`
	Strict      bool   `json:"strict"`
}

func (o options) render() render.Options {
	return render.Options{Namespace: o.Namespace, FluxVersion: o.FluxVersion, Strict: o.Strict, AllowEmpty: true}
}

func (s *Session) details(request struct {
	Objects []int `json:"objects"`
}) (any, error) {
	all := []view.Details{}
	for _, i := range request.Objects {
		if i < 0 || i >= len(s.shown.Fleet.Objects) {
			return nil, fmt.Errorf("there is no object %d; there are %d", i, len(s.shown.Fleet.Objects))
		}
		all = append(all, s.shown.Details(i, false))
	}
	return all, nil
}

func (s *Session) differences(request struct {
	Cluster int `json:"cluster"`
}) (any, error) {
	if request.Cluster < 0 || request.Cluster >= len(s.shown.Fleet.Clusters) {
		return nil, fmt.Errorf("there is no cluster %d; there are %d", request.Cluster, len(s.shown.Fleet.Clusters))
	}
	return s.shown.Differences(request.Cluster), nil
}

func (s *Session) texts(struct{}) (any, error) { return s.shown.Texts(), nil }

type folderFile struct {
	Path string `json:"path"`
	Text string `json:"text"`
}

// folder answers with the files that fluxapp render -o dir= writes into a new folder, in the order of their paths.
func (s *Session) folder(struct{}) (any, error) {
	if err := s.result.CheckPaths(); err != nil {
		return nil, err
	}
	objects := each.Of(s.result.Files(), func(o render.Object) output.Object {
		return output.Object{Place: output.Place{Path: o.Path()}, Rendered: o}
	})
	decisions, texts := output.Run{Folder: true, Result: s.result}.Decide(nil, objects, nil), map[string]string{}
	for i, o := range objects {
		if !decisions.IsNew(i) { // of another cluster
			continue
		}
		if texts[o.Path] != "" {
			texts[o.Path] += "---\n"
		}
		texts[o.Path] += string(o.Rendered.YAML())
	}
	for name, list := range decisions.Lists(output.Files{Exists: func(string) bool { return false }}) {
		texts[name] = string(list.Print())
	}
	names := slices.Sorted(maps.Keys(texts))
	return each.Of(names, func(name string) folderFile { return folderFile{name, texts[name]} }), nil
}
