package render

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/entries"
	"github.com/fluxapp-dev/fluxapp/render/internal/overlay"
	"github.com/fluxapp-dev/fluxapp/schema/reference"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// EntryField returns what the layers of the object's entry have for a field, the uppermost first. The path leads from
// the entry to the field, for example chart and version. It returns nothing for an object that no entry made.
func (o Object) EntryField(path ...string) []Setting {
	if !o.placement().IsEntry() {
		return nil
	}
	return newExplainer(o.p, false).settings(path)
}

// settings returns what the layers of the entry have for one of its fields, the uppermost first; nothing without a
// path. The layers of a list that grew are one setting. A map that only removes adds nothing. Of the values above the
// field only a reference, a null and a $(remove) are told.
func (e explainer) settings(written []string) (all []Setting) {
	if len(written) == 0 {
		return nil
	}
	for _, o := range e.origins.Stack.Origins(written...) {
		isAbove := o.Depth < len(written) && !o.Removes() && !reference.Is(o.Value)
		if !isAbove && !overlay.RemovesOnly(o.Value) {
			all = append(all, e.setting(o.Layer, o.Value))
		}
	}
	return all
}

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
