package checks

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/check"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/valuesschema"
	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/render/internal/releases"
	"github.com/fluxapp-dev/fluxapp/render/internal/stream"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// Charts are the charts that are at hand. The zero Charts have none. They read an archive or a folder when a release
// needs it, and once, so the file systems must not change. They are not safe for concurrent use.
type Charts struct {
	roots  []*root
	byName map[string][]*entry
	sides  map[string]stream.Side // by kind and chart
}

type root struct {
	files fs.FS
	name  string // as messages call it
	file  string // in files, where the root is that file; empty for a folder
	url   string // canonical; empty for all repositories
	known map[string]*entry
}

// Add adds the charts of a file system: it is a chart, or has charts as folders and .tgz at any depth, but none below
// another one and in a folder that begins with a point. One with nothing but the file at the end of the name is that
// archive. The name is what messages call it. Url is that of the only source that these charts are for; empty is for
// all. For a GitRepository or a Bucket it is the checkout of the source, in which charts and valuesFiles are paths.
//
// It reads no more than the Chart.yaml of each, and returns an error for each chart whose Chart.yaml cannot be read,
// also for one that no release needs, and a note for a link that may lead to a chart and is not followed. The
// other errors are those of [Charts.Find]. URLs are compared without / or .git at the end, scheme and host in any case.
func (c *Charts) Add(files fs.FS, name, url string) []finding.Problem {
	r := &root{files, name, "", canonicalURL(url), map[string]*entry{}}
	all, err := fs.ReadDir(files, ".")
	if err == nil && len(all) == 1 && !all[0].IsDir() && all[0].Name() == path.Base(name) {
		r.file = all[0].Name()
	}
	c.roots = append(c.roots, r)
	entries, problems := r.index()
	if c.byName == nil {
		c.byName = map[string][]*entry{}
	}
	for _, e := range entries {
		c.byName[e.meta.Name] = append(c.byName[e.meta.Name], e)
	}
	return problems
}

// Find returns how to check values for a chart, or a problem that says why not: FA924 where it is not at hand, two
// different charts have its name and version, or nobody can know which one Flux takes; codes.Chart where it
// cannot be read or its checkout does not have it, with the file of valuesFiles where that is the reason.
//
// Of a HelmRepository and an OCIRepository it finds the version that source-controller takes (getChartVersion of its
// chart repository): the one that is written exactly so, or else the highest that is in the range.
func (c *Charts) Find(chart render.Chart) (render.ChartCheck, []finding.Problem) {
	found, problem := c.pick(chart)
	if problem != nil {
		return render.ChartCheck{}, []finding.Problem{*problem}
	}
	checker, problem := found.checker(chart)
	if problem != nil {
		return render.ChartCheck{}, []finding.Problem{*problem}
	}
	return render.ChartCheck{Problems: checker.Problems, Accepts: checker.Accepts}, nil
}

// Side returns where the chart of a HelmRelease is that [Charts.Find] finds, as it was called where it was added, and
// the checkout that a chart of one is in; of another kind it returns what was added for the source of the chart.
// Unknown is why that is not at hand.
func (c *Charts) Side(kind string, chart render.Chart) stream.Side {
	key := fmt.Sprintf("%s %#v", kind, chart)
	side, isKnown := c.sides[key]
	switch {
	case isKnown:
		return side
	case c.sides == nil:
		c.sides = map[string]stream.Side{}
	}
	if kind == kinds.HelmRelease.Name {
		side.ValuesFiles, side.IgnoreMissing = chart.ValuesFiles, chart.IgnoreMissingValuesFiles
		found, problem := c.pick(chart)
		if problem == nil {
			_, problem = found.checker(chart)
		}
		if problem != nil {
			side.Unknown = strings.TrimPrefix(problem.Detail, "values are not checked: ")
		} else if side.Path = found.place(); inGit(chart) {
			side.Root = found.root.name
		}
	} else if at := slices.IndexFunc(c.roots, func(r *root) bool {
		return r.url != "" && r.url == canonicalURL(chart.URL)
	}); at >= 0 {
		side.Path = c.roots[at].name
	} else {
		side.Unknown = fmt.Sprintf("the %s %s is not at hand; name its checkout, as %[2]s=PATH", chart.SourceKind, chart.URL)
	}
	c.sides[key] = side
	return side
}

// Places returns what was added.
func (c *Charts) Places() (all []stream.Charts) {
	return each.Of(c.roots, func(r *root) stream.Charts { return stream.Charts{Path: r.name, URL: r.url} })
}

// Check is for [render.Options]: it returns what is wrong with values of HelmReleases, and which charts are missing.
func (c *Charts) Check(placements []*plan.Placement) []finding.Problem {
	return releases.CheckAll(c.Find, placements)
}

func (e *entry) checker(chart render.Chart) (*check.Checker, *finding.Problem) {
	loaded, err := e.load()
	if err != nil {
		return nil, unreadable(e.place(), err)
	}
	if inGit(chart) && e.at.IsFolder {
		if missing := loaded.MissingDependency(); missing != "" {
			return nil, check.NotChecked("chart " + loaded.Meta.Name + " has no dependency " + missing +
				" in its charts folder, and Flux fetches it; run `helm dependency build` in " + e.place())
		}
	}
	defaults, files, err := e.defaults(loaded, chart)
	if err != nil {
		return nil, unreadable(e.place(), err)
	}
	return check.New(loaded, defaults, files...), nil
}

