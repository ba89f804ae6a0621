package render

import (
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// EntryField returns what the layers of the entry that made the object have for a field, the uppermost first. The
// path leads from the entry to the field, for example chart and version. There is nothing for an object that no entry
// made.
func (o Object) EntryField(path ...string) []Setting {
	if !o.placement().IsEntry() {
		return nil
	}
	return newExplainer(o.p, false).settings(path)
}

// settings returns what the layers of the entry have for one of its fields, the uppermost first; nothing without a
// path. The layers of a list that grew are one setting.
func (e explainer) settings(written []string) (all []Setting) {
	var grown []Setting
	for i, covers := len(e.origins.Layers)-1, true; i >= 0 && covers && len(written) > 0; i-- {
		layer := e.origins.Layers[i]
		found, grows := e.written(layer.Fields, written)
		if !found.Exists() || entries.RemovesOnly(found) {
			continue
		}
		if covers = written[0] != "source" || !e.p.Common.App.IsNamed(layer.Fields.Get("source")); !covers {
			layer.Name = "sources" // an item of them, which replaces what is below
		}
		s := e.setting(layer.Name, found)
		switch {
		case grows:
			grown = append(grown, s)
		case len(grown) > 0 && !s.removes():
			all, grown = append(all, joinedSetting(append(grown, s))), nil
		case len(grown) > 0:
			all, grown = append(all, joinedSetting(grown), s), nil
		default:
			all = append(all, s)
		}
	}
	if len(grown) > 0 {
		all = append(all, joinedSetting(grown))
	}
	return all
}

// written returns what a layer has at a path of an entry, and whether it is a list that grows.
func (e explainer) written(found tree.Node, path []string) (at tree.Node, grows bool) {
	for i, key := range path {
		if reference.Is(found) || reference.IsRemoval(found) || found.Kind() == tree.Null {
			break // it replaces or removes all that is below
		}
		below := found.Find(key)
		if grows = e.grows && i == len(path)-1 && !below.Exists(); grows {
			below = found.Find(key + "+")
		}
		found = below
	}
	return found, grows
}

// joinedSetting returns the setting of a list that grew, of those of its layers, the uppermost first.
func joinedSetting(grown []Setting) Setting {
	all := Setting{At: grown[0].At}
	var items []string
	for i, s := range slices.Backward(grown) {
		all.Layer += s.Layer
		if i > 0 {
			all.Layer += " + "
		}
		if list := strings.TrimSuffix(strings.TrimPrefix(s.Value, "["), "]"); list != "" {
			items = append(items, list)
		}
	}
	all.Value = "[" + strings.Join(items, ",") + "]"
	return all
}

// setting returns what a layer has.
func (e explainer) setting(layer string, n tree.Node) Setting {
	return e.ofBase(Setting{layer, compact(n), n.Position()})
}

// ofBase returns a setting with the base in its layer, where a base has what the application shares.
func (e explainer) ofBase(s Setting) Setting {
	for _, base := range e.p.Common.App.Document.Bases() {
		if !strings.HasPrefix(s.Layer, "base ") && s.At.Line > 0 && entries.HasPlace(base.Spec(), s.At) {
			s.Layer = strings.TrimSpace("base " + base.Name() + " " + s.Layer)
		}
	}
	return s
}
