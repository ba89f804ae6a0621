package each_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema/each"
)

func Example() {
	words := []string{"one", "two", "three", "two"}
	isLong := func(word string) bool { return len(word) > 3 }
	fmt.Println(each.Of(words, strings.ToUpper), each.In(slices.Values(words), strings.ToTitle))
	fmt.Println(each.Only(words, isLong), each.Once(words, each.Itself))
	fmt.Println(each.First(slices.Values(words), isLong), each.Any(slices.Values(words[:2]), isLong))
	seen := map[string]bool{}
	fmt.Println(each.Only(words, func(word string) bool { return each.Add(seen, word) }))
	lengths := map[int]map[string]bool{}
	for _, word := range words {
		each.Below(lengths, len(word))[word] = true
	}
	fmt.Println(lengths)
	// Output:
	// [ONE TWO THREE TWO] [ONE TWO THREE TWO]
	// [three] map[one:true three:true two:true]
	// three false
	// [one two three]
	// map[3:map[one:true two:true] 5:map[three:true]]
}
