package final_test

import (
	"cmp"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"testing"

	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"helm.sh/helm/v4/pkg/action"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"helm.sh/helm/v4/pkg/kube"
	helmrelease "helm.sh/helm/v4/pkg/release/v1"
	releaseutil "helm.sh/helm/v4/pkg/release/v1/util"
	"sigs.k8s.io/yaml"
)

func TestMain(m *testing.M) {
	log.SetOutput(io.Discard) // where Helm warns about values that it leaves out
	slog.SetDefault(slog.New(slog.DiscardHandler))
	os.Exit(m.Run())
}

// release is a HelmRelease with its chart.
type release struct {
	chart   chart
	cluster cluster
	object  map[string]any
	upgrade bool
}

// releasesOf returns the release of a chart on each cluster, each second one as an upgrade.
func releasesOf(t testing.TB, of chart, clusters []cluster) (all []release) {
	t.Helper()
	object := template(t, of.name)
	for i, c := range clusters {
		all = append(all, release{of, c, c.filled(object, c.texts()).(map[string]any), i%2 == 1})
	}
	return all
}

// shortName returns the name of a release as helm-controller shortens it.
func shortName(name string) string {
	if len(name) <= 53 {
		return name
	}
	return fmt.Sprintf("%s-%.12x", name[:40], sha256.Sum256([]byte(name)))[:53]
}

// printed returns the objects that helm template prints of a release, with --include-crds if it is installed. It does
// what the command does, in this process.
func (r release) printed() ([]object, error) {
	var flux helmv2.HelmRelease
	if err := json.Unmarshal([]byte(jsonText(r.object)), &flux); err != nil {
		return nil, err
	}
	loaded, err := loader.Load(r.chart.path)
	if err != nil {
		return nil, err
	}
	install := action.NewInstall(action.NewConfiguration())
	install.ReleaseName, install.Namespace = shortName(flux.GetReleaseName()), flux.GetReleaseNamespace()
	install.DryRunStrategy, install.Replace = action.DryRunClient, true
	install.IncludeCRDs, install.IsUpgrade = !r.upgrade, r.upgrade
	install.WaitStrategy = kube.HookOnlyStrategy
	install.APIVersions = apiVersions
	if install.KubeVersion, err = common.ParseKubeVersion(kubeVersion); err != nil {
		return nil, err
	}
	made, err := install.Run(loaded, flux.GetValues())
	if err != nil {
		return nil, err
	}
	rel := made.(*helmrelease.Release)
	objects, err := objectsOf(rel.Manifest)
	for _, hook := range rel.Hooks {
		if err == nil {
			var hooks []object
			hooks, err = objectsOf(hook.Manifest + "\n")
			objects = append(objects, hooks...)
		}
	}
	return objects, err
}

// object is an object of Kubernetes.
type object map[string]any

// objectsOf returns the objects of a text in their order. Lists are given as their items: the client of Kubernetes
// takes them so.
func objectsOf(text string) (all []object, err error) {
	parts := releaseutil.SplitManifests(text)
	names := slices.Sorted(maps.Keys(parts))
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(len(a), len(b)) }) // manifest-9, manifest-10
	for _, name := range names {
		var o object
		part := strings.TrimSuffix(parts[name], "\n") // which Helm adds behind each
		if err := yaml.Unmarshal([]byte(part), &o); err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, part)
		}
		items, list := o["items"].([]any)
		switch {
		case len(o) == 0:
		case list && strings.HasSuffix(o.text("kind"), "List"):
			for _, item := range items {
				all = append(all, item.(map[string]any))
			}
		default:
			all = append(all, o)
		}
	}
	return all, nil
}

// text returns the text at keys, or nothing.
func (o object) text(keys ...string) string {
	value := any(map[string]any(o))
	for _, key := range keys {
		fields, _ := value.(map[string]any)
		value = fields[key]
	}
	text, ok := value.(string)
	if !ok && value != nil {
		return fmt.Sprint(value)
	}
	return text
}

func (o object) key() string {
	return strings.Join([]string{o.text("apiVersion"), o.text("kind"), o.text("metadata", "namespace"),
		o.text("metadata", "name")}, " ")
}

func jsonText(value any) string {
	data, err := json.Marshal(value)
	if err != nil {
		panic(err) // values of YAML can be told as JSON
	}
	return string(data)
}
