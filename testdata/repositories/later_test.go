package repositories

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/yaml"
)

// added is the name of a new cluster.
const added = "zz-new"

// documents returns the documents by the names of their files.
func (p *proof) documents() map[string]string {
	all := p.files()
	maps.DeleteFunc(all, func(name, _ string) bool { return path.Dir(name) != "documents" })
	return all
}

// replaced returns an object with another text.
func replaced(o tree, old *regexp.Regexp, text string) tree {
	data, _ := json.Marshal(o)
	return parsed(old.ReplaceAll(data, []byte(text)))
}

// newVersion writes another version, or another interval, into the first document that says one for several objects:
// these have it, and nothing else differs.
func (p *proof) newVersion() {
	p.Helper()
	documents := p.documents()
	for _, key := range []string{"version", "interval"} {
		for _, file := range slices.Sorted(maps.Keys(documents)) {
			for _, m := range regexp.MustCompile(`[ {]`+key+`: (["']?[\w.]+["']?)`).FindAllStringSubmatch(documents[file], -1) {
				want := p.edited(documents[file], key, strings.Trim(m[1], `"'`))
				if count := len(compare(p.state, want)); count > 1 {
					p.Logf("%s: %s %s becomes 99m in %d objects", file, key, m[1], count)
					old := regexp.MustCompile(`([ {]` + key + `: )` + m[1] + `([\s,}])`)
					text := old.ReplaceAllString(documents[file], "${1}99m${2}")
					assert.NilError(p, write(p.in(file), text))
					assert.Assert(p, strings.Contains(p.render(), "0 written, "))
					p.state = p.get()
					p.expect(want, p.state, "another "+key)
					return
				}
			}
		}
	}
	p.Fatal("no document has a value to change")
}

// edited returns the state with another value of a key in the objects of a document.
func (p *proof) edited(document, key, old string) state {
	var o tree
	_ = yaml.Unmarshal([]byte(document), &o) // fluxapp reads it too
	value := regexp.MustCompile(fmt.Sprintf(`"%s":"%s"`, key, regexp.QuoteMeta(old)))
	edited := maps.Clone(p.state)
	for at, was := range p.state {
		if text(was, "metadata", "annotations", renderedFrom) == strings.TrimPrefix(name(o), "/") {
			edited[at] = replaced(was, value, `"`+key+`":"99m"`)
		}
	}
	return edited
}

// others returns a file without what documents render.
func others(text string) string {
	isOurs := func(document string) bool { return strings.Contains(document, renderedFrom) }
	return strings.Join(slices.DeleteFunc(strings.Split(text, "\n---"), isOurs), "\n---")
}

// newCluster copies the folders of a cluster, without what documents render, and adds it to the documents: the new
// cluster gets what its model has, by its own name.
func (p *proof) newCluster(model string) {
	p.Helper()
	of := word(model)
	for name, text := range p.files() {
		copied, rest := of.ReplaceAllString(name, added), others(text)
		if copied != name && path.Dir(name) != "documents" && strings.TrimSpace(rest) != "" {
			assert.NilError(p, write(p.in(copied), of.ReplaceAllString(rest, added)))
		}
	}
	p.edit(func(item any) []any {
		switch of, isMap := item.(tree); {
		case !isFor(item, model):
			return []any{item}
		case isMap:
			return []any{item, replaced(of, word(model), added)}
		}
		return []any{item, added}
	})
	want := maps.Clone(p.state)
	for at, o := range p.state {
		if at.cluster == model {
			at.cluster = added
			want[at] = o
		}
	}
	if folder := p.entries[model]; folder != "" {
		p.entries[added] = of.ReplaceAllString(folder, added)
	}
	p.render()
	p.state = p.get()
	named := state{}
	for at, o := range p.state {
		if at.cluster == added {
			at.owner, at.id = strings.ReplaceAll(at.owner, added, model), strings.ReplaceAll(at.id, added, model)
			o = replaced(o, regexp.MustCompile(added), model)
		}
		named[at] = o
	}
	p.expect(want, named, "a cluster more")
}

// oldCluster takes a cluster out of the documents: exactly its objects go, and what its Kustomizations have applied.
func (p *proof) oldCluster(old string) {
	p.Helper()
	p.edit(func(item any) []any {
		if isFor(item, old) {
			return nil
		}
		return []any{item}
	})
	want, gone := maps.Clone(p.state), map[string]bool{}
	for known := -1; known != len(gone); {
		known = len(gone)
		for at, o := range want {
			if at.cluster == old && (gone[at.owner] || text(o, "metadata", "annotations", renderedFrom) != "") {
				delete(want, at)
				gone[strings.TrimPrefix(at.id, kustomizations)] = true
			}
		}
	}
	p.render()
	p.unlist(old)
	p.expect(want, p.get(), "a cluster less")
}

// unlist takes what is not there out of lists in the folder of a cluster: nobody is told of them, because it goes.
func (p *proof) unlist(cluster string) {
	p.Helper()
	for file, text := range p.files() {
		if dir := path.Dir(file); path.Base(file) == "kustomization.yaml" && word(cluster).MatchString(dir) {
			isGone := func(line string) bool {
				entry := local.FindStringSubmatch(line)
				if entry == nil {
					return false
				}
				_, err := os.Stat(p.in(path.Join(dir, entry[1])))
				return err != nil
			}
			lines := slices.DeleteFunc(strings.Split(text, "\n"), isGone)
			assert.NilError(p, write(p.in(file), strings.Join(lines, "\n")))
		}
	}
}

// isFor reports whether an item of a list is a cluster, its name, its entry or its override.
func isFor(item any, cluster string) bool {
	of, _ := item.(tree)
	isIts := of["name"] == cluster && of["kind"] == nil || of["cluster"] == cluster || of["namespace"] == cluster
	return item == cluster || isIts || text(of, "destination", "cluster") == cluster
}

// edit writes the documents anew with other items in their lists.
func (p *proof) edit(change func(any) []any) {
	p.Helper()
	var edited func(value any) any
	edited = func(value any) any {
		switch value := value.(type) {
		case tree:
			for key, inner := range value {
				value[key] = edited(inner)
			}
		case []any:
			var all []any
			for _, item := range value {
				all = append(all, change(edited(item))...)
			}
			return all
		}
		return value
	}
	for file, text := range p.documents() {
		var o tree
		assert.NilError(p, yaml.Unmarshal([]byte(text), &o))
		data, err := yaml.Marshal(edited(o))
		assert.NilError(p, errors.Join(err, write(p.in(file), string(data))))
	}
}
