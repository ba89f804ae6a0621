package charts

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"github.com/Masterminds/semver/v3"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/charts/internal/check"
	"github.com/fluxapp-dev/fluxapp/render/charts/internal/loader"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// inGit reports whether the chart is a path in a source that has other files beside it.
func inGit(chart render.Chart) bool {
	return chart.SourceKind == "GitRepository" || chart.SourceKind == "Bucket"
}

func (c *Charts) pick(chart render.Chart) (*entry, *finding.Problem) {
	if inGit(chart) {
		return c.inCheckout(chart)
	}
	wanted := wantedOf(chart)
	switch {
	case chart.SourceKind == "OCIRepository" && chart.URL == "":
		return nil, check.NotChecked("no document has the OCIRepository, whose URL is the name of its chart; add the document")
	case wanted.version == "" && chart.Digest != "":
		return nil, check.NotChecked("only the digest " + chart.Digest + " of chart " + wanted.name +
			" is known; write its version beside the digest")
	}
	candidates := c.candidates(wanted.name, chart.URL)
	fitting, err := wanted.choose(candidates)
	switch {
	case err != nil:
		return nil, check.NotChecked(err.Error())
	case len(fitting) == 0:
		return nil, check.NotChecked(c.notFound(wanted, candidates))
	}
	return only(fitting)
}

// wanted is the chart of a repository.
type wanted struct {
	chart         render.Chart
	name, version string
}

func wantedOf(chart render.Chart) wanted {
	if chart.SourceKind == "OCIRepository" {
		return wanted{chart, path.Base(strings.TrimSuffix(chart.URL, "/")), chart.Version}
	}
	return wanted{chart, chart.Name, chart.Version}
}

// candidates returns the charts of a name: those of the URL if there are any, or else those for all repositories.
func (c *Charts) candidates(name, url string) []*entry {
	url = canonicalURL(url)
	of := func(fits func(*entry) bool) []*entry {
		return slices.DeleteFunc(slices.Clone(c.byName[name]), func(e *entry) bool { return !fits(e) })
	}
	if url == "" {
		return of(func(*entry) bool { return true })
	}
	if own := of(func(e *entry) bool { return e.root.url == url }); len(own) > 0 {
		return own
	}
	return of(func(e *entry) bool { return e.root.url == "" })
}

