package render

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// share is the part of the clusters that a run renders; the zero share is all of them.
type share struct{ index, count int }

// maxShares is how many shards a run may be one of.
const maxShares = 10_000

// parseShare reads a shard as 0/4.
func parseShare(text string) (share, []schema.Problem) {
	if text == "" {
		return share{}, nil
	}
	before, after, _ := strings.Cut(text, "/")
	index, wrongIndex := strconv.Atoi(before)
	count, wrongCount := strconv.Atoi(after)
	if wrongIndex == nil && wrongCount == nil && 0 <= index && index < count && count <= maxShares {
		return share{index, count}, nil
	}
	return share{}, []schema.Problem{{Code: schema.CodeShard, Current: text, Detail: fmt.Sprintf(
		"there is no shard %q; write one as 0/4, counted from 0, of at most %d", text, maxShares)}}
}

// has reports whether an object is in the share.
func (s share) has(o Object) bool {
	switch {
	case s.count == 0:
		return true
	case o.Shared():
		return s.index == 0
	}
	return rendezvous(o.Cluster(), s.count) == s.index+1
}

// of returns the objects of the share, in their order.
func (s share) of(all []Object) []Object {
	if s.count == 0 {
		return all
	}
	return slices.DeleteFunc(slices.Clone(all), func(o Object) bool { return !s.has(o) })
}

// others returns the objects that are not in the share.
func (s share) others(all []Object) []Object {
	if s.count == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(all), s.has)
}
