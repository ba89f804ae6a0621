package final

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"

	securejoin "github.com/cyphar/filepath-securejoin"
	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/v2/loader"
	"sigs.k8s.io/yaml"

	"github.com/fluxcd/pkg/chartutil"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/stream"
)

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
