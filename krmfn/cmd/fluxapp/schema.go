package main

import (
	"github.com/spf13/cobra"

	"github.com/fluxapp-dev/fluxapp/schema"
)

func schemaCommand() *cobra.Command {
	var kind string
	var crd bool
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema of documents, or their CustomResourceDefinition",
		Long: `Print the JSON Schema (draft-07) of documents, or their CustomResourceDefinition.

An editor with the YAML language server completes and checks a document that begins with a line such as
  # yaml-language-server: $schema=fluxapplication.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			print := schema.JSONSchema
			if crd {
				print = schema.CRD
			}
			data, err := print(kind)
			if err == nil {
				_, err = cmd.OutOrStdout().Write(data)
			}
			return err
		},
	}
	cmd.Flags().StringVar(&kind, "kind", schema.KindFluxApplication, "kind of the documents: FluxApplication, Application or, without --crd, RenderConfig")
	cmd.Flags().BoolVar(&crd, "crd", false, "print a CustomResourceDefinition instead of a JSON Schema")
	return cmd
}
