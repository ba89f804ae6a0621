package main

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// groups are what a file mentions that holds documents of ours, other than HelmCharts: cluster.x-k8s.io ends that of
// ClusterProfiles too. FluxApplications are looked for as well: of one with a misspelt group, schema warns.
var (
	groups = [][]byte{[]byte(schema.Group), []byte("devops.kubesphere.io/"), []byte("cluster.kubesphere.io/"), []byte("cluster.x-k8s.io/")}
	kinds  = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`kind["']?\s*:\s*["']?(?:HelmChart|FluxApplication)\b`)
	})
)

// mayBeOurs reports whether a file of a folder may hold documents of ours. Most do not, and need not even be YAML.
func mayBeOurs(data []byte) bool {
	data = withoutZeros(data)
	return slices.ContainsFunc(groups, func(group []byte) bool { return bytes.Contains(data, group) }) || kinds().Match(data)
}

// withoutZeros makes the words readable in a text that was saved as UTF-16. Schema does not read it, and says so; left alone, it
// would take its clusters away.
func withoutZeros(data []byte) []byte {
	if len(data) > 1 && (data[0] == 0 || data[1] == 0 || data[0] == 0xff && data[1] == 0xfe || data[0] == 0xfe && data[1] == 0xff) {
		return bytes.ReplaceAll(data, []byte{0}, nil)
	}
	return data
}

// plainlyOurs is a line that only a document of ours has, unless it stands inside of another one.
var plainlyOurs = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^(?:[\s{]*"apiVersion"|'?apiVersion'?)\s*:\s*["']?gitops\.kubesphere\.io/`)
})

// mayBeTemplate reports whether a file of a folder, if it is no YAML, is none because Helm is to make it so. It is foreign
// then, but a broken document that says that it is ours is not.
func mayBeTemplate(data []byte) bool {
	return bytes.Contains(data, []byte("{{")) && !plainlyOurs().Match(data)
}

// isBroken reports whether a document cannot be read. To YAML, {{ x }} alone is a map whose key is a map.
func isBroken(d *schema.Document) bool {
	return slices.ContainsFunc(d.Problems(), func(p schema.Problem) bool {
		return p.Code == schema.CodeSyntax || p.Code == schema.CodeKey
	})
}