func unreadable(place string, err error) *finding.Problem {
	detail := "chart " + place + " cannot be read: " + err.Error()
	var of valuesFileError
	errors.As(err, &of)
	return &finding.Problem{Code: codes.Chart, Current: of.file, Detail: detail, Hiding: detail}
}

// defaults returns the values of the chart: of its values.yaml, or in their place the valuesFiles, merged in their
// order (mergeChartValues and mergeFileValues of source-controller, internal/helm/chart), with these files. One that
// is called values.yaml alone means the default.
func (e *entry) defaults(c *loader.Chart, chart render.Chart) (valuesschema.Map, []check.ValuesFile, error) {
	names := chart.ValuesFiles
	if len(names) == 0 || len(names) == 1 && path.Clean(names[0]) == loader.ValuesFile {
		return c.Values, nil, nil
	}
	read, own, clean := c.ValuesOf, loader.ValuesFile, path.Clean
	if inGit(chart) { // they are those of the whole source
		read = func(name string) (valuesschema.Map, error) { return loader.ReadValues(e.at.Files, inRoot(name)) }
		own, clean = path.Clean(e.at.Path+"/"+own), inRoot
	}
	merged, files := valuesschema.Map{}, []check.ValuesFile(nil)
	for _, name := range names {
		one, err := read(name)
		switch {
		case errors.Is(err, fs.ErrNotExist) && chart.IgnoreMissingValuesFiles:
			continue
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil, valuesFileError{name, fmt.Errorf("it has no file %s of valuesFiles; correct the path, or set "+
				"ignoreMissingValuesFiles", name)}
		case err != nil:
			return nil, nil, valuesFileError{name, fmt.Errorf("%s of valuesFiles is wrong: %w", name, err)}
		}
		merged = valuesschema.Merge(merged, one)
		files = append(files, check.ValuesFile{Name: name, IsOwn: clean(name) == own, Values: one})
	}
	if !c.HasValues() {
		return nil, nil, errors.New("it has no values.yaml, which valuesFiles could replace")
	}
	return merged, files, nil
}

type valuesFileError struct {
	file string
	error
}

// entry is a chart in the index: what its Chart.yaml says, and where the rest is, which is read once.
type entry struct {
	root *root
	at   loader.Location // in root
	meta loader.Metadata
	load func() (*loader.Chart, error)
}

func (e *entry) place() string { return e.root.place(e.at.Path) }

func (r *root) place(p string) string {
	if p == "." || p == r.file {
		return r.name
	}
	return strings.TrimSuffix(r.name, "/") + "/" + p
}

func (r *root) index() (entries []*entry, problems []finding.Problem) {
	tell := func(severity finding.Severity, p, detail string) {
		problems = append(problems, finding.Problem{Severity: severity, Code: codes.Chart, Detail: detail,
			Hiding: detail, Position: tree.Position{File: r.place(p)}})
	}
	refuse := func(p string, err error) { tell(finding.SeverityError, p, "is no chart: "+err.Error()) }
	if r.file != "" && !r.isArchive(r.file) {
		tell(finding.SeverityError, r.file, "is no chart archive; name the folder of the chart, or a .tgz")
		return nil, problems
	}
	_ = fs.WalkDir(r.files, ".", func(p string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			refuse(p, loader.WithoutPath(err))
			return nil
		case d.IsDir() && p != "." && strings.HasPrefix(d.Name(), "."): // such as .git
			return fs.SkipDir
		case d.Type()&fs.ModeSymlink != 0 && !r.isArchive(p):
			if detail := r.notFollowed(p); detail != "" {
				tell(finding.SeverityInfo, p, detail)
			}
			return nil
		case !r.isChart(p, d.IsDir()): // look below
			return nil
		}
		e, err := r.entryAt(p, d.IsDir())
		if err != nil {
			refuse(p, err)
		} else {
			entries = append(entries, e)
		}
		if d.IsDir() {
			return fs.SkipDir
		}
		return nil
	})
	return entries, problems
}

func (r *root) isChart(p string, isFolder bool) bool {
	if !isFolder {
		return r.isArchive(p)
	}
	_, err := fs.Stat(r.files, path.Clean(p+"/"+loader.ChartFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// isArchive reports whether a file is an archive by its name. A folder has files of many kinds called .tar.gz.
func (r *root) isArchive(p string) bool {
	return path.Ext(p) == ".tgz" || p == r.file && strings.HasSuffix(p, ".tar.gz")
}

// notFollowed says of a link that it may lead to a chart; empty where it does not. Of one that leads out of the
// root nobody can know. In a checkout, the path of a chart may lead through a link.
func (r *root) notFollowed(p string) string {
	info, err := fs.Stat(r.files, p)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil && path.Dir(p) == ".":
		return "is a link that leads out of the folder, and is not followed; copy what it leads to"
	case err == nil && info.IsDir() && r.url == "" && r.isChart(p, true):
		return "is a link to a folder, and is not followed; copy the folder if its chart is not at hand"
	}
	return ""
}

func (r *root) entryAt(p string, isFolder bool) (*entry, error) {
	if known := r.known[p]; known != nil {
		return known, nil
	}
	at := loader.Location{Files: r.files, Path: p, IsFolder: isFolder}
	meta, err := at.ReadMetadata()
	if err != nil {
		return nil, err
	}
	e := &entry{r, at, meta, sync.OnceValues(at.Load)}
	r.known[p] = e
	return e, nil
}
