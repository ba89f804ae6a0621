package main

import (
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// memory limits the process to what most input needs, about five times its size. Without a limit the garbage collector lets the heap
// grow by a part of the live heap, which is much for a large fleet. The limit is lifted when the live heap comes near it: otherwise the
// collector would run all the time.
type memory struct{ limit atomic.Int64 }

// The limit in bytes: a constant, and a factor for the size of the input. The process needs about 10 MiB more than the runtime counts:
// "make bench" checks that it needs at most 6 times the input and 30 MiB.
const (
	baseLimit    = 20 << 20
	limitPerByte = 5.5
)

// liftAt is the part of the limit above which the live heap leaves the collector too little room.
const liftAt = 0.85

// expect raises the limit before size more bytes are parsed. GOGC and GOMEMLIMIT, where they are set, win.
func (m *memory) expect(size int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	grown := int64(limitPerByte * float64(size))
	if m.limit.CompareAndSwap(0, baseLimit+grown) {
		m.watch()
	} else {
		m.limit.Add(grown)
	}
	debug.SetMemoryLimit(m.limit.Load())
}

// watch checks the live heap after each collection. The cleanup of an unreachable sentinel shows that one has run.
func (m *memory) watch() {
	sentinel := new([64]byte) // large enough not to share a block with other values, and their lifetime
	runtime.AddCleanup(sentinel, func(m *memory) {
		live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		if metrics.Read(live); float64(live[0].Value.Uint64()) > liftAt*float64(m.limit.Load()) {
			m.limit.Store(math.MaxInt64 / 2) // for any further input
			debug.SetMemoryLimit(math.MaxInt64)
			return
		}
		m.watch()
	}, m)
}
