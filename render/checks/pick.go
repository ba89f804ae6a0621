package checks

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/check"
	"github.com/fluxapp-dev/fluxapp/render/checks/internal/loader"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// inGit reports whether the chart is a path in a source that has other files beside it.
func inGit(chart render.Chart) bool {
	return chart.SourceKind == "GitRepository" || chart.SourceKind == "Bucket"
}

func inOCI(chart render.Chart) bool { return chart.SourceKind == "OCIRepository" }

func (c *Charts) pick(chart render.Chart) (*entry, *finding.Problem) {
	if inGit(chart) {
		return c.inCheckout(chart)
	}
	if inOCI(chart) {
		chart.Name = path.Base(strings.TrimSuffix(chart.URL, "/"))
	}
	switch {
	case inOCI(chart) && chart.URL == "":
		return nil, check.NotChecked("no document has the OCIRepository, whose URL is the name of its chart; " +
			"add the document")
	case chart.Version == "" && chart.Digest != "":
		return nil, check.NotChecked("the digest " + chart.Digest + " is what Flux takes of chart " + chart.Name +
			", whatever tag is beside it, and nobody knows its version here; they are checked for a tag without digest")
	}
	candidates := c.candidates(chart)
	fitting, err := choose(chart, candidates)
	switch {
	case err != nil:
		return nil, check.NotChecked(err.Error())
	case len(fitting) == 0:
		return nil, check.NotChecked(c.notFound(chart, candidates))
	}
	return same(fitting)
}

// candidates returns the charts of a name: those of the URL if there are any, or else those for all repositories.
func (c *Charts) candidates(chart render.Chart) []*entry {
	all, url := c.byName[chart.Name], canonicalURL(chart.URL)
	if own := each.Only(all, func(e *entry) bool { return e.root.url == url }); len(own) > 0 {
		return own
	}
	return each.Only(all, func(e *entry) bool { return e.root.url == "" })
}

func choose(chart render.Chart, charts []*entry) ([]*entry, error) {
	isExact := func(e *entry) bool { return e.meta.Version == chart.Version }
	if inOCI(chart) {
		isExact = func(e *entry) bool { return tag(e.meta.Version) == tag(chart.Version) }
	}
	if exact := each.Only(charts, isExact); len(exact) > 0 {
		return exact, nil
	}
	constraint, err := semver.NewConstraint(cmp.Or(chart.Version, "*"))
	switch {
	case err != nil && inOCI(chart):
		return nil, fmt.Errorf("nobody knows which version of chart %s the tag %q is; write a version", chart.Name,
			chart.Version)
	case err != nil:
		return nil, fmt.Errorf("%q is no version of chart %s and no range of versions; correct it", chart.Version,
			chart.Name)
	}
	var best []*entry
	for _, e := range charts {
		switch {
		case strings.Count(e.meta.Version, ".") < 2 || !constraint.Check(e.meta.SemVer): // ranges need all three numbers
		case len(best) == 0 || best[0].meta.SemVer.LessThan(e.meta.SemVer):
			best = []*entry{e}
		case best[0].meta.SemVer.Equal(e.meta.SemVer):
			best = append(best, e)
		}
	}
	return best, nil
}

// tag returns a version as a tag has it, which cannot have a plus.
func tag(version string) string { return strings.ReplaceAll(version, "+", "_") }

// same returns a chart when all that were found have the same content.
func same(found []*entry) (*entry, *finding.Problem) {
	var first *loader.Chart
	for _, e := range found {
		loaded, err := e.load()
		switch {
		case err != nil:
			return nil, unreadable(e.place(), err)
		case first == nil:
			first = loaded
		case !first.SameFiles(loaded):
			return nil, check.NotChecked(fmt.Sprintf("chart %s %s is at hand twice, with other files, as %s and as %s; "+
				"remove one", first.Meta.Name, first.Meta.Version, found[0].place(), e.place()))
		}
	}
	return found[0], nil
}

