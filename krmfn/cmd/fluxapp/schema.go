package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

func schemaCommand(env environment) *cobra.Command {
	var kind string
	var crd bool
	cmd := withHelp(&cobra.Command{
		Use: "schema",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("schema takes no arguments; write --kind %s", args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			made := schema.JSONSchema
			if crd {
				made = schema.CRD
			}
			data, err := made(kind)
			if err == nil {
				_, err = env.out.Write(data)
			}
			return err
		},
	})
	cmd.Flags().StringVar(&kind, "kind", kinds.FluxApplication.Name, "kind of document: FluxApplication, Application, "+
		"FluxApplicationBase or RenderConfig (which has no CustomResourceDefinition)")
	complete(cmd, "kind", words(kinds.FluxApplication.Name, kinds.Application.Name, kinds.FluxApplicationBase.Name,
		kinds.RenderConfig.Name))
	cmd.Flags().BoolVar(&crd, "crd", false, "print a CustomResourceDefinition instead of a JSON Schema")
	return cmd
}
