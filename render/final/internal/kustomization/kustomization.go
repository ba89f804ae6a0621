package kustomization

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/envsubst"
	"github.com/fluxcd/pkg/kustomize"
	securefs "github.com/fluxcd/pkg/kustomize/filesys"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// Builder builds Kustomizations: a folder once for all that differ in nothing but variables, and an object once for all
// that give it the same text. The zero Builder knows no variables of others. Goroutines may share one.
type Builder struct {
	// Given returns the decoded data of a ConfigMap or a Secret, and false for one that is not known. Nil knows none.
	Given  func(kind, namespace, name string) (data map[string]string, given bool)
	builds sync.Map // each a func() *build
}

// Result is what a Kustomization gives. Results share their objects: they must not be changed.
type Result struct {
	Objects []map[string]any // JSON values, in the order of kustomize
	Notes   []string         // what is not known, each once: a remote base, a ConfigMap of variables, a SOPS file
	Unknown bool             // nothing can be built without what the notes name: no objects does not mean that they go
}

// build is a folder before variables are substituted. It is the file system below root that kustomize reads.
type build struct {
	filesys.FileSystem
	fields     map[string]any
	root, file string // file is the kustomization.yaml that the controller writes
	manifest   []byte // of file
	left       int    // of maxBytes
	texts      []text
	objects    map[string]map[string]any // by what becomes of their texts
	notes      map[string]bool
	unknown    bool
	err        error
}

// text is an object as YAML; fixed where nothing is to be substituted.
type text struct {
	title, yaml string
	fixed       bool
}

// A build reads at most maxBytes, and maxFile of a file. Each file and object, as often as it is read, is each more:
// bases that are named twice, and theirs again, have no end.
const maxFile, maxBytes, each, notFetched = 16 << 20, 512 << 20, 64 << 10, "nothing is fetched"

var (
	// parts are the fields that a build depends on, besides variables.
	parts = []string{"path", "targetNamespace", "namePrefix", "nameSuffix", "patches", "components",
		"ignoreMissingComponents", "images", "buildMetadata", "commonMetadata"}
	lock     sync.Mutex // kustomize has a state for all builds
	names    = konfig.RecognizedKustomizationFileNames()
	variable = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	// remote is what kustomize takes for a URL or for a repository of Git.
	remote = regexp.MustCompile(`(?i)^(git::)?((ssh|https?|file):|github\.com[:/]|[a-z][a-z0-9-]*@)`)
	absent = map[bool]string{true: "it is optional, and counts as absent", false: "its variables stay as they are written"}
	yamls  = regexp.MustCompile(`(\.ya?ml|/Kustomization|/\.sourceignore)$`)
	sealed = regexp.MustCompile(`mac"?\s*[:=]\s*"?ENC\[`) // by SOPS
	login  = regexp.MustCompile(`://[^/\s'"@]+@`)         // of a URL
	// offline is without the network. Kustomize reads files that are URLs with it.
	offline = &http.Transport{Proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New(notFetched) }}
)

// Build returns the objects of a Kustomization of kustomize.toolkit.fluxcd.io/v1, which is of JSON values, from the
// folder root of the disk, the artifact of its source. An error is what fails in the controller, with paths from root
// on, in at most 400 characters. Variables that may be in a ConfigMap that is not given stay as they are written.
func (b *Builder) Build(object map[string]any, root string) (Result, error) {
	fields, _ := object["spec"].(map[string]any)
	fields = maps.Clone(fields)
	maps.DeleteFunc(fields, func(name string, _ any) bool { return !slices.Contains(parts, name) })
	key := fmt.Sprintf("%q %#v", root, fields)
	lock.Lock()
	defer lock.Unlock()
	lazy, _ := b.builds.LoadOrStore(key, sync.OnceValue(func() *build { return newBuild(fields, root) }))
	made := lazy.(func() *build)()
	notes := maps.Clone(made.notes)
	value, err := b.variables(object, notes)
	if err = cmp.Or(made.err, err); err != nil {
		return Result{}, err
	}
	result := Result{Notes: slices.Sorted(maps.Keys(notes)), Unknown: made.unknown}
	for _, text := range made.texts {
		object, err := made.object(text, value)
		if err != nil {
			return Result{}, errors.New(made.short("post build failed for '" + text.title + "': " + err.Error()))
		}
		result.Objects = append(result.Objects, object)
	}
	return result, nil
}

