package validate_test

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// Codes whose constants are internal.
const (
	codeFeatureGate   finding.Code = "FA923"
	codeUnsetVariable finding.Code = "FA922"
)
