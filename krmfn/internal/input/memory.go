package input

import (
	"os"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// Memory limits the process to what most input needs, about four times its size. Without a limit the garbage
// collector lets the heap grow by a part of the live heap, which is much for a large fleet. The limit is raised when
// the live heap comes near it: otherwise the collector would run all the time.
type Memory struct {
	mutex   sync.Mutex
	limited bool
}

// The limit is a constant and a factor for the input's size. The process needs about 10 MiB more than the runtime
// counts: near 4 times the input and 20 MiB ("make bench") where what lives leaves the collector room.
const baseLimit, limitPerByte = 16 << 20, 4

// raiseAt is the part of the heap's goal above which the live heap leaves the collector too little room, and room is
// the goal that a live heap gets then, as a multiple. The goal is what the limit leaves for the heap. To compare with
// the limit itself finds this out too late: the collector runs again and again before that.
const raiseAt, room = 0.9, 1.2

// Expect raises the limit before size more bytes are parsed. GOGC and GOMEMLIMIT, where they are set, win.
func (m *Memory) Expect(size int) {
	if os.Getenv("GOGC") != "" || os.Getenv("GOMEMLIMIT") != "" {
		return
	}
	m.mutex.Lock()
	defer m.mutex.Unlock()
	before := int64(baseLimit)
	if m.limited {
		before = debug.SetMemoryLimit(-1)
	}
	debug.SetMemoryLimit(before + int64(limitPerByte*size))
	if !m.limited {
		m.limited = true
		m.watch()
	}
}

// watch looks at the heap after each collection. The cleanup of an unreachable sentinel shows that one has run.
func (m *Memory) watch() {
	sentinel := new([64]byte) // large enough not to share a block with other values, and their lifetime
	runtime.AddCleanup(sentinel, func(m *Memory) {
		m.makeRoom()
		m.watch()
	}, m)
}

func (m *Memory) makeRoom() {
	m.mutex.Lock()
	defer m.mutex.Unlock()
	heap := []metrics.Sample{{Name: "/gc/heap/live:bytes"}, {Name: "/gc/heap/goal:bytes"}}
	metrics.Read(heap)
	if live, goal := float64(heap[0].Value.Uint64()), float64(heap[1].Value.Uint64()); live > raiseAt*goal {
		debug.SetMemoryLimit(debug.SetMemoryLimit(-1) + int64(room*live-goal))
	}
}