// variables returns what gives the variables of a Kustomization, or nil where nothing is substituted.
func (b *Builder) variables(object map[string]any, notes map[string]bool) (func(string) (string, bool), error) {
	from, _, _ := unstructured.NestedSlice(object, "spec", "postBuild", "substituteFrom")
	namespace, _, _ := unstructured.NestedString(object, "metadata", "namespace")
	strategy, _, _ := unstructured.NestedString(object, "spec", "postBuild", "substituteStrategy")
	inline, _, err := unstructured.NestedStringMap(object, "spec", "postBuild", "substitute")
	values, missing := map[string]string{}, false
	for _, from := range from {
		from, _ := from.(map[string]any)
		kind, name := fmt.Sprint(from["kind"]), fmt.Sprint(from["name"])
		data, given := map[string]string(nil), b.Given != nil
		if given {
			data, given = b.Given(kind, namespace, name)
		}
		if maps.Copy(values, data); !given {
			optional := from["optional"] == true
			notes[kind+" "+namespace+"/"+name+" is not given: "+absent[optional]] = true
			missing = missing || !optional
		}
	}
	maps.Copy(values, inline)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if values[name] = strings.ReplaceAll(values[name], "\n", ""); !variable.MatchString(name) {
			return nil, fmt.Errorf("%q is no name of a variable; write letters, digits and _", name)
		}
	}
	if !missing && len(values) == 0 && strategy != "Always" {
		return nil, err
	}
	return func(name string) (string, bool) {
		if value, has := values[name]; has || !missing {
			return value, has
		}
		return "${" + name + "}", true
	}, err
}

func newBuild(fields map[string]any, root string) *build {
	disk, err := securefs.MakeFsOnDiskSecure(root)
	b := &build{FileSystem: disk, fields: fields, root: root, notes: map[string]bool{}}
	if err == nil {
		err = b.run()
	}
	if b.unknown = b.err == nil && err != nil && strings.Contains(fmt.Sprint(b.notes, err), notFetched); b.unknown {
		b.notes[b.short("the folder cannot be built without that: "+err.Error())] = true
	} else if err = cmp.Or(b.err, err); err != nil {
		b.err = errors.New(b.short(err.Error()))
	}
	return b
}

// run does what the controller does, but for its writing of a kustomization.yaml, which stays in memory.
func (b *build) run() error {
	top, _, _ := b.CleanedAbs(b.root)
	b.root, b.left, b.objects = top.String(), maxBytes, map[string]map[string]any{}
	path, _ := b.fields["path"].(string)
	folder, file, err := b.CleanedAbs(filepath.Join(b.root, filepath.Join("/", path)))
	if err != nil || file != "" {
		return fmt.Errorf("path %q is no folder of the source; write one from its root on", path)
	}
	dir, object := folder.String(), unstructured.Unstructured{Object: map[string]any{"spec": b.fields}}
	look, generator := dir, kustomize.NewGeneratorWithIgnore(b.root, "", object)
	if at := slices.IndexFunc(names, func(name string) bool { return b.Exists(filepath.Join(dir, name)) }); at >= 0 {
		look, generator = filepath.Join(dir, names[at]), kustomize.NewGenerator(b.root, object)
	}
	// Flux reads the kustomization.yaml, or else all YAML of the folder, without limits.
	err = filepath.WalkDir(look, func(path string, entry os.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && yamls.MatchString(path) {
			_, err = b.ReadFile(path)
		}
		return err
	})
	b.left, b.notes, http.DefaultTransport = maxBytes, map[string]bool{}, offline
	if err == nil {
		b.manifest, b.file, _, err = generator.GenerateManifest(dir)
	}
	if err != nil {
		return err
	}
	resources, err := kustomize.Build(b, dir)
	if err != nil {
		return err
	}
	for _, resource := range resources.Resources() {
		const key = "kustomize.toolkit.fluxcd.io/substitute"
		yaml, err := resource.AsYAML()
		fixed := resource.GetLabels()[key] == "disabled" || resource.GetAnnotations()[key] == "disabled"
		title := fmt.Sprintf("%s/%s", resource.GetGvk(), resource.GetName())
		b.texts, b.err = append(b.texts, text{title, string(yaml), fixed}), cmp.Or(b.err, err)
	}
	return nil
}

