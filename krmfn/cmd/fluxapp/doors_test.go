package main

import (
	"bytes"
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"gotest.tools/v3/assert"
	"sigs.k8s.io/kustomize/kyaml/kio"
	"sigs.k8s.io/kustomize/kyaml/kio/kioutil"
	"sigs.k8s.io/kustomize/kyaml/yaml"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
)

// door is a way to render a folder of documents. Both write the same files.
type door struct {
	name string
	// documents and objects are the folders that hold them: one and the same in a package.
	documents, objects string
	// render runs fluxapp and returns the lines that it prints, and whether it refuses.
	render func(t testFolder, a again) (told []string, refused bool)
}

// again is how fluxapp is called after the mistake.
type again struct {
	args     []string // the arguments of the command; -o dir=out in unless given
	flags    []string // more flags of the command
	config   string   // the functionConfig
	selected bool     // kpt hands over a selection
	// unwritable: files cannot be written, which a dry run does not find out.
	unwritable bool
	// firstFlags and firstConfig are what the run before the mistake is given.
	firstFlags  []string
	firstConfig string
}

var doors = []door{
	{"command", "in", "out", renderByCommand},
	{"function", "pkg", "pkg", renderByFunction},
}

// renderByCommand makes a dry run first, which must tell the same.
func renderByCommand(t testFolder, a again) (told []string, refused bool) {
	args := a.args
	if args == nil {
		args = []string{"-o", "dir=out", "in"}
	}
	args = append(slices.Clone(a.flags), args...)
	rehearsed := rehearse(t, args...)
	_, errs, code := fluxapp(t, "", args...)
	if !a.unwritable {
		assert.Equal(t, rehearsed, outcomeOf(errs, code))
	}
	return strings.Split(strings.TrimSpace(errs), "\n"), code != exitGood
}

// renderByFunction does what kpt does with a package: it reads the files, sends their resources to the function, and
// writes what it returns unless it fails. A file without resources is deleted.
func renderByFunction(t testFolder, a again) (told []string, refused bool) {
	pkg := &kio.LocalPackageReadWriter{PackagePath: t.path("pkg"), PackageFileName: "Kptfile", IncludeSubpackages: true}
	items, err := pkg.Read()
	if err != nil {
		return []string{err.Error()}, true
	}
	var out, errs bytes.Buffer
	code := krmfn.Run(resourceList(t, items, a), &out, &errs)
	if out.Len() == 0 {
		return []string{errs.String()}, true
	}
	answer := kio.ByteReader{Reader: &out, OmitReaderAnnotations: true}
	left, err := answer.Read()
	assert.NilError(t, err)
	told = resultLines(t, answer.Results)
	switch {
	case code != exitGood:
		return told, true
	case len(left) == 0:
		return append(told, "kpt writes nothing when nothing is left"), true
	}
	assert.NilError(t, pkg.Write(fromRoot(t, left)))
	return told, false
}

// resultLines returns a line for each result of a ResourceList, as kpt prints it.
func resultLines(t testFolder, results *yaml.RNode) (lines []string) {
	if results == nil {
		return nil
	}
	var all []struct {
		File    struct{ Path string }
		Message string
		Tags    struct{ Code string }
	}
	assert.NilError(t, results.YNode().Decode(&all))
	for _, r := range all {
		lines = append(lines, r.File.Path+": "+r.Message+" ["+r.Tags.Code+"]")
	}
	return lines
}

// resourceList returns what the client sends.
func resourceList(t testFolder, items []*yaml.RNode, a again) io.Reader {
	t.Helper()
	for _, item := range items {
		file := item.GetAnnotations()[kioutil.PathAnnotation]
		pkg := packageOf(t, file)
		annotate(t, item, annotationPackage, "/"+path.Join("pkg", pkg))
		setFile(t, item, strings.TrimPrefix(strings.TrimPrefix(file, pkg), "/"))
		if a.selected {
			annotate(t, item, annotationResourceID, file)
		}
	}
	var list bytes.Buffer
	writer := kio.ByteWriter{
		Writer: &list, KeepReaderAnnotations: true, WrappingKind: kio.ResourceListKind,
		WrappingAPIVersion: kio.ResourceListAPIVersion,
	}
	if a.config != "" {
		writer.FunctionConfig = yaml.MustParse(a.config)
	}
	assert.NilError(t, writer.Write(items))
	return &list
}

// Annotations of kpt.
const (
	annotationPackage    = "internal.config.kubernetes.io/package-path"
	annotationResourceID = "internal.config.kubernetes.io/kpt-resource-id"
)

func annotate(t testFolder, item *yaml.RNode, name, value string) {
	t.Helper()
	assert.NilError(t, item.PipeE(yaml.SetAnnotation(name, value)))
}

// setFile gives an item the file that kpt says it is in.
func setFile(t testFolder, item *yaml.RNode, file string) {
	t.Helper()
	annotate(t, item, kioutil.PathAnnotation, file)
	assert.NilError(t, item.PipeE(yaml.ClearAnnotation(kioutil.LegacyPathAnnotation)))
}

// packageOf returns the folder of the subpackage that a file belongs to, the nearest one above it that has a Kptfile;
// empty for none.
func packageOf(t testFolder, file string) string {
	for dir := path.Dir(file); dir != "."; dir = path.Dir(dir) {
		if _, err := os.Stat(t.path(path.Join("pkg", dir, "Kptfile"))); err == nil {
			return dir
		}
	}
	return ""
}

// fromRoot removes the annotations of kpt, and names the file of each item from the folder of the outermost package.
func fromRoot(t testFolder, items []*yaml.RNode) []*yaml.RNode {
	t.Helper()
	for _, item := range items {
		annotations := item.GetAnnotations()
		pkg := strings.TrimPrefix(strings.TrimPrefix(annotations[annotationPackage], "/pkg"), "/")
		setFile(t, item, path.Join(pkg, annotations[kioutil.PathAnnotation]))
		for _, name := range []string{annotationPackage, annotationResourceID} {
			assert.NilError(t, item.PipeE(yaml.ClearAnnotation(name)))
		}
	}
	return items
}

// objectsIn returns the files of rendered objects in a folder, without each kustomization.yaml.
func objectsIn(t testFolder, folder string) map[string]bool {
	t.Helper()
	objects := map[string]bool{}
	if _, err := os.Stat(t.path(folder)); os.IsNotExist(err) {
		return objects
	}
	for _, name := range filesIn(t, folder) {
		text := read(t, name)
		if path.Base(name) != output.ListFile && strings.Contains(text, "toolkit.fluxcd.io") &&
			strings.Contains(text, "rendered-from: ") {
			objects[strings.TrimPrefix(name, folder+"/")] = true
		}
	}
	return objects
}

func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }
