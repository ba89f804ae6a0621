package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// What a file of a group has.
const (
	perObject      = "object"
	perApplication = "application"
)

// layout is how many objects lie in how many groups, and what a file has. Without groups all lie in one folder.
type layout struct {
	objects, groups int
	files           string
}

func (l layout) String() string {
	switch l.groups {
	case 0:
		return "one folder"
	case 1:
		return "1 group, a file per " + l.files
	}
	return fmt.Sprintf("%d groups, a file per %s", l.groups, l.files)
}

// renderConfig asks for groups and takes their number, and what a file has.
const renderConfig = `apiVersion: fluxapp.dev/v1alpha1
kind: RenderConfig
metadata: {name: fleet, namespace: flux-system}
spec:
  delivery:
    sourceRef: {kind: GitRepository, name: fleet}
    path: ./deploy
    groups: %d
    files: %s
`

// delivered is one HelmRelease for each cluster, with few values.
const delivered = `    helmRelease:
      chart: {chart: podinfo, version: 6.9.0}
      deploy:
      - destination: {clusterSelector: {}, targetNamespace: podinfo}
        interval: 1h
        values: {replicaCount: 2, host: podinfo.$(cluster.name).example.com}
`

// document returns an application with an object for each cluster.
func (b bench) document(l layout) string { return string(fromFleet(b.fleet(l.objects), delivered)) }

// oneChanged returns the document with another kubeconfig for one cluster.
func oneChanged(document string) string {
	return strings.Replace(document, "-kubeconfig", "-config", 1)
}

// delivers renders a document into a folder.
func (b bench) delivers(l layout, document, folder string) (usage, error) {
	in, err := b.write("application.yaml", []byte(document))
	if err != nil {
		return usage{}, err
	}
	flags := []string{"-o", "dir=" + folder}
	if l.groups > 0 {
		config, err := b.write("config.yaml", fmt.Appendf(nil, renderConfig, l.groups, l.files))
		if err != nil {
			return usage{}, err
		}
		flags = append(flags, "--config", config)
	}
	return b.renders("fluxapp", in, flags...).measure()
}

// built are the folders that Flux builds: the groups, that of objects of no cluster, and the folder itself, which lists
// the Kustomizations of the others.
func (l layout) built(folder string) ([]string, error) {
	if l.groups == 0 {
		return []string{folder}, nil
	}
	groups, err := filepath.Glob(filepath.Join(folder, "group-*"))
	if err == nil && len(groups) != l.groups {
		err = fmt.Errorf("%s: %d groups were rendered", l, len(groups))
	}
	return append(groups, filepath.Join(folder, "hub"), folder), err
}
