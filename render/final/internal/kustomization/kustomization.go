// Package kustomization makes the final objects of Kustomizations as kustomize-controller 1.9.5 does, with its
// libraries, but no labels of the owner. It reads only below the root of the checkout, writes nothing there, and
// neither fetches remote bases nor decrypts anything: notes say where that shows. Rules of spec.ignore and annotations
// of objects for the apply, such as ssa and reconcile, change nothing here.
package kustomization

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	kustomizev1 "github.com/fluxcd/kustomize-controller/api/v1"
	"github.com/fluxcd/pkg/chartutil"
	"github.com/fluxcd/pkg/envsubst"
	"github.com/fluxcd/pkg/kustomize"
	securefs "github.com/fluxcd/pkg/kustomize/filesys"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/resmap"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/yaml"
)

// Builder builds Kustomizations: a folder once for all that differ in nothing but variables, and an object once for all
// that give it the same text.
type Builder struct {
	// Begin begins a step with a folder of the disk, and returns what ends it; or why the folder is left out.
	Begin func(root string, folder []byte) (done func(), err error)
	// Given returns the decoded data of a ConfigMap or a Secret, or says that it is not given.
	Given  func(kind, namespace, name string) (data map[string]string, missing string)
	builds sync.Map // each a func() *build
}

// build is a folder before variables are substituted. It is the file system below root that kustomize reads.
type build struct {
	filesys.FileSystem
	spec       map[string]any
	root, file string // file is the kustomization.yaml that the controller writes
	manifest   []byte // of file
	texts      []text
	objects    map[string]map[string]any // by what becomes of their texts
	notes      []string
	err        error
}

// text is an object as YAML; fixed where nothing is to be substituted.
type text struct {
	title, yaml string
	fixed       bool
}

const notFetched = " is not known: nothing is fetched; copy it into the source to see it"

var (
	// parts are the fields that a build depends on, besides variables.
	parts = []string{"path", "targetNamespace", "namePrefix", "nameSuffix", "patches", "components",
		"ignoreMissingComponents", "images", "buildMetadata", "commonMetadata"}
	names    = konfig.RecognizedKustomizationFileNames()
	variable = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	// remote is what kustomize takes for a URL or for a repository of Git.
	remote = regexp.MustCompile(`(?i)^(git::)?((ssh|https?|file):|github\.com[:/]|[a-z][a-z0-9-]*@)`)
	sealed = regexp.MustCompile(`mac"?\s*[:=]\s*"?ENC\[`) // by SOPS
	login  = regexp.MustCompile(`://[^/\s'"@]+@`)         // of a URL
)

// Build returns the objects of a Kustomization of kustomize.toolkit.fluxcd.io/v1, which is JSON, from the folder root
// of the disk, the artifact of its source: JSON values, in the order of kustomize. They are shared, and must not be
// changed. The notes are what is not known: a remote base, a ConfigMap of variables, a SOPS file. Variables that may be
// in a ConfigMap that is not given stay as they are written. An error is what fails in the controller, in one line with
// paths from root on; it may be due to the notes that are with it.
func (b *Builder) Build(object []byte, root string) (objects []map[string]any, notes []string, err error) {
	var typed kustomizev1.Kustomization
	var own struct{ Spec map[string]any }
	if err := cmp.Or(json.Unmarshal(object, &typed), json.Unmarshal(object, &own)); err != nil {
		return nil, nil, err
	}
	maps.DeleteFunc(own.Spec, func(name string, _ any) bool { return !slices.Contains(parts, name) })
	key, _ := json.Marshal([]any{root, own.Spec}) // which was JSON
	done, err := b.Begin(root, key)
	if err != nil {
		return nil, nil, err
	}
	defer done()
	lazy, _ := b.builds.LoadOrStore(string(key), sync.OnceValue(func() *build { return newBuild(own.Spec, root) }))
	made := lazy.(func() *build)()
	if made.err != nil {
		return nil, made.notes, made.err
	}
	value, missing, err := b.variables(&typed)
	notes = slices.Concat(made.notes, missing)
	for _, text := range made.texts {
		object, wrong := made.object(text, value)
		if err = cmp.Or(err, wrong); err != nil {
			return nil, notes, err
		}
		objects = append(objects, object)
	}
	return objects, notes, err
}

// variables returns what gives the variables of a Kustomization, or nil where nothing is substituted.
func (b *Builder) variables(of *kustomizev1.Kustomization) (value func(string) (string, bool), notes []string,
	err error) {
	post, values, isMissing := cmp.Or(of.Spec.PostBuild, &kustomizev1.PostBuild{}), map[string]string{}, false
	for _, from := range post.SubstituteFrom {
		data, missing := b.Given(from.Kind, of.Namespace, from.Name)
		if maps.Copy(values, data); missing != "" {
			notes = append(notes, "substituteFrom "+missing)
			isMissing = isMissing || !from.Optional
		}
	}
	maps.Copy(values, post.Substitute)
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if values[name] = strings.ReplaceAll(values[name], "\n", ""); !variable.MatchString(name) {
			return nil, notes, fmt.Errorf("%q is no name of a variable; write letters, digits and _", name)
		}
	}
	if !isMissing && len(values) == 0 && post.SubstituteStrategy != kustomizev1.SubstituteStrategyAlways {
		return nil, notes, nil
	}
	return func(name string) (string, bool) {
		if value, has := values[name]; has || !isMissing {
			return value, has
		}
		return "${" + name + "}", true
	}, notes, nil
}

