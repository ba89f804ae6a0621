// Line is a yardstick: it costs what every program with the library for commands costs that prints a line.
package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
)

func main() {
	command := &cobra.Command{Use: "line", Run: func(cmd *cobra.Command, _ []string) {
		fmt.Fprintln(cmd.OutOrStdout(), "a line")
	}}
	if command.Execute() != nil {
		os.Exit(1)
	}
}
