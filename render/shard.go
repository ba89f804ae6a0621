package render

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/render/internal/plan"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// Shard is one of several parts of the clusters, which together are all of them. Each cluster belongs to one, by its name and not by
// what others there are, and so does the hub; objects of no cluster belong to the first.
type Shard struct {
	// Index is that of the shard, counted from 0.
	Index int
	// Count is how many shards there are; 0 is no shard, but the whole.
	Count int
}

// maxShards is how many shards a run may be one of.
const maxShards = 10_000

// ParseShard reads a shard as 0/4: the first of four. It is an error when there is no such shard.
func ParseShard(text string) (Shard, error) {
	before, after, _ := strings.Cut(text, "/")
	index, wrongIndex := strconv.Atoi(before)
	count, wrongCount := strconv.Atoi(after)
	s := Shard{index, count}
	if wrongIndex != nil || wrongCount != nil || count == 0 || !s.exists() {
		return Shard{}, fmt.Errorf("there is no shard %q; write I/N, for example 0/4, with N at most %d", text, maxShards)
	}
	return s, nil
}

func (s Shard) exists() bool {
	return s == Shard{} || 0 <= s.Index && s.Index < s.Count && s.Count <= maxShards
}

// check refuses a shard that is none.
func (s Shard) check() []finding.Problem {
	if s.exists() {
		return nil
	}
	text := fmt.Sprintf("%d/%d", s.Index, s.Count)
	return []finding.Problem{{Code: finding.CodeShard, Current: text, Detail: fmt.Sprintf(
		"there is no shard %s; count from 0, with at most %d shards", text, maxShards)}}
}

// Has reports whether what has a name and is made of no object, as a file that an earlier run left, belongs to the shard. It belongs
// to one.
func (s Shard) Has(name string) bool {
	return s.Count == 0 || plan.Rendezvous(name, s.Count) == s.Index+1
}

// hasObject reports whether an object belongs to the shard.
func (s Shard) hasObject(o Object) bool {
	if o.Shared() {
		return s.Index == 0
	}
	return s.Has(o.Cluster())
}

// split returns the objects of the shard and those of the others, each in their order.
func (s Shard) split(all []Object) (mine, others []Object) {
	if s.Count == 0 {
		return all, nil
	}
	has := false
	for i, o := range all {
		if i == 0 || o.Shared() != all[i-1].Shared() || o.Cluster() != all[i-1].Cluster() { // neighbours are mostly of one cluster
			has = s.hasObject(o)
		}
		if has {
			mine = append(mine, o)
		} else {
			others = append(others, o)
		}
	}
	return mine, others
}
