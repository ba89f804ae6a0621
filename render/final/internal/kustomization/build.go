package kustomization

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/fluxcd/pkg/kustomize"
	securefs "github.com/fluxcd/pkg/kustomize/filesys"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/kustomize/api/konfig"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/api/types"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/kustomize/kyaml/openapi"
	"sigs.k8s.io/yaml"
)

const (
	maxFile, maxBytes = 16 << 20, 128 << 20
	maxRead           = 20_000 // files and objects of a build, each as often as it is read; a kustomization is ten
	notFetched        = "nothing is fetched"
)

var (
	// remote is what kustomize takes for a URL or for a repository of Git.
	remote = regexp.MustCompile(`(?i)^(git::)?((ssh|https?|file):|github\.com[:/]|[a-z][a-z0-9-]*@)`)
	yamls  = regexp.MustCompile(`(\.ya?ml|/Kustomization|/\.sourceignore)$`)
	sealed = regexp.MustCompile(`mac"?\s*[:=]\s*"?ENC\[`) // by SOPS
	login  = regexp.MustCompile(`://[^/\s'"@]+@`)         // of a URL
	// offline takes the network from Go's HTTP client, with which kustomize reads files that are URLs.
	offline = sync.OnceFunc(func() {
		http.DefaultTransport = &http.Transport{
			Proxy: func(*http.Request) (*url.URL, error) { return nil, errors.New(notFetched) },
		}
	})
)

// build is a folder before variables are substituted. As a file system for kustomize, which only reads, it stays below
// root, and has limits, because bases that are named twice, and theirs again, have no end.
type build struct {
	filesys.FileSystem
	root        string
	file        string // the kustomization.yaml that the controller writes, with manifest
	manifest    []byte
	bytes, read int64
	objects     []*built
	notes       []string
	schemas     bool // a kustomization has some of its own
	unknown     bool // something is left out
	err         error
}

func newBuild(fields map[string]any, root string) *build {
	offline()
	b := &build{root: root}
	disk, err := securefs.MakeFsOnDiskSecure(root)
	if err == nil {
		at, _, _ := disk.CleanedAbs(root)
		b.FileSystem, b.root = disk, at.String()
		err = b.run(fields)
	}
	if err = cmp.Or(b.err, err); err == nil {
		b.unknown = false // but for what the notes say
		return b
	}
	text := shorten(strings.NewReplacer(b.root+"/", "", b.root, ".").Replace(err.Error()))
	if !b.unknown && !strings.Contains(text, notFetched) || b.err != nil {
		return &build{err: errors.New(text)}
	}
	return &build{notes: note(b.notes, "the folder cannot be built without that: "+text), unknown: true}
}

// run does what the controller does, but for its writing of a kustomization.yaml, which stays in memory.
func (b *build) run(fields map[string]any) (err error) {
	defer func() {
		if b.schemas {
			openapi.ResetOpenAPI()
		}
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("kustomize panics: %v", wrong)
		}
	}()
	path, _ := fields["path"].(string)
	folder, file, err := b.CleanedAbs(filepath.Join(b.root, filepath.Join("/", path)))
	if err != nil || file != "" {
		return fmt.Errorf("path %q is no folder of the source; write one from its root on", path)
	}
	dir, object := folder.String(), unstructured.Unstructured{Object: map[string]any{"spec": fields}}
	look, generator := dir, kustomize.NewGeneratorWithIgnore(b.root, "", object)
	for _, name := range konfig.RecognizedKustomizationFileNames() {
		if path := filepath.Join(dir, name); b.Exists(path) {
			look, generator = path, kustomize.NewGenerator(b.root, object)
		}
	}
	// Flux reads the kustomization.yaml, or else all YAML of the folder, without limits.
	err = filepath.WalkDir(look, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && yamls.MatchString(path) {
			_, err = b.load(path)
		}
		return err
	})
	if b.bytes, b.read = 0, 0; err == nil {
		b.manifest, b.file, _, err = generator.GenerateManifest(dir)
	}
	if err != nil {
		return err
	}
	// Flux reads the schemas of Kubernetes anew for each build, 20 ms long, because a kustomization may have others.
	resources, err := krusty.MakeKustomizer(&krusty.Options{LoadRestrictions: types.LoadRestrictionsNone,
		PluginConfig: types.DisabledPluginConfig()}).Run(b, dir)
	if b.schemas {
		resources, err = kustomize.Build(b, dir)
	}
	if err != nil {
		return err
	}
	for _, resource := range resources.Resources() {
		one := &built{title: fmt.Sprintf("%s/%s", resource.GetGvk(), resource.GetName())}
		one.common, _ = fields["commonMetadata"].(map[string]any)
		text, err := resource.AsYAML()
		if err == nil {
			one.object, err = decode(text, one.common)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.title, err)
		}
		const key = "kustomize.toolkit.fluxcd.io/substitute"
		disabled := resource.GetLabels()[key] == "disabled" || resource.GetAnnotations()[key] == "disabled"
		if !disabled && bytes.ContainsRune(text, '$') {
			one.text, one.filled = string(text), map[string]map[string]any{}
		}
		b.objects = append(b.objects, one)
	}
	return nil
}

