package yamltest

import (
	"embed"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
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
			report := t.Logf
			if os.Getenv("FLUXAPP_REQUIRE_SHARED") == "1" {
				report = t.Fatalf
			}
			report("NOTHING WAS TESTED of %s: there is no %s", c.Name, folder)
			continue
		}
		if err := filepath.WalkDir(folder, func(name string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			inside, _ := filepath.Rel(root, name)
			isOthers := slices.Contains([]string{".git", "bin", "node_modules"}, d.Name())
			if d.IsDir() && (isOthers || slices.Contains(c.Without, filepath.ToSlash(inside))) {
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

// repository returns the root of the repository, from the folder of any package.
func repository(t testing.TB) string {
	dir, err := os.Getwd()
	for ; err == nil && dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if _, missing := os.Stat(dir + "/go.mod"); missing == nil {
			return dir
		}
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

// Shape is a small text that shows one thing which a reader of YAML can get wrong. Some shapes are no YAML.
type Shape struct {
	Name string // file and line, and the title
	Text string
}

//go:embed shapes/*.txt
var shapeFiles embed.FS

// Shapes returns the shapes of all files in the folder shapes. A line that begins with === begins a shape, and its
// title may follow. Characters that cannot be seen are spelt: ␠ is a space, ␉ a tab, ␍ a carriage return, ␤ a line
// feed, and ␄ at the end says that there is no line feed. ‹U+0085› is any character, ‹ff› any byte, and ‹k×1024› a
// character so many times.
func Shapes() []Shape { return slices.Clone(allShapes) }

var allShapes = readShapes()

func readShapes() (all []Shape) {
	files, err := fs.Glob(shapeFiles, "shapes/*.txt")
	if err != nil {
		panic(err)
	}
	for _, file := range files {
		data, err := shapeFiles.ReadFile(file)
		if err != nil {
			panic(err)
		}
		all = append(all, splitShapes(file, string(data))...)
	}
	return all
}

// splitShapes splits a file of shapes. Text before the first one is a comment.
func splitShapes(file, data string) (all []Shape) {
	var text strings.Builder
	number := 0
	for line := range strings.Lines(data) {
		number++
		if title, found := strings.CutPrefix(line, "==="); found {
			all = append(all, Shape{Name: strings.TrimSpace(fmt.Sprintf("%s:%d %s", file, number, strings.TrimSpace(title)))})
			text.Reset()
			continue
		}
		if len(all) > 0 {
			text.WriteString(line)
			all[len(all)-1].Text = spelt(text.String())
		}
	}
	return all
}

var (
	spellings = strings.NewReplacer("␠", " ", "␉", "\t", "␍", "\r", "␤", "\n")
	hex       = regexp.MustCompile(`‹(U\+)?([0-9A-Fa-f]+)›`)
	repeated  = regexp.MustCompile(`(?s)‹(.)×([0-9]+)›`)
)

// spelt returns the text that is spelt in a file.
func spelt(text string) string {
	text, _, _ = strings.Cut(text, "␄")
	text = repeated.ReplaceAllStringFunc(spellings.Replace(text), func(found string) string {
		match := repeated.FindStringSubmatch(found)
		n, err := strconv.Atoi(match[2])
		if err != nil {
			panic(err)
		}
		return strings.Repeat(match[1], n)
	})
	return hex.ReplaceAllStringFunc(text, func(found string) string {
		match := hex.FindStringSubmatch(found)
		n, err := strconv.ParseUint(match[2], 16, 32)
		if err != nil {
			panic(err)
		}
		if match[1] != "" {
			return string(rune(n))
		}
		return string([]byte{byte(n)})
	})
}

// Surroundings returns a text as it is and in other places: within maps and lists, with other line breaks, without
// the last one, between other documents.
func Surroundings(text string) []string {
	indented := strings.ReplaceAll("\n"+text, "\n", "\n  ")
	return []string{
		text, "x:" + indented + "\ny: 1\n", "-" + indented + "\n- 1\n", "- " + indented[3:] + "\n- 1\n", "- - " +
			strings.ReplaceAll(indented, "\n", "\n  ")[5:], "x:\n  y: 1\n  z:" + strings.ReplaceAll(indented, "\n", "\n  "),
		strings.ReplaceAll(text, "\n", "\r\n"), strings.TrimRight(text, "\n"), "a: 1\n---\n" + text + "\n---\nb: 2\n",
		"---\n" + text + "...\n", "# c\n\n" + text + "\n\n# d\n", "x: &x {a: 1}\n" + text,
	}
}
