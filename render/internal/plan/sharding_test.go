package plan

import (
	"fmt"
	"testing"

	"gotest.tools/v3/assert"
)

// TestRendezvous holds that 1,000 clusters are spread evenly, and that one shard more moves its share and nothing
// between the others.
func TestRendezvous(t *testing.T) {
	const clusters = 1000
	for shards := 1; shards <= 12; shards++ {
		count, moved := map[int]int{}, 0
		for i := range clusters {
			name := fmt.Sprintf("cluster-%d", i)
			before, after := Rendezvous(name, shards), Rendezvous(name, shards+1)
			count[before]++
			if before != after {
				moved++
				assert.Equal(t, after, shards+1, name)
			}
		}
		assert.Equal(t, len(count), shards)
		fair := clusters / shards
		for shard, n := range count {
			assert.Check(t, n > fair/2 && n < fair*2, "shard %d of %d has %d clusters", shard, shards, n)
		}
		share := clusters / (shards + 1)
		assert.Check(t, moved > share/2 && moved < share*2, "%d of %d clusters moved to shard %d", moved, clusters, shards+1)
	}
}
