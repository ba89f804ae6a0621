package finding

import "github.com/fluxapp-dev/fluxapp/schema/tree"

// SOPS is the field at the top of a document that SOPS has encrypted.
const SOPS = "sops"

// EncryptedDocument is about the field sops of a document. Flux decrypts a document that still has it; what is made of
// the document has not. Whoever only leaves the field out delivers the encrypted texts.
func EncryptedDocument(sops tree.Node) Problem {
	return Problem{Code: CodeEncrypted, Node: sops, OnKey: true, Current: SOPS,
		Detail: "this document is encrypted by SOPS, and what is made of it cannot be decrypted; decrypt it, write its " +
			"secret values into a Secret that SOPS encrypts, and name that in valuesFrom"}
}
