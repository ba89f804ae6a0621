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
	cmd := &cobra.Command{
		Use:   "schema",
		Short: "Print the JSON Schema or the CustomResourceDefinition of a kind of document",
		Long: `Print the JSON Schema (draft-07) or the CustomResourceDefinition of a kind of document.

An editor with the YAML language server completes and validates a document that starts with a line like this one:
  # yaml-language-server: $schema=fluxapplication.json

Use the CustomResourceDefinition of Application only on clusters without KubeSphere. Never replace KubeSphere's own
with it.`,
		Example: `  fluxapp schema > fluxapplication.json
  fluxapp schema --crd | kubectl apply -f -`,
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
	}
	cmd.Flags().StringVar(&kind, "kind", kinds.FluxApplication.Name, "kind of document: FluxApplication, Application, "+
		"FluxApplicationBase or RenderConfig (which has no CustomResourceDefinition)")
	complete(cmd, "kind", words(kinds.FluxApplication.Name, kinds.Application.Name, kinds.FluxApplicationBase.Name,
		kinds.RenderConfig.Name))
	cmd.Flags().BoolVar(&crd, "crd", false, "print a CustomResourceDefinition instead of a JSON Schema")
	return cmd
}
