package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/render/internal/inventory"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
)

// shardOf returns the shard of controllers that an object belongs to; 0 when nobody shards its kind.
func shardOf(a *inventory.Application, k *kinds.Kind, cluster string) int32 {
	if !a.Sharding.Exists() {
		return 0
	}
	shards, err := strconv.Atoi(a.Sharding.Get("shards").Text())
	if err != nil || shards < 1 || shards > kinds.MaxShards || k == kinds.KCLRun { // a wrong number is refused
		return 0
	}
	return int32(Rendezvous(cluster, shards))
}

// Rendezvous chooses one of so many shards, counted from 1, for a name. Each shard draws a number for the name, and
// the highest wins: one shard more wins its share and moves nothing else.
func Rendezvous(name string, shards int) (winner int) {
	var highest uint64
	sum := sha256.Sum256([]byte(name))
	seed := binary.BigEndian.Uint64(sum[:8])
	for i := 1; i <= shards; i++ {
		if drawn := mixed(seed + uint64(i)); winner == 0 || drawn > highest {
			winner, highest = i, drawn
		}
	}
	return winner
}

// mixed spreads a number over all numbers, so that neighbours have nothing in common: splitmix64 (Steele, Lea and
// Flood, Fast Splittable Pseudorandom Number Generators, 2014).
func mixed(x uint64) uint64 {
	x *= 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
