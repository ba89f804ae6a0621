package main

import (
	"fmt"
	"math/rand/v2"
)

// cluster is one of the fleet that all documents have.
type cluster struct {
	name, region, stage string
	replicas            int
	tag                 string
	style               int // of its entry in mixed
}

func (c cluster) host() string { return "podinfo." + c.name + ".example.com" }

// fleetOf returns so many clusters. Seeds differ in names, regions, replicas, tags and styles. One cluster is the
// canary and ten are early, so that no object waits for more than ten.
func fleetOf(seed uint64, n int) []cluster {
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func(from ...string) string { return from[random.IntN(len(from))] }
	all := make([]cluster, n)
	for i := range all {
		all[i] = cluster{
			name: fmt.Sprintf("%s-%05d", pick("edge", "member", "shop", "store", "warehouse"), i), stage: "production",
			region: pick("america", "asia", "europe"), replicas: 1 + random.IntN(9),
			tag: fmt.Sprintf("6.%d.%d", random.IntN(10), random.IntN(10)), style: random.IntN(len(styles)),
		}
		switch {
		case i == 0:
			all[i].stage = "canary"
		case i <= 10:
			all[i].stage = "early"
		}
	}
	return all
}
