package main

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// Codes whose constants are internal.
const (
	codeUngated finding.Code = "FA514"
)