// choose returns the charts of the version that Flux takes.
func (w wanted) choose(charts []*entry) ([]*entry, error) {
	isExact := func(e *entry) bool { return e.meta.Version == w.version }
	if w.chart.SourceKind == "OCIRepository" { // a tag cannot have a plus
		isExact = func(e *entry) bool { return strings.ReplaceAll(e.meta.Version, "+", "_") == cleanTag(w.version) }
	}
	if exact := slices.DeleteFunc(slices.Clone(charts), func(e *entry) bool { return !isExact(e) }); len(exact) > 0 {
		return exact, nil
	}
	constraint, err := semver.NewConstraint(cmp.Or(w.version, "*"))
	if err != nil {
		if w.chart.SourceKind == "OCIRepository" { // a tag that is no version
			return nil, fmt.Errorf("nobody knows which version of chart %s the tag %q is; write a version", w.name, w.version)
		}
		return nil, fmt.Errorf("%q is no version of chart %s and no range of versions; correct it", w.version, w.name)
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

func cleanTag(tag string) string { return strings.ReplaceAll(tag, "+", "_") }

// only returns the chart when all that were found are the same chart.
func only(found []*entry) (*entry, *finding.Problem) {
	for _, other := range found[1:] {
		same, problem := sameContent(found[0], other)
		if problem != nil {
			return nil, problem
		}
		if !same {
			return nil, check.NotChecked(fmt.Sprintf("chart %s %s is at hand twice, with other files, as %s and as %s; remove one",
				found[0].meta.Name, found[0].meta.Version, found[0].place(), other.place()))
		}
	}
	return found[0], nil
}

func sameContent(a, b *entry) (bool, *finding.Problem) {
	one, err := a.load()
	if err != nil {
		return false, unreadable(a.place(), err)
	}
	other, err := b.load()
	if err != nil {
		return false, unreadable(b.place(), err)
	}
	return one.SameFiles(other), nil
}

// inCheckout returns the chart at a path of the checkout of a GitRepository or a Bucket.
func (c *Charts) inCheckout(chart render.Chart) (*entry, *finding.Problem) {
	place := inRoot(chart.Name)
	var looked []string
	for _, r := range c.roots {
		if r.url == "" || r.url != canonicalURL(chart.URL) {
			continue
		}
		e, err := r.atPath(place)
		switch {
		case err == nil:
			return e, nil
		case !errors.Is(err, fs.ErrNotExist):
			return nil, unreadable(r.place(place), err)
		}
		looked = append(looked, r.place(place))
	}
	if len(looked) > 0 {
		return nil, check.NotChecked("there is no chart at " + looked[0] + "; bring the whole " + chart.SourceKind)
	}
	of := "the " + chart.SourceKind
	if chart.URL != "" {
		of += " " + chart.URL
	}
	return nil, check.NotChecked(fmt.Sprintf("chart %s lies in %s, which is not at hand; name its URL and its checkout",
		chart.Name, of))
}

// inRoot returns a path of a source as source-controller reads it: nothing leads out of the source.
func inRoot(name string) string { return cmp.Or(strings.TrimPrefix(path.Clean("/"+name), "/"), ".") }

// atPath returns the chart at a path; fs.ErrNotExist when there is none.
func (r *root) atPath(place string) (*entry, error) {
	info, err := fs.Stat(r.files, place)
	if err != nil {
		return nil, loader.WithoutPath(err)
	}
	return r.entryAt(place, info.IsDir())
}

// notFound says what was looked for, what is at hand, and how to bring what is not.
func (c *Charts) notFound(w wanted, candidates []*entry) string {
	looked := "chart " + w.name
	if w.version != "" {
		looked += " " + w.version
	}
	bring := "; bring it with `" + w.pull() + "`"
	if len(candidates) > 0 {
		return looked + " is not at hand, of chart " + w.name + " there is " + versionsOf(candidates) + bring
	}
	if near := names.Nearest(w.name, c.names()); near != "" && w.name != near {
		return looked + " is not at hand; did you mean \"" + near + "\"? Or" + strings.TrimPrefix(bring, ";")
	}
	return looked + " is not at hand" + bring
}

func (c *Charts) names() []string {
	var all []string
	for name := range c.byName {
		all = append(all, name)
	}
	slices.Sort(all)
	return all
}

func versionsOf(charts []*entry) string {
	sorted := slices.SortedFunc(slices.Values(charts), func(a, b *entry) int { return b.meta.SemVer.Compare(a.meta.SemVer) })
	var versions []string
	for _, e := range sorted {
		if !slices.Contains(versions, e.meta.Version) {
			versions = append(versions, e.meta.Version)
		}
	}
	return names.Sentence(versions)
}

// pull is the command that brings the chart.
func (w wanted) pull() string {
	source := w.name
	switch url := strings.TrimSuffix(w.chart.URL, "/"); {
	case w.chart.SourceKind == "OCIRepository":
		source = url
	case strings.HasPrefix(url, "oci://"):
		source = url + "/" + w.name
	case url != "":
		source += " --repo " + url
	default:
		source += " --repo URL"
	}
	version := ""
	if w.version != "" {
		version = " --version " + quoted(strings.ReplaceAll(w.version, "_", "+"))
	}
	return "helm pull " + source + version + " -d charts/"
}

// quoted returns a text as a shell takes it.
func quoted(text string) string {
	if strings.Trim(text, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.+-_") == "" {
		return text
	}
	return "'" + text + "'"
}

// canonicalURL returns a URL without what makes no difference: a slash or .git at the end, case of scheme and host.
func canonicalURL(url string) string {
	url = strings.TrimSuffix(strings.TrimRight(url, "/"), ".git")
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	host, below, hasPath := strings.Cut(rest, "/")
	if user, name, hasUser := strings.Cut(host, "@"); hasUser {
		host = user + "@" + strings.ToLower(name)
	} else {
		host = strings.ToLower(host)
	}
	url = strings.ToLower(scheme) + "://" + host
	if hasPath {
		url += "/" + below
	}
	return url
}
