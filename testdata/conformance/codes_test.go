package conformance

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// Codes whose constants are internal.
const (
	codeContradiction finding.Code = "FA218"
	codeConversion    finding.Code = "FA216"
	codeDuplicateKey  finding.Code = "FA002"
	codeEmpty         finding.Code = "FA109"
	codeNullItem      finding.Code = "FA106"
	codeOneWorkload   finding.Code = "FA201"
	codeRange         finding.Code = "FA108"
	codeReserved      finding.Code = "FA213"
	codeTag           finding.Code = "FA004"
)
