package kinds

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestParseFluxVersion(t *testing.T) {
	for text, want := range map[string]string{"": "2.10", "2.6": "2.6", "v2.7": "2.7", "2.8.3": "2.8", "v2.9.0": "2.9",
		"2.6.10": "2.6", "2.10": "2.10", "v2.10.1": "2.10", "v2.8.123": "2.8"} {
		version, err := ParseFluxVersion(text)
		assert.NilError(t, err, text)
		assert.Equal(t, version.String(), want)
	}
	for _, text := range []string{"2", "2.5", "2.11", "3.0", "1.2.8", "2.8-rc.1", "two", " 2.8", "2.8.", "2.08"} {
		_, err := ParseFluxVersion(text)
		assert.ErrorContains(t, err, "write one of 2.6, 2.7, 2.8, 2.9, 2.10", text)
	}
}
