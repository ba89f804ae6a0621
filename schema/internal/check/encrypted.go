package check

import (
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/pattern"
	"github.com/fluxapp-dev/fluxapp/schema/names"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// EncryptedDocument is about the field sops of a document. Flux decrypts a document that still has it; what is made of
// the document has not. Whoever only leaves the field out delivers the encrypted texts.
func EncryptedDocument(sops tree.Node) finding.Problem {
	return finding.Problem{Code: codes.Encrypted, Node: sops, OnKey: true, Current: finding.SOPS,
		Detail: "this document is encrypted by SOPS, and what is made of it cannot be decrypted; decrypt it, write its " +
			"secret values into a Secret that SOPS encrypts, and name that in valuesFrom"}
}

// Encrypted returns the encrypted texts below a value of a document. kustomize-controller decrypts objects that have
// the field sops, and Secrets (DecryptResource in its internal/decryptor); rendered objects are neither.
func Encrypted(n tree.Node) []finding.Problem { return encryptedBelow(n, "") }

// encryptedBelow knows the field around a value that can also be read from a Secret. Patches of a Kustomization may be
// for an object that Flux decrypts, and an operator in the cluster decrypts a SopsSecret.
func encryptedBelow(n tree.Node, from string) (problems []finding.Problem) {
	switch key := names.ReadLayerKey(n.Key()).Name; {
	case n.Kind() == tree.String && strings.Contains(n.Text(), finding.EncryptedText) &&
		encrypted().MatchString(n.Text()) && !strings.Contains(n.Text(), "kind: Sops"):
		problems = append(problems, finding.Problem{Code: codes.Encrypted, Node: n, Detail: "this is encrypted by SOPS, and" +
			" Flux decrypts nothing in this object, so it is used as it is; write it into a Secret that SOPS " +
			"encrypts" + from})
	case from == "" && (key == "patches" || key == "labels"), n.Get("kind").Text() == "SopsSecret": // no label is valid
		return nil
	case from == "":
		from = secretPlaces[key]
	}
	for child := range n.Children() {
		problems = append(problems, encryptedBelow(child, from)...)
	}
	return problems
}

// encrypted matches a whole encrypted text; a program or a page can have its beginning.
var encrypted = pattern.Of(`ENC\[AES256_GCM,data:[^,\]]*,iv:[^,\]]+,tag:[^,\]]+,type:[a-z]+\]`)

var secretPlaces = map[string]string{"values": ", and name that in valuesFrom",
	"substitute": ", and name that in substituteFrom", "postRenderers": ", beside the release"}
