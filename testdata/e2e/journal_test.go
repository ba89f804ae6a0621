package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"gotest.tools/v3/assert"
)

// journal is what a watch has told of objects. All API servers of a test have one store, which numbers what is written
// to it: so the journals of two clusters have one order.
type journal struct {
	mutex   sync.Mutex
	entries map[string][]entry // by the object's name, oldest first
	ended   error
}

// entry is an object as it was from a version of the store on.
type entry struct {
	object
	version int64
	at      time.Time // when the test read it
}

// watch begins a journal, which ends with the test.
func (c *Cluster) watch(t *testing.T, resource, namespace string) *journal {
	t.Helper()
	command := exec.Command("kubectl", "get", resource, "-n", namespace, "--watch", "--output-watch-events", "-o", "json")
	command.Env = append(os.Environ(), "KUBECONFIG="+c.kubeconfig)
	command.Stderr = os.Stderr
	out, err := command.StdoutPipe()
	assert.NilError(t, err)
	assert.NilError(t, command.Start())
	j := &journal{entries: map[string][]entry{}}
	done := make(chan struct{})
	go func() {
		defer close(done)
		err := j.read(json.NewDecoder(out))
		j.mutex.Lock()
		defer j.mutex.Unlock()
		j.ended = fmt.Errorf("the watch of %s ended: %w", resource, err)
	}()
	t.Cleanup(func() {
		_ = command.Process.Kill()
		<-done
		_ = command.Wait()
	})
	return j
}

func (j *journal) read(events *json.Decoder) error {
	for {
		var event struct{ Object object }
		if err := events.Decode(&event); err != nil {
			return err
		}
		version, err := strconv.ParseInt(event.Object.Metadata.ResourceVersion, 10, 64)
		if err != nil {
			return err
		}
		name := event.Object.Metadata.Name
		j.mutex.Lock()
		j.entries[name] = append(j.entries[name], entry{event.Object, version, time.Now()})
		j.mutex.Unlock()
	}
}

// first returns the first entry of an object that is like something, or an empty one.
func (j *journal) first(name string, like func(object) bool) entry {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	i := slices.IndexFunc(j.entries[name], func(e entry) bool { return like(e.object) })
	if i < 0 {
		return entry{}
	}
	return j.entries[name][i]
}

// last returns the newest entry of an object, or an empty one.
func (j *journal) last(name string) entry {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	if all := j.entries[name]; len(all) > 0 {
		return all[len(all)-1]
	}
	return entry{}
}

// failure is why the watch has ended, if it has.
func (j *journal) failure() error {
	j.mutex.Lock()
	defer j.mutex.Unlock()
	return j.ended
}
