package printing

import (
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/internal/blocks"
)

// imagesOf returns the images of changed objects as changes: one for all images of an application with the same name,
// which is behind the last slash, so that an image that comes from another registry is the same one. It counts those
// that stay.
func imagesOf(clusters map[string][]*Change, sum *blocks.Summary) map[string][]*Change {
	known, all := map[*Change][2][]string{}, map[string][]*Change{}
	for cluster, changes := range clusters {
		found := map[[2]string][2][]string{} // by application and name
		for _, c := range changes {
			if _, isKnown := known[c]; !isKnown {
				known[c] = [2][]string{imagesIn(c.Before, false), imagesIn(c.After, false)}
			}
			for i, images := range known[c] {
				for _, image := range images {
					name, _, _ := strings.Cut(strings.ReplaceAll(path.Base(image), "@", ":"), ":")
					sides := found[[2]string{c.Application, name}]
					sides[i] = append(sides[i], image)
					found[[2]string{c.Application, name}] = sides
				}
			}
		}
		for key, sides := range found {
			c := &Change{Application: key[0], Object: Object{ID: render.ID{Kind: "image", Name: key[1]}},
				Before: listed(sides[0]), After: listed(sides[1])}
			if c.Fields = Compare("image", c.Before["image"], c.After["image"]); len(c.Fields) == 0 {
				sum.Unchanged++
			} else {
				all[cluster] = append(all[cluster], c)
			}
		}
	}
	return all
}

func listed(images []string) map[string]any {
	if images == nil {
		return nil
	}
	return map[string]any{"image": strings.Join(slices.Compact(slices.Sorted(slices.Values(images))), ", ")}
}

func imagesIn(value any, areContainers bool) (found []string) {
	switch value := value.(type) {
	case map[string]any:
		if image, isText := value["image"].(string); isText && areContainers {
			found = append(found, image)
		}
		for key, below := range value {
			found = append(found, imagesIn(below, strings.HasSuffix(strings.ToLower(key), "containers"))...)
		}
	case []any:
		for _, item := range value {
			found = append(found, imagesIn(item, areContainers)...)
		}
	}
	return found
}
