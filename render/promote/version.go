package promote

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// versions are the fields with a layer's version of a chart or of a source. A layer with several needs --field.
var versions = []Field{
	{"chart", "version"},
	{"source", "ociRepository", "ref", "tag"},
	{"source", "ociRepository", "ref", "semver"},
	{"source", "ociRepository", "ref", "digest"},
	{"source", "gitRepository", "ref", "tag"},
	{"source", "gitRepository", "ref", "semver"},
	{"source", "gitRepository", "ref", "commit"},
	{"source", "gitRepository", "ref", "name"},
	{"source", "gitRepository", "ref", "branch"},
}

func versionsIn(layer tree.Node) (found []Field) {
	for _, f := range versions {
		if n, _, _ := f.in(layer); n.Exists() && n.Kind() != tree.Null {
			found = append(found, f)
		}
	}
	return found
}

// sharedVersion returns the field with the version of the application's chart or source; nil without one.
func (p *promotion) sharedVersion() Field {
	for _, layer := range []tree.Node{p.document.Spec().At("config", "helmRelease"), p.document.Defaults(),
		p.document.Spec()} {
		if found := versionsIn(layer); len(found) > 0 {
			return found[0]
		}
	}
	if chart := p.document.Chart(); chart.Exists() {
		return versions[0]
	}
	return nil
}

func listed(fields []Field) string {
	texts := make([]string, len(fields))
	for i, f := range fields {
		texts[i] = f.String()
	}
	return strings.Join(slices.Compact(texts), " and ")
}
