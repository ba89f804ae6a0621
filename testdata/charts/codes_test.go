package charts_test

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// Codes whose constants are internal.
const (
	codeChartNotFound finding.Code = "FA924"
	codeNearValue     finding.Code = "FA533"
	codeValueType     finding.Code = "FA534"
	codeValues        finding.Code = "FA237"
)
