package main

import (
	"fmt"
	"strings"
)

// jsonnetFiles are a function of one cluster's facts, and the facts as JSON.
func jsonnetFiles(fleet []cluster) map[string]string {
	return map[string]string{"clusters.json": toJSON([]byte(facts(fleet, ""))), "podinfo.jsonnet": jsonnetRelease()}
}

// jsonnetRelease makes the function of the same text that other peers get, which is JSON, except the places of the
// facts. Strings are joined, and facts read with parseJson: formatting the one and importing the other takes
// go-jsonnet five times as long.
func jsonnetRelease() string {
	function := strings.NewReplacer(
		`"podinfo-NAME-podinfo"`, `"podinfo-" + c.name + "-podinfo"`, `"NAME-kubeconfig"`, `c.name + "-kubeconfig"`,
		`"REPLICAS"`, "c.replicas", `"TAG"`, "c.tag", `"HOST"`, `"podinfo." + c.name + ".example.com"`,
	).Replace(toJSON(fmt.Appendf(nil, release, "NAME", "REPLICAS", "TAG", "HOST")))
	return "local release(c) = " + function + ";\n[release(c) for c in std.parseJson(importstr 'clusters.json')]\n"
}
