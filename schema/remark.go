package schema

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

var codeOfErrors = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^FA[0-4]\d\d$`) })

// ParseRemark reads the code of a rule whose warnings and information a run can ignore, for example FA505. Any other
// text, also the code of a rule that reports errors only, is an error.
func ParseRemark(text string) (finding.Code, error) {
	codes := finding.Remarks()
	if code := finding.Code(text); slices.Contains(codes, code) {
		return code, nil
	}
	known := make([]string, len(codes))
	for i, code := range codes {
		known[i] = string(code)
	}
	switch near := names.Nearest(text, known); {
	case text == "":
		return "", errors.New("a code is empty; write the code of a warning or an information, for example FA505")
	case codeOfErrors().MatchString(text):
		return "", fmt.Errorf("%s is the code of no warning and no information, and errors cannot be ignored; leave it "+
			"out", text)
	case near != "":
		return "", fmt.Errorf("there is no rule %q; did you mean %q?", text, near)
	}
	return "", fmt.Errorf("there is no rule %q; write the code of a warning or an information, for example FA505", text)
}
