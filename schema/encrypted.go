package schema

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// encryptedText is how each text begins that SOPS has encrypted.
const encryptedText = "ENC[AES256_GCM,"

// reportEncrypted reports encrypted texts. kustomize-controller decrypts objects that have the field sops, and Secrets
// (DecryptResource in its internal/decryptor); rendered objects are neither.
func (d *Document) reportEncrypted() {
	if d.mentionsEncrypted && d.class != ClassForeign && d.class != ClassRendered && d.class != ClassArgoCD {
		d.encryptedBelow(d.Root().Get("metadata"), "")
		d.encryptedBelow(d.spec, "")
	}
}

// encryptedBelow knows the field around a value that can also be read from a Secret. Patches of a Kustomization may be
// for an object that Flux decrypts, and an operator in the cluster decrypts a SopsSecret.
func (d *Document) encryptedBelow(n tree.Node, from string) {
	switch key := strings.TrimSuffix(n.Key(), "+"); {
	case n.Kind() == tree.String && strings.Contains(n.Text(), encryptedText) && !strings.Contains(n.Text(), "kind: Sops"):
		d.report(finding.Problem{Code: finding.CodeEncrypted, Node: n, Detail: "this is encrypted by SOPS, and Flux " +
			"decrypts nothing in this object, so it is used as it is; write it into a Secret that SOPS encrypts" + from})
	case from == "" && (key == "patches" || key == "labels"), n.Get("kind").Text() == "SopsSecret": // no label is valid
		return
	case from == "":
		from = secretPlaces[key]
	}
	for child := range n.Children() {
		d.encryptedBelow(child, from)
	}
}

var secretPlaces = map[string]string{"values": ", and name that in valuesFrom",
	"substitute": ", and name that in substituteFrom", "postRenderers": ", beside the release"}
