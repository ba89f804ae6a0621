// Command flux has the commands of flux that examples/oci-delivery runs, with their flags and messages. It is made of
// the library that flux 2.9.5 is made of: the whole of flux needs four gigabytes and minutes to build.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/fluxcd/pkg/oci"
	"github.com/fluxcd/pkg/sourceignore"
)

// ignored are the files that flux leaves out of artifacts.
var ignored = append(strings.Split(sourceignore.ExcludeVCS, ","), strings.Split(sourceignore.ExcludeExt, ",")...)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "✗", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 3 {
		return errors.New("want a command, artifact, and a URL")
	}
	command := strings.Join(args[:2], " ")
	url, err := oci.ParseArtifactURL(args[2])
	if err != nil {
		return err
	}
	flags := flag.NewFlagSet(command, flag.ContinueOnError)
	client := oci.NewClient(oci.DefaultOptions())
	switch command {
	case "push artifact":
		return push(client, url, flags, args[3:])
	case "pull artifact":
		return pull(client, url, flags, args[3:])
	case "diff artifact":
		return diff(client, url, flags, args[3:])
	}
	return fmt.Errorf("unknown command %q", command)
}

func push(client *oci.Client, url string, flags *flag.FlagSet, args []string) error {
	var meta oci.Metadata
	path := flags.String("path", "", "")
	reproducible := flags.Bool("reproducible", false, "")
	flags.StringVar(&meta.Source, "source", "", "")
	flags.StringVar(&meta.Revision, "revision", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if meta.Source == "" || meta.Revision == "" {
		return errors.New("--source and --revision are required")
	}
	if *reproducible {
		meta.Created = time.Unix(0, 0).Format(time.RFC3339)
	}
	fmt.Fprintln(os.Stderr, "► pushing artifact to", url)
	digest, err := client.Push(context.Background(), url, *path, oci.WithPushMetadata(meta),
		oci.WithPushIgnorePaths(ignored...))
	if err != nil {
		return fmt.Errorf("pushing artifact failed: %w", err)
	}
	fmt.Fprintln(os.Stderr, "✔ artifact successfully pushed to", digest)
	return nil
}

func pull(client *oci.Client, url string, flags *flag.FlagSet, args []string) error {
	output := flags.String("output", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if info, err := os.Stat(*output); err != nil || !info.IsDir() {
		return fmt.Errorf("invalid output path %q: %w", *output, err)
	}
	fmt.Fprintln(os.Stderr, "► pulling artifact from", url)
	_, err := client.Pull(context.Background(), url, *output)
	return err
}

func diff(client *oci.Client, url string, flags *flag.FlagSet, args []string) error {
	path := flags.String("path", "", "")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if err := client.Diff(context.Background(), url, *path, ignored); err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, "✔ no changes detected")
	return nil
}
