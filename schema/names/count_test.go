package names

import (
	"testing"

	"gotest.tools/v3/assert"
)

func TestNumber(t *testing.T) {
	for n, want := range map[int]string{0: "0", 999: "999", 1000: "1,000", 9995: "9,995", 1234567: "1,234,567",
		1000001: "1,000,001"} {
		assert.Equal(t, Number(n), want)
	}
}

func TestCounted(t *testing.T) {
	assert.Equal(t, Counted(0, "object")+", "+Counted(1, "entry")+", "+Counted(10010, "entry"),
		"0 objects, 1 entry, 10,010 entries")
}

func TestLists(t *testing.T) {
	words := []string{"a", "b", "c", "d"}
	for got, want := range map[string]string{
		List(words[:1], 2):            "a",
		List(words[:3], 2):            "a, b, c",
		List(words, 2):                "a, b and 2 more",
		More(words[:2], 2):            "a, b",
		More(words[:2], 3):            "a, b and 1 more",
		More(words, 1500):             "a, b, c, d and 1496 more",
		And(words[:1]):                "a",
		And(words[:2]):                "a and b",
		Or(words[:3]):                 "a, b or c",
		List(nil, 2):                  "",
		List(make([]string, 2003), 1): " and 2,002 more",
	} {
		assert.Equal(t, got, want)
	}
}
