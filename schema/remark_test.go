package schema_test

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
)

func TestParseRemark(t *testing.T) {
	for _, code := range codes.Remarks() {
		parsed, err := schema.ParseRemark(string(code))
		assert.NilError(t, err)
		assert.Equal(t, parsed, code)
	}
	for text, want := range map[string]string{
		"FA202": "", "FA903": "limits", "FA605": "limits", "FA102": "errors cannot be ignored",
		"FA311": "errors cannot be ignored",
		"FA999": "did you mean", "fa507": `did you mean "FA507"?`,
		"FA505 ": `did you mean "FA505"?`, "FA": "write the code", "507": "write the code", "": "a code is empty",
		"FA5070": `did you mean "FA507"?`,
	} {
		_, err := schema.ParseRemark(text)
		if want == "" {
			assert.NilError(t, err)
		} else {
			assert.ErrorContains(t, err, want, "%q", text)
		}
	}
	for spec, want := range map[string]string{"{ignore: [FA505]}": "", "{ignore: null}": "", "{ignore: []}": "",
		"{ignore: FA505}": "is a string", "{ignore: [505]}": "FA104", "{ignore: [null]}": "FA106"} {
		docs := schema.Parse("a.yaml",
			fmt.Appendf(nil, "apiVersion: fluxapp.dev/v1alpha1\nkind: RenderConfig\nspec: %s\n", spec))
		config, problems := docs[0].RenderConfig()
		got := finding.Locate(problems).String()
		assert.Check(t, (got == "") == (want == ""), "%s: %s", spec, got)
		assert.Check(t, want != "" || len(config.Ignore) <= 1)
		if want != "" {
			assert.ErrorContains(t, finding.Locate(problems).Err(), want)
		}
	}
}
