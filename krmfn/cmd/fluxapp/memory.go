package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// memory keeps the process near what most input takes: not much more than five times its size. Left to itself, the collector lets
// the heap grow by a part of what lives, which is much for a large fleet. What takes more, takes more: where what lives comes near the
// limit, there is none any more, or the collector would run all the time.
type memory struct{ limit atomic.Int64 }

// The limit is so many bytes and so many for each of the input. The process takes about 10 MiB more than it counts: "make bench" holds
// that it is within 6 times the input and 30 MiB.
const (
	fewBytes    = 20 << 20
	forEachByte = 5.5
)

// nearly is the part of the limit above which what lives leaves the collector too little room.
const nearly = 0.85

// expect says that so many bytes more will be parsed. Who sets GOGC or GOMEMLIMIT has the say.
func (m *memory) expect(size int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	grown := int64(forEachByte * float64(size))
	if m.limit.CompareAndSwap(0, fewBytes+grown) {
		m.watch()
	} else {
		m.limit.Add(grown)
	}
	debug.SetMemoryLimit(m.limit.Load())
}

// watch looks at what lives after each collection, of which the end of a value that nobody holds tells.
func (m *memory) watch() {
	sentinel := new([64]byte) // not so small that it would lie in one block with others, and live with them
	runtime.AddCleanup(sentinel, func(m *memory) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); float64(live[0].Value.Uint64()) > nearly*float64(m.limit.Load()) {
			m.limit.Store(math.MaxInt64 / 2) // whatever will be read
			debug.SetMemoryLimit(math.MaxInt64)
			return
		}
		m.watch()
	}, m)
}
