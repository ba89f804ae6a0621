package adopt

import (
	"cmp"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// leaveAutomated leaves the applications whose files another program writes that does not write their documents: the
// next rendering would undo what it wrote. Documents is the folder of the documents.
func leaveAutomated(in *input, groups []*group, documents string) []*group {
	return slices.DeleteFunc(groups, func(g *group) bool {
		for _, o := range g.all() {
			if why := cmp.Or(imageAutomation(in, o, documents), renovate(in, o, path.Join(documents, g.file()))); why != "" {
				leaveAll(g.objects, &reason{"", why})
				return true
			}
		}
		return false
	})
}

// policy is the setter comment of a policy: its namespace.
var policy = regexp.MustCompile(`"\$imagepolicy"\s*:\s*"([^:"]*):`)

// imageAutomation tells which image automation writes an object and not the documents; empty where none does.
func imageAutomation(in *input, o *object, documents string) string {
	namespaces := map[string]bool{}
	for _, marked := range o.root.Source().Marked() {
		if found := policy.FindStringSubmatch(marked.Setter()); found != nil {
			namespaces[found[1]] = true
		}
	}
	for _, other := range in.others {
		metadata := other.Get("metadata")
		if kinds.OfObject(other) != kinds.ImageUpdateAutomation || !namespaces[metadata.Get("namespace").Text()] {
			continue
		}
		dir, _ := in.repository.Folder(other.At("spec", "update", "path").Text())
		if isIn(o.file, dir) && !isIn(cmp.Or(documents, ".."), dir) {
			return fmt.Sprintf("in a file that the ImageUpdateAutomation %s/%s writes, and not the documents: let its "+
				"spec.update.path be %s", metadata.Get("namespace").Text(), metadata.Get("name").Text(), common(dir, documents))
		}
	}
	return ""
}

// isIn reports whether a name is a folder or below one.
func isIn(name, dir string) bool {
	name = path.Clean(name)
	return dir == "." && !strings.HasPrefix(name, "..") || name == dir || strings.HasPrefix(name, dir+"/")
}

// common returns the folder that has two folders, as a path of a Kustomization.
func common(one, other string) string {
	for one != "." && !isIn(other, one) {
		one = path.Dir(one)
	}
	return "./" + strings.TrimPrefix(one, ".")
}

// isOfRenovate is a comment that tells Renovate what is behind it.
var isOfRenovate = regexp.MustCompile(`(?m)#\s*renovate:`)

// renovate tells that Renovate writes an object, and not its document; empty where it does not write it.
func renovate(in *input, o *object, document string) string {
	t := cut(in.texts[o.file])
	if i := t.at(o); i < 0 || !isOfRenovate.Match(t.docs[i].Text) {
		return ""
	}
	fits := func(p *regexp.Regexp) bool { return p.MatchString(document) }
	writes := func(name string) bool { return slices.ContainsFunc(filePatterns(string(in.texts[name])), fits) }
	if slices.ContainsFunc(renovateConfigs, writes) {
		return ""
	}
	return fmt.Sprintf("in a file that Renovate writes, as its comments say, and not the documents: add "+
		`"/^%s/.+\\.yaml$/" to the managerFilePatterns of its customManager`,
		cmp.Or(strings.Trim(path.Dir(document), "."), "DIR"))
}

// listOfPatterns is a list of patterns in JSON or JSON5, and textInQuotes one of them.
var (
	listOfPatterns = regexp.MustCompile(`(?s)\b(?:fileMatch|managerFilePatterns)["']?\s*:\s*\[(.*?)\]\s*[,}]`)
	textInQuotes   = regexp.MustCompile(`"(?:[^"\\]|\\.)*"`)
)

// filePatterns returns what Renovate's managers look for in the names of files: in fileMatch, and in
// managerFilePatterns regular expressions between slashes, and globs.
func filePatterns(config string) (all []*regexp.Regexp) {
	for _, list := range listOfPatterns.FindAllStringSubmatch(config, -1) {
		for _, quoted := range textInQuotes.FindAllString(list[1], -1) {
			var text string
			if json.Unmarshal([]byte(quoted), &text) != nil {
				continue
			}
			if inSlashes, ok := strings.CutPrefix(text, "/"); ok {
				text = inSlashes[:max(0, strings.LastIndex(inSlashes, "/"))]
			} else if strings.Contains(list[0], "managerFilePatterns") {
				text = "^" + partsOfGlob.Replace(regexp.QuoteMeta(text)) + "$"
			}
			if p, err := regexp.Compile(text); err == nil {
				all = append(all, p)
			}
		}
	}
	return all
}

// partsOfGlob are * for a part of a path, and ** for any parts, in a quoted text.
var partsOfGlob = strings.NewReplacer(`\*\*/`, "(.*/)?", `\*\*`, ".*", `\*`, "[^/]*")