// load reads a file, and refuses what is too much, and what is no usual file.
func (b *build) load(path string) (data []byte, err error) {
	usual := true
	if info, err := os.Stat(path); err == nil && !info.IsDir() {
		usual = info.Mode().IsRegular() && info.Size() <= maxFile
		b.bytes, b.read = b.bytes+info.Size(), b.read+1
	}
	if path == b.file {
		data = b.manifest
	} else if usual && b.err == nil {
		data, err = b.FileSystem.ReadFile(path)
		b.read += int64(bytes.Count(data, []byte("\nkind: ")))
	}
	if !usual || b.bytes > maxBytes || b.read > maxRead {
		b.err = cmp.Or(b.err, fmt.Errorf("%s is too much: a build reads at most %d files and objects of %d MiB, "+
			"and %d MiB in all; name each base once", path, maxRead, maxFile>>20, maxBytes>>20))
	}
	if bytes.ContainsRune(data, '&') && bytes.ContainsRune(data, '*') { // kustomize follows aliases without a limit
		for document := range bytes.SplitSeq(data, []byte("\n---")) {
			var value any
			if wrong := yaml.Unmarshal(document, &value); wrong != nil && strings.Contains(wrong.Error(), "excessive") {
				b.err = cmp.Or(b.err, fmt.Errorf("%s: %w", path, wrong))
			}
		}
	}
	return data, cmp.Or(b.err, err)
}

// ReadFile leaves remote bases out of a kustomization.
func (b *build) ReadFile(path string) ([]byte, error) {
	data, err := b.load(path)
	place, _ := filepath.Rel(b.root, path)
	if sealed.Match(data) {
		b.notes = note(b.notes, place+" is encrypted with SOPS, and is read as it is")
	}
	var own types.Kustomization
	known := slices.Contains(konfig.RecognizedKustomizationFileNames(), filepath.Base(path))
	if err != nil || !known || own.Unmarshal(data) != nil {
		return data, err // kustomize says what is wrong
	}
	b.schemas, b.read = b.schemas || own.OpenAPI != nil, b.read+9
	left := false
	for _, list := range []*[]string{&own.Resources, &own.Bases, &own.Components, &own.Generators, &own.Transformers,
		&own.Validators} {
		*list = slices.DeleteFunc(*list, func(entry string) bool {
			file := filepath.Join(filepath.Dir(path), entry)
			if !remote.MatchString(entry) || b.Exists(file) && !b.IsDir(file) {
				return false
			}
			b.notes = note(b.notes, place+": "+entry+" is not known: "+notFetched+"; copy it into the source to see it")
			left, b.unknown = true, true
			return true
		})
	}
	if !left {
		return data, nil
	}
	// Options change nothing here, but a kustomization of nothing is an error.
	own.GeneratorOptions = cmp.Or(own.GeneratorOptions, &types.GeneratorOptions{})
	return yaml.Marshal(own)
}

// decode returns an object with common metadata.
func decode(text []byte, common map[string]any) (object map[string]any, err error) {
	if err := yaml.Unmarshal(text, &object); err != nil {
		return nil, err
	}
	meta, _ := object["metadata"].(map[string]any)
	if name, _ := meta["name"].(string); name == "" || object["kind"] == nil || object["apiVersion"] == nil {
		return nil, errors.New("it needs apiVersion, kind and metadata.name")
	}
	for field, pairs := range common {
		if more, _ := pairs.(map[string]any); len(more) > 0 {
			if all, _ := meta[field].(map[string]any); all != nil {
				maps.Copy(all, more)
			} else {
				meta[field] = maps.Clone(more)
			}
		}
	}
	return object, nil
}

func note(notes []string, text string) []string {
	if text = shorten(text); slices.Contains(notes, text) {
		return notes
	}
	return append(notes, text)
}

// shorten returns one line of at most 400 characters, without passwords: kustomize says last what is wrong.
func shorten(text string) string {
	text = login.ReplaceAllString(strings.Join(strings.Fields(text), " "), "://")
	if runes := []rune(text); len(runes) > 400 {
		text = string(runes[:150]) + " … " + string(runes[len(runes)-247:])
	}
	return text
}
