package render

import (
	"maps"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// MayHave reports whether an object of an application of the run, by its namespace/name, may lie in a file: a file of
// one of its entries, layers or sources is that path, with some text without a slash in the place of each reference.
// It asks the document, and not its clusters: of a cluster that went, the file is found too. The path begins at the
// rendered folder, and has slashes.
func (r Result) MayHave(application, file string) bool {
	return r.run != nil && slices.ContainsFunc(r.run.patterns()[application], func(pattern string) bool {
		fits, _ := path.Match(pattern, file)
		return fits
	})
}

// filePatterns returns the patterns of [path.Match] for the files of each application, by its namespace/name.
func (r *run) filePatterns() map[string][]string {
	all := map[string][]string{}
	for _, app := range r.inv.Applications {
		own := map[string]bool{}
		for _, n := range filesOf(app.Document) {
			own[filePattern(n.Text())] = true
		}
		if delete(own, ""); len(own) > 0 {
			all[app.Owner()] = slices.Collect(maps.Keys(own))
		}
	}
	return all
}

// filesOf returns what entries, layers and sources say of where objects lie.
func filesOf(d *schema.Document) (all []tree.Node) {
	holders := slices.AppendSeq(d.EntriesAndLayers(), d.Spec().Get("sources").Children())
	for _, n := range append(holders, d.Spec()) {
		all = append(all, n.Get("file"), n.At("source", "file"))
	}
	return all
}

func filePattern(written string) (pattern string) {
	plain := strings.NewReplacer("\\", `\\`, "*", `\*`, "?", `\?`, "[", `\[`)
	parts, _ := names.SplitReferences(written) // Render has refused what is wrong
	for _, part := range parts {
		if part.Reference != nil {
			pattern += "*"
		} else {
			pattern += plain.Replace(part.Text)
		}
	}
	return pattern
}
