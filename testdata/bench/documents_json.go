package main

import (
	"bytes"
	"encoding/json"
	"strconv"
	"strings"

	"sigs.k8s.io/yaml"
)

// sample stands for a cluster in a text. Nothing else in the documents has its words.
var sample = cluster{name: "NAME", region: "REGION", stage: "STAGE", replicas: 90210, tag: "TAG"}

// asJSON returns a document as JSON. Its only list that has an item for each cluster has none without clusters.
func asJSON(text func([]cluster) []byte) func([]cluster) []byte {
	before, after, _ := strings.Cut(toJSON(text(nil)), "null")
	item := toJSON(text([]cluster{sample}))
	item = item[len(before)+len("[") : len(item)-len(after)-len("]")]
	return func(fleet []cluster) []byte {
		return []byte(before + "[" + filledIn(item, ",", fleet) + "]" + after + "\n")
	}
}

// indentedJSON returns a document as asJSON does, with the indentation of kubectl.
func indentedJSON(text func([]cluster) []byte) func([]cluster) []byte {
	compact := asJSON(text)
	return func(fleet []cluster) []byte {
		var b bytes.Buffer
		if err := json.Indent(&b, compact(fleet), "", "    "); err != nil {
			panic(err) // of our own text
		}
		return b.Bytes()
	}
}

// fleetJSON returns fleetDocuments with each document as JSON on a line.
func fleetJSON(one func(cluster) string) func([]cluster) []byte {
	const between = "\n---\n"
	application, document := toJSON([]byte(selecting())), toJSON([]byte(one(sample)))
	return func(fleet []cluster) []byte {
		return []byte(application + between + filledIn(document, between, fleet) + "\n")
	}
}

// filledIn returns a text of sample for each cluster.
func filledIn(text, between string, fleet []cluster) string {
	all := make([]string, len(fleet))
	for i, c := range fleet {
		all[i] = strings.NewReplacer(
			sample.name, c.name, sample.region, c.region, sample.stage, c.stage, strconv.Itoa(sample.replicas),
			strconv.Itoa(c.replicas),
			sample.tag, c.tag,
		).Replace(text)
	}
	return strings.Join(all, between)
}

func toJSON(text []byte) string {
	compact, err := yaml.YAMLToJSON(text)
	if err != nil {
		panic(err) // of our own text
	}
	return string(compact)
}
