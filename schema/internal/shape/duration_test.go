package shape

import (
	"regexp"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// TestSurelyDuration holds that what is taken for a duration without asking the regular expressions is one, to them
// and to Go.
func TestSurelyDuration(t *testing.T) {
	source, other := &Rule{Pattern: timeoutPattern}, &Rule{Pattern: durationPattern}
	sure := 0
	for _, text := range durationTexts() {
		_, err := time.ParseDuration(text)
		for _, r := range []*Rule{nil, {}, source, other} {
			pattern := durationPattern
			if r == source {
				pattern = timeoutPattern
			}
			matches := patterns()[pattern].MatchString(text)
			if plainlyDuration(text, r) {
				sure++
				assert.Assert(t, matches && err == nil && r.fits(text), "%q is no duration: %v", text, err)
			}
			if usual.MatchString(text) && matches && (r == nil || r.Pattern != "") {
				assert.Assert(t, plainlyDuration(text, r), "%q takes a regular expression", text)
			}
		}
	}
	assert.Assert(t, sure > 100, "%d", sure)
}

// usual are the durations that authors write.
var usual = regexp.MustCompile(`^[0-9]{1,6}[smh]$`)

// durationTexts are all short strings of what durations are made of, and is like it, and longer ones about the edges.
func durationTexts() []string {
	texts := []string{"", "m", "1", "10m", "999999h", "1000000h", "9999999s", "2562047h", "2562048h", "9223372036s",
		"99999999999s", "1h30m", "1.5h",
		"10µs", "١m", "1ｍ", "\x001m"}
	for _, length := range []int{1, 2, 3, 4} {
		for i := range pow(len(durationAlphabet), length) {
			text := make([]byte, length)
			for at := range text {
				text[at] = durationAlphabet[i%len(durationAlphabet)]
				i /= len(durationAlphabet)
			}
			texts = append(texts, string(text))
		}
	}
	return texts
}

const durationAlphabet = "0189smh.-_ d/:"

func pow(base, exponent int) int {
	product := 1
	for range exponent {
		product *= base
	}
	return product
}

// FuzzSurelyDuration is the same for anything.
func FuzzSurelyDuration(f *testing.F) {
	for _, text := range []string{"", "10m", "1h30m", "999999h", "1000000h", "1ms", "٣s"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, pattern := range []string{durationPattern, timeoutPattern} {
			if plainlyDuration(text, &Rule{Pattern: pattern}) {
				_, err := time.ParseDuration(text)
				assert.Assert(t, err == nil && patterns()[pattern].MatchString(text), "%q is no duration: %v", text, err)
			}
		}
	})
}
