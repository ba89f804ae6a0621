package adopt

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// textReason returns why an object stays because of its text; nil where it may come in.
func textReason(o *object, file []byte, inBroken bool) *reason {
	metadata := o.root.Get("metadata")
	switch {
	case inBroken:
		return isBroken
	case !o.root.Source().Root().Same(o.root):
		return isItem
	case !slices.Contains([]string{".yaml", ".yml"}, path.Ext(o.file)) || json.Valid(file):
		return isJSON
	case o.root.Find(finding.SOPS).Exists() || isEncrypted(o.root):
		return isSOPS
	case metadata.At("annotations", kinds.AnnotationRenderedFrom).Exists():
		return isRendered
	case metadata.Get("ownerReferences").First().Exists():
		return isOwned
	case hasOther(o.root, "apiVersion", "kind", "metadata", "spec"),
		hasOther(metadata, "name", "namespace", "labels", "annotations"):
		return isObserved
	case isAmbiguous(o.root):
		return isOdd
	}
	return nil
}

// isEncrypted reports whether a text in a value is one that SOPS has encrypted.
func isEncrypted(n tree.Node) bool {
	return strings.HasPrefix(n.Text(), finding.EncryptedText) ||
		slices.ContainsFunc(slices.Collect(n.Children()), isEncrypted)
}

// hasOther reports whether a map has a field that is not null and none of some known ones.
func hasOther(n tree.Node, known ...string) bool {
	return n.Kind() == tree.Map && slices.ContainsFunc(n.Fields(), func(f tree.Field) bool {
		return f.Value.Kind() != tree.Null && !slices.Contains(known, f.Key)
	})
}

// isAmbiguous reports whether a value has yes, on or the like without quotes: a text to kustomize, which builds what
// Flux applies (github.com/kubernetes-sigs/kustomize, kyaml), and a boolean to everybody who reads YAML 1.1.
func isAmbiguous(n tree.Node) bool {
	isKey := isBool(n.Key()) && !isBool(n.WrittenKey())
	return isKey || n.Kind() == tree.Bool && !isBool(n.Written()) ||
		slices.ContainsFunc(slices.Collect(n.Children()), isAmbiguous)
}

// isBool reports whether all readers take a text for a boolean.
func isBool(text string) bool {
	return strings.EqualFold(text, "true") || strings.EqualFold(text, "false")
}
