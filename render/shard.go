package render

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// shard returns the shard of the controllers that an object belongs to; empty when its application is not sharded, or nobody
// shards its kind.
func (a *application) shard(k *kind, where cluster) string {
	if !a.sharding.Exists() {
		return ""
	}
	shards, err := strconv.Atoi(a.sharding.Get("shards").Text())
	if err != nil || shards < 1 || shards > schema.MaxShards || k == kindKCLRun { // a wrong number is refused
		return ""
	}
	return cmp.Or(a.sharding.Get("key").Text(), "shard") + strconv.Itoa(rendezvous(where.name, shards))
}

// rendezvous chooses one of so many shards, counted from 1, for a name. Each shard draws a number for the name, and the highest
// wins: one shard more wins its share and moves nothing else.
func rendezvous(name string, shards int) (winner int) {
	var highest uint64
	for i := 1; i <= shards; i++ {
		sum := sha256.Sum256([]byte(name + "/" + strconv.Itoa(i))) // no name holds a "/"
		if drawn := binary.BigEndian.Uint64(sum[:8]); winner == 0 || drawn > highest {
			winner, highest = i, drawn
		}
	}
	return winner
}