func newBuild(spec map[string]any, root string) *build {
	b := &build{spec: spec, root: root, objects: map[string]map[string]any{}}
	if err := b.run(); err != nil {
		b.err = errors.New(b.shown(err.Error()))
		b.notes = slices.DeleteFunc(b.notes, func(note string) bool { return !strings.HasSuffix(note, notFetched) })
	}
	return b
}

// run does what the controller does, except its writing of a kustomization.yaml, which stays in memory.
func (b *build) run() (err error) {
	if b.FileSystem, err = securefs.MakeFsOnDiskSecure(b.root); err != nil {
		return err
	}
	top, _, _ := b.CleanedAbs(b.root)
	b.root = top.String()
	path, _ := b.spec["path"].(string)
	folder, file, err := b.CleanedAbs(filepath.Join(b.root, filepath.Join("/", path)))
	if err != nil || file != "" {
		return fmt.Errorf("path %q is no folder of the source; write one from its root on", path)
	}
	dir, object := folder.String(), unstructured.Unstructured{Object: map[string]any{"spec": b.spec}}
	generator := kustomize.NewGenerator(b.root, object)
	if !slices.ContainsFunc(names, func(name string) bool { return b.Exists(filepath.Join(dir, name)) }) {
		generator = kustomize.NewGeneratorWithIgnore(b.root, "", object)
		err = b.Walk(dir, func(_ string, _ os.FileInfo, err error) error { return err }) // no link of .sourceignore leads out
	}
	if err != nil {
		return err
	}
	if b.manifest, b.file, _, err = generator.GenerateManifest(dir); err != nil {
		return err
	}
	http.DefaultTransport = b
	resources, err := Run(b, dir)
	if err != nil {
		return err
	}
	for _, resource := range resources.Resources() {
		const key = "kustomize.toolkit.fluxcd.io/substitute"
		one := text{fmt.Sprintf("%s/%s", resource.GetGvk(), resource.GetName()), resource.MustYaml(), false}
		one.fixed = resource.GetLabels()[key] == "disabled" || resource.GetAnnotations()[key] == "disabled" ||
			!strings.Contains(one.yaml, "$")
		b.texts = append(b.texts, one)
	}
	return nil
}

// Run builds a folder with the options of Flux. Flux reads the schemas of Kubernetes for each build; here they stay,
// unless a kustomization brings its own.
func Run(files filesys.FileSystem, folder string) (made resmap.ResMap, err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("kustomize: %v", wrong)
		}
		if openapi.GetSchemaVersion() != openapi.DefaultOpenAPI {
			openapi.ResetOpenAPI()
		}
	}()
	openapi.Schema()
	return krusty.MakeKustomizer(&krusty.Options{LoadRestrictions: types.LoadRestrictionsNone,
		PluginConfig: types.DisabledPluginConfig()}).Run(files, folder)
}

// ReadFile leaves remote bases out of a kustomization.
func (b *build) ReadFile(path string) ([]byte, error) {
	data, err := b.manifest, error(nil)
	if path != b.file {
		data, err = b.FileSystem.ReadFile(path)
	}
	if sealed.Match(data) {
		b.notes = append(b.notes, b.shown(path+" is encrypted with SOPS, and is read as it is"))
	}
	var own map[string]any
	if err != nil || !slices.Contains(names, filepath.Base(path)) || yaml.Unmarshal(data, &own) != nil {
		return data, err // kustomize says what is wrong
	}
	for field, value := range own {
		if list, is := value.([]any); is {
			own[field] = slices.DeleteFunc(list, func(entry any) bool {
				name, _ := entry.(string)
				file := filepath.Join(filepath.Dir(path), name)
				isRemote := remote.MatchString(name) && (!b.Exists(file) || b.IsDir(file))
				if isRemote {
					b.notes = append(b.notes, b.shown(path+": "+name)+notFetched)
				}
				return isRemote
			})
		}
	}
	return yaml.Marshal(own)
}

// RoundTrip is the network of a build, which is none: kustomize reads files that are URLs with it.
func (b *build) RoundTrip(r *http.Request) (*http.Response, error) {
	b.notes = append(b.notes, r.URL.Redacted()+notFetched)
	return nil, errors.New("nothing is fetched")
}

// object returns what becomes of a text, with common metadata.
func (b *build) object(of text, value func(string) (string, bool)) (map[string]any, error) {
	final, err := of.yaml, error(nil)
	if value != nil && !of.fixed {
		final, err = envsubst.Eval(of.yaml, value)
	}
	if known := b.objects[final]; known != nil && err == nil {
		return known, nil
	}
	var object unstructured.Unstructured
	err = cmp.Or(err, yaml.Unmarshal([]byte(final), &object.Object))
	if err == nil && (object.GetName() == "" || object.GetKind() == "" || object.GetAPIVersion() == "") {
		err = errors.New("it needs apiVersion, kind and metadata.name")
	}
	if err != nil {
		return nil, errors.New(b.shown("post build failed for '" + of.title + "': " + err.Error()))
	}
	common, _ := b.spec["commonMetadata"].(map[string]any)
	b.objects[final] = chartutil.MergeMaps(object.Object, map[string]any{"metadata": common})
	return b.objects[final], nil
}

// shown is one line without root and passwords.
func (b *build) shown(text string) string {
	text = strings.NewReplacer(b.root+"/", "", b.root, ".").Replace(text)
	return login.ReplaceAllString(strings.Join(strings.Fields(text), " "), "://")
}
