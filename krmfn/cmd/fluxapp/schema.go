package main

import (
	"fmt"

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
  # yaml-language-server: $schema=fluxapplication.json

The CustomResourceDefinition of an Application is for clusters without KubeSphere: never replace KubeSphere's own with it.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("schema takes no arguments; write --kind %s", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			made := schema.JSONSchema
			if crd {
				made = schema.CRD
			}
			data, err := made(kind)
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
