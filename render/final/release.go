package final

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	securejoin "github.com/cyphar/filepath-securejoin"
	helmv2 "github.com/fluxcd/helm-controller/api/v2"
	"github.com/fluxcd/pkg/chartutil"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/internal/wording"
	"github.com/fluxapp-dev/fluxapp/render/stream"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// addRelease adds a HelmRelease to what is rendered.
func (r *runner) addRelease(p *pair, side *stream.Side, upgrade bool, made *rendition) error {
	var object helmv2.HelmRelease
	err := json.Unmarshal(side.Object, &object)
	if err != nil {
		return err
	}
	var values map[string]any
	if values, made.unknown, err = r.given.values(&object); err != nil {
		return err
	}
	install, after, spec := object.GetInstall(), object.GetUpgrade(), object.Spec
	made.namespace, made.keepsCRDs = object.GetReleaseNamespace(), upgrade && after.CRDs == helmv2.Create
	g := group{Side: *side, Options: engine.Options{Upgrade: upgrade, KubeVersion: r.KubeVersion,
		APIVersions: r.APIVersions, CRDs: install.CRDs != helmv2.Skip && !install.SkipCRDs,
		SkipSchema: install.DisableSchemaValidation}}
	g.Side.Object = nil
	if upgrade {
		g.Options.CRDs = made.keepsCRDs || after.CRDs == helmv2.CreateReplace
		g.Options.SkipSchema = after.DisableSchemaValidation
	}
	g.Shape = map[string]any{"name": wording.ReleaseName(spec.ReleaseName, spec.TargetNamespace, object.Name),
		"namespace": made.namespace, "values": values}
	if spec.PostRenderers != nil || spec.CommonMetadata != nil {
		g.Post = &helmv2.HelmReleaseSpec{PostRenderers: spec.PostRenderers, CommonMetadata: spec.CommonMetadata}
	}
	return r.join(g, p.Cluster, made)
}

// isReinstalled reports whether the sides are releases of Helm with different names or namespaces.
func (p *pair) isReinstalled() bool {
	var before, after helmv2.HelmRelease
	return p.owner.Kind == kinds.HelmRelease.Name && p.Before != nil && p.After != nil &&
		json.Unmarshal(p.Before.Object, &before) == nil && json.Unmarshal(p.After.Object, &after) == nil &&
		(before.GetReleaseName() != after.GetReleaseName() || before.GetReleaseNamespace() != after.GetReleaseNamespace() ||
			before.GetStorageNamespace() != after.GetStorageNamespace())
}

// loadChart reads the chart of a side. The values of valuesFiles are in the place of its values.yaml.
func loadChart(side stream.Side) (*engine.Chart, error) {
	read, err := loader.Load(side.Path)
	if err != nil {
		return nil, err
	}
	values, err := defaults(side, read.Raw)
	if values != nil {
		read.Values = values
	}
	return engine.NewChart(read), err
}

// defaults returns the values of valuesFiles, merged in their order as source-controller merges them; nil for the
// values.yaml of the chart.
func defaults(s stream.Side, own []*common.File) (map[string]any, error) {
	if len(s.ValuesFiles) == 0 || len(s.ValuesFiles) == 1 && path.Clean(s.ValuesFiles[0]) == "values.yaml" {
		return nil, nil
	}
	merged := map[string]any{}
	for _, name := range s.ValuesFiles {
		data, err := valuesFile(s.Root, name, own)
		if errors.Is(err, fs.ErrNotExist) && s.IgnoreMissing {
			continue
		}
		one := map[string]any{}
		if err == nil {
			err = yaml.Unmarshal(data, &one)
		}
		if err != nil {
			return nil, fmt.Errorf("%s of valuesFiles: %w", name, err)
		}
		merged = chartutil.MergeMaps(merged, one)
	}
	return merged, nil
}

func valuesFile(root, name string, own []*common.File) ([]byte, error) {
	if root != "" {
		at, err := securejoin.SecureJoin(root, filepath.FromSlash(name))
		if err != nil {
			return nil, err
		}
		return os.ReadFile(at)
	}
	for _, file := range own {
		if file.Name == path.Clean(name) {
			return file.Data, nil
		}
	}
	return nil, fs.ErrNotExist
}
