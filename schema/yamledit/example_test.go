package yamledit_test

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/tree"
	"github.com/fluxapp-dev/fluxapp/schema/yamledit"
)

func Example() {
	docs := yamledit.Split([]byte(`# Settings of all
a: 1
---
chart: "1.0" # of the shop
hosts: [a.example]
`))
	want, _ := tree.Parse("", []byte(`{chart: "1.1", hosts: [a.example, b.example]}`))
	docs[1].Text, _ = yamledit.Update(docs[1].Text, want[0].Root())
	fmt.Print(string(yamledit.Join(docs)))
	fmt.Println(yamledit.Inline(want[0].Root()))
	// Output:
	// # Settings of all
	// a: 1
	// ---
	// chart: "1.1" # of the shop
	// hosts: [a.example, b.example]
	// {chart: "1.1", hosts: [a.example, b.example]}
}
