package rendering

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// ReadCharts returns the charts of some places, each written as PATH, or as URL=PATH for those of one source. Names
// begin at a folder of the disk. Its findings are errors about charts, its error is about a place that cannot be read.
func ReadCharts(files disk.Disk, places []string) (render.ValuesCheck, finding.Findings, error) {
	all := checks.Charts{}
	var problems []finding.Problem
	for _, place := range places {
		url, path := splitPlace(files, place)
		from, err := files.Tree(path)
		if err != nil {
			return nil, nil, fmt.Errorf("the charts %s cannot be read: %s", place, disk.Describe(err))
		}
		problems = append(problems, all.Add(from, filepath.ToSlash(path), url)...)
	}
	return all.Check, finding.Locate(problems), nil
}

// splitPlace returns the URL of a place, empty where it is for all sources, and its path. A path may have a = too.
func splitPlace(files disk.Disk, place string) (url, path string) {
	at := strings.LastIndexByte(place, '=')
	if at < 0 || files.Exists(place) {
		return "", place
	}
	return place[:at], place[at+1:]
}

func chartsBelow(files disk.Disk, folder, place string) string {
	if below := filepath.Clean(folder + "/" + place); files.Exists(below) {
		return below
	}
	url, path := splitPlace(files, place)
	if !filepath.IsAbs(path) {
		path = filepath.Clean(folder + "/" + path)
	}
	if url == "" {
		return path
	}
	return url + "=" + path
}
