// Command build builds the programs that the tests run, and tells where they are.
package main

import (
	"fmt"
	"os"

	"github.com/fluxapp-dev/fluxapp/testdata/e2e"
)

func main() {
	dir, err := e2e.Programs()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(dir)
}
