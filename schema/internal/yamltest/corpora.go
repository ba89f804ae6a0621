package yamltest

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// Corpus is the YAML and JSON files of some folders.
type Corpus struct {
	Name    string
	Folders []string // from the root of the repository
	Without []string // folders below, which are corpora of their own
	Beside  bool     // not in every clone: what is drawn of the other corpora must not depend on it
}

// Corpora are the files of the project, and of others, which are not copied into it.
var Corpora = []Corpus{
	{Name: "cases", Folders: []string{"testdata/cases"}},
	{Name: "fleets", Folders: []string{"testdata/fleets"}},
	{Name: "examples", Folders: []string{"examples"}},
	{Name: "the rest of the repository", Folders: []string{"."},
		Without: []string{"testdata/cases", "testdata/fleets", "examples"}},
	{Name: "beside the project", Folders: []string{"../shared/corpus", "../shared/seeds", "../shared/crds"}, Beside: true},
}

// File is a file of a corpus.
type File struct {
	Name string
	Data []byte
}

// Files returns the files of the corpus in the order of their names. If there are none, the test fails where
// FLUXAPP_REQUIRE_SHARED is 1 (see testdata/README.md), and otherwise says that nothing was tested.
func (c Corpus) Files(t testing.TB) (all []File) {
	root := repository(t)
	for _, folder := range c.Folders {
		folder = root + "/" + folder
		if _, err := os.Stat(folder); err != nil {
			c.missing(t, folder)
			continue
		}
		if err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			inside, _ := filepath.Rel(root, name)
			if d.IsDir() && (slices.Contains(c.Without, filepath.ToSlash(inside)) || isOthers(d.Name())) {
				return fs.SkipDir
			}
			if !slices.Contains([]string{".yaml", ".yml", ".json"}, filepath.Ext(name)) || d.IsDir() {
				return nil
			}
			data, err := os.ReadFile(name)
			all = append(all, File{filepath.ToSlash(inside), data})
			return err
		}); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// isOthers reports whether a folder holds no files of the project.
func isOthers(folder string) bool {
	return slices.Contains([]string{".git", "bin", "node_modules"}, folder)
}

func (c Corpus) missing(t testing.TB, folder string) {
	if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
		t.Fatalf("NOTHING WAS TESTED of %s: there is no %s", c.Name, folder)
	}
	t.Logf("NOTHING WAS TESTED of %s: there is no %s", c.Name, folder)
}

// repository returns the root of the repository, from the folder of any package.
func repository(t testing.TB) string {
	dir, err := os.Getwd()
	for err == nil {
		if _, missing := os.Stat(dir + "/go.mod"); missing == nil {
			return dir
		}
		if above := filepath.Dir(dir); above != dir {
			dir = above
			continue
		}
		break
	}
	t.Fatalf("no go.mod above %s: %v", dir, err)
	return ""
}

// Seeds returns texts that a fuzzer begins with: the shapes, a part of each file, and generated documents.
func Seeds(t testing.TB) (all [][]byte) {
	for _, shape := range Shapes() {
		all = append(all, []byte(shape.Text))
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		all = append(all, Document(r), JSON(r), Lines(r))
	}
	for i, corpus := range Corpora {
		r := rand.New(rand.NewPCG(1, uint64(3+i)))
		for _, file := range corpus.Files(t) {
			all = append(all, Part(r, file.Data, 1000))
		}
	}
	return all
}
