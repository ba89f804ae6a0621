package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// memory limits the process to what most input needs, about four times its size. Without a limit the garbage collector lets the heap
// grow by a part of the live heap, which is much for a large fleet. The limit is raised when the live heap comes near it: otherwise the
// collector would run all the time.
type memory struct{ limit atomic.Int64 }

// The limit in bytes: a constant, and a factor for the size of the input. The process needs about 10 MiB more than the runtime counts, so
// that it stays near 4 times the input and 20 MiB ("make bench") where what lives leaves the collector room.
const (
	baseLimit    = 10 << 20
	limitPerByte = 4
)

// raiseAt is the part of the limit above which the live heap leaves the collector too little room, and room is the limit that a live heap
// gets then, as a multiple: 1.2 took up to 70 % more CPU for an eighth less memory.
const (
	raiseAt = 0.85
	room    = 1.5
)

// expect raises the limit before size more bytes are parsed. GOGC and GOMEMLIMIT, where they are set, win.
func (m *memory) expect(size int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	grown := int64(limitPerByte * size)
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
		metrics.Read(live)
		if bytes := float64(live[0].Value.Uint64()); bytes > raiseAt*float64(m.limit.Load()) {
			m.limit.Store(int64(room * bytes))
			debug.SetMemoryLimit(m.limit.Load())
		}
		m.watch()
	}, m)
}