func (c *Charts) inCheckout(chart render.Chart) (*entry, *finding.Problem) {
	place := inRoot(chart.Name)
	var looked []string
	for _, r := range c.roots {
		if r.url == "" || r.url != canonicalURL(chart.URL) {
			continue
		}
		info, err := fs.Stat(r.files, place)
		if err == nil {
			var e *entry
			if e, err = r.entryAt(place, info.IsDir()); err == nil {
				return e, nil
			}
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return nil, unreadable(r.place(place), loader.WithoutPath(err))
		}
		looked = append(looked, r.place(place))
	}
	of := strings.TrimSuffix(chart.SourceKind+" "+chart.URL, " ")
	switch {
	case len(looked) > 0:
		return nil, c.notInCheckout(chart, looked[0])
	case chart.URL == "":
		return nil, check.NotChecked("chart " + chart.Name + " lies in a " + of +
			" whose URL is not known, because no document has it; add the document")
	}
	p := check.NotChecked("chart " + chart.Name + " lies in the " + of + ", which is not at hand; name its checkout, as " +
		chart.URL + "=PATH")
	urls := each.Of(c.roots, func(r *root) string { return r.url })
	if near := names.Nearest(canonicalURL(chart.URL), urls); near != "" {
		p.Severity, p.Detail = finding.SeverityWarning, p.Detail+", and not "+near
	}
	return nil, p
}

func (c *Charts) notInCheckout(chart render.Chart, looked string) *finding.Problem {
	var paths []string
	for _, r := range c.roots {
		if r.url == canonicalURL(chart.URL) {
			paths = slices.AppendSeq(paths, maps.Keys(r.known))
		}
	}
	slices.Sort(paths)
	detail := "there is no chart at " + looked + ", so Flux finds none; correct the path"
	if near := names.Nearest(inRoot(chart.Name), paths); near != "" {
		detail += ": did you mean \"" + near + "\"?"
	}
	return &finding.Problem{Code: codes.Chart, Detail: detail, Hiding: detail}
}

// inRoot returns a path of a source as source-controller reads it: nothing leads out of the source.
func inRoot(name string) string { return cmp.Or(strings.TrimPrefix(path.Clean("/"+name), "/"), ".") }

func (c *Charts) notFound(chart render.Chart, candidates []*entry) string {
	looked := strings.TrimSuffix("chart "+chart.Name+" "+chart.Version, " ") + " is not at hand"
	bring := "bring it with `" + pull(chart) + "`"
	if len(candidates) > 0 {
		slices.SortFunc(candidates, func(a, b *entry) int {
			return cmp.Or(b.meta.SemVer.Compare(a.meta.SemVer), cmp.Compare(a.meta.Version, b.meta.Version))
		})
		versions := each.Of(candidates, func(e *entry) string { return e.meta.Version })
		return looked + ", of chart " + chart.Name + " there is " + names.Sentence(slices.Compact(versions)) + "; " + bring
	}
	if chart.URL == "" && len(c.byName[chart.Name]) > 0 {
		return looked + " for all sources, and the URL of its own is not known here, because no document has it; name " +
			"the charts without URL"
	}
	near := names.Nearest(chart.Name, slices.Sorted(maps.Keys(c.byName)))
	if near != "" && near != chart.Name {
		return looked + "; did you mean \"" + near + "\"? Or " + bring
	}
	return looked + "; " + bring
}

func pull(chart render.Chart) string {
	url := strings.TrimSuffix(chart.URL, "/")
	source := chart.Name + " --repo " + cmp.Or(url, "URL")
	switch {
	case inOCI(chart):
		source = url
	case strings.HasPrefix(url, "oci://"):
		source = url + "/" + chart.Name
	}
	version := strings.ReplaceAll(chart.Version, "_", "+")
	if strings.Trim(version, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-") != "" {
		version = "'" + version + "'" // as a shell takes it
	}
	if version != "" {
		version = " --version " + version
	}
	return "helm pull " + source + version + " -d charts/"
}

// canonicalURL returns a URL without what makes no difference: a slash or .git at the end, case of scheme and host.
func canonicalURL(url string) string {
	url = strings.TrimSuffix(strings.TrimRight(url, "/"), ".git")
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	end := strings.Index(rest+"/", "/")
	host := strings.Index(rest[:end], "@") + 1 // behind a user
	return strings.ToLower(scheme) + "://" + rest[:host] + strings.ToLower(rest[host:end]) + rest[end:]
}
