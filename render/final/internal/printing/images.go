package printing

import (
	"path"
	"slices"
	"strings"
)

// imagesOf returns the images of changed objects as changes: one for all images of an application with the same name,
// which is behind the last slash, so that an image that comes from another registry is the same one.
func imagesOf(all []On) (changed []On) {
	known := map[*Change][2][]string{}
	for _, on := range all {
		of, found := On{Cluster: on.Cluster, Unknown: on.Unknown}, map[[2]string][2][]string{} // by application and name
		for _, c := range on.Changes {
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
			before, after := listed(sides[0]), listed(sides[1])
			c := &Change{Action: Changed, Application: key[0], Object: Object{Kind: "image", Name: key[1]}}
			switch c.Fields = Compare("image", before, after); {
			case before == after:
				of.Unchanged++
				continue
			case before == nil:
				c.Action = Added
			case after == nil:
				c.Action = Removed
			}
			of.Changes = append(of.Changes, c)
		}
		changed = append(changed, of)
	}
	return changed
}

func listed(images []string) any {
	if images == nil {
		return nil
	}
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(images))), ", ")
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