// ReadFile refuses what is too much, and what is no usual file, and leaves remote bases out of a kustomization.
func (b *build) ReadFile(path string) (data []byte, err error) {
	if info, bad := os.Stat(path); bad == nil && !info.IsDir() && (!info.Mode().IsRegular() || info.Size() > maxFile) {
		b.left = 0
	} else if data = b.manifest; path != b.file && b.left > 0 {
		data, err = b.FileSystem.ReadFile(path)
	}
	b.left -= len(data) + each*(1+strings.Count(string(data), "\nkind: "))
	for part := range strings.SplitSeq(string(data), "\n---") { // kustomize follows aliases without a limit
		if strings.Contains(part, "&") && strings.Contains(fmt.Sprint(yaml.Unmarshal([]byte(part), new(any))), "excessive") {
			b.left = -1
		}
	}
	if b.left < 0 {
		b.err = cmp.Or(b.err, fmt.Errorf("%s is too much: a build reads %d MiB of a file and %d MiB in all, at %d KiB more "+
			"for each file and object; name bases once, and use few aliases", path, maxFile>>20, maxBytes>>20, each>>10))
	}
	if sealed.Match(data) {
		b.notes[b.short(path+" is encrypted with SOPS, and is read as it is")] = true
	}
	var own map[string]any
	if b.err != nil || err != nil || !slices.Contains(names, filepath.Base(path)) || yaml.Unmarshal(data, &own) != nil {
		return data, cmp.Or(b.err, err) // kustomize says what is wrong
	}
	for field, value := range own {
		if list, is := value.([]any); is {
			own[field] = slices.DeleteFunc(list, func(entry any) bool {
				name, _ := entry.(string)
				file := filepath.Join(filepath.Dir(path), name)
				if !remote.MatchString(name) || b.Exists(file) && !b.IsDir(file) {
					return false
				}
				b.notes[b.short(path+": "+name+" is not known: "+notFetched+"; copy it into the source to see it")] = true
				return true
			})
		}
	}
	return yaml.Marshal(own)
}

// object returns what becomes of a text, with common metadata.
func (b *build) object(text text, value func(string) (string, bool)) (map[string]any, error) {
	final, err, dollars := text.yaml, error(nil), strings.Count(text.yaml, "$")
	if value != nil && !text.fixed && dollars > 10_000 { // Flux's reader takes the square of that in time
		return nil, errors.New("it has more than 10000 dollars; switch substitution off for it")
	} else if value != nil && !text.fixed && dollars > 0 {
		final, err = envsubst.Eval(final, value)
	}
	object := unstructured.Unstructured{Object: b.objects[final]}
	if err != nil || object.Object != nil {
		return object.Object, err
	}
	err = yaml.Unmarshal([]byte(final), &object.Object)
	if err != nil || object.GetName() == "" || object.GetKind() == "" || object.GetAPIVersion() == "" {
		return nil, cmp.Or(err, errors.New("it needs apiVersion, kind and metadata.name"))
	}
	if common, is := b.fields["commonMetadata"].(map[string]any); is {
		object.Object = loader.MergeMaps(object.Object, map[string]any{"metadata": common})
	}
	b.objects[final] = object.Object
	return object.Object, nil
}

// short is one line of at most 400 characters without root and passwords. Kustomize says last what is wrong.
func (b *build) short(text string) string {
	text = strings.NewReplacer(b.root+"/", "", b.root, ".").Replace(text)
	text = login.ReplaceAllString(strings.Join(strings.Fields(text), " "), "://")
	if runes := []rune(text); len(runes) > 400 {
		text = string(runes[:150]) + " … " + string(runes[len(runes)-247:])
	}
	return text
}
