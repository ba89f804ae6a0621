package main

import "github.com/fluxapp-dev/fluxapp/schema/finding"

// remark is a warning or information, wherever it is in its file.
type remark struct {
	code                   finding.Code
	document, path, detail string
}

func remarkOf(f finding.Finding) remark {
	r := remark{code: f.Code, path: f.Path, detail: f.Detail}
	if f.Subject != nil {
		r.document = f.Subject.String()
	}
	return r
}

// remarksOf returns the findings as remarks.
func remarksOf(findings finding.Findings) map[remark]bool {
	all := map[remark]bool{}
	for _, f := range findings {
		all[remarkOf(f)] = true
	}
	return all
}
