package charts

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"reflect"
	"runtime/metrics"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render/final/internal/engine"
	"github.com/fluxapp-dev/fluxapp/render/stream"
)

// Request is a chart to render for releases of one shape, see [engine.Chart.Render]. The side has no object.
type Request struct {
	stream.Side
	engine.Options
	Shape   any
	Members [][]string
}

// Answer has the classes of a request, or says why the chart cannot be read.
type Answer struct {
	Classes []engine.Class
	Failure string
}

// Renderer answers requests. It is not safe for concurrent use.
type Renderer map[string]loaded

// Render renders a chart in this process. A chart is read once.
func (r Renderer) Render(q Request) Answer {
	name, _ := json.Marshal(q.Side)
	chart, found := r[string(name)]
	if !found {
		chart = load(q.Side)
		r[string(name)] = chart
	}
	if chart.err != nil {
		return Answer{Failure: chart.err.Error()}
	}
	q.Defaults = chart.defaults
	return Answer{Classes: chart.Render(q.Shape, q.Members, q.Options)}
}

// Limits are those of one request.
type Limits struct {
	Time   time.Duration
	Memory uint64 // of the whole process, in bytes
}

// DefaultLimits are far above what a chart of people needs for all clusters of a fleet.
var DefaultLimits = Limits{Time: 60 * time.Second, Memory: 2 << 30}

// line is an answer as it is sent: an object once, and then its number.
type line struct {
	Answer
	New     []engine.Object
	Numbers [][]int // of the objects of each class
}

// Serve answers requests, lines of JSON, until there are none. It ends the process when one takes too much.
func Serve(in io.Reader, out io.Writer, limits Limits) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	r, sent := Renderer{}, map[uintptr]int{} // charts keep their objects: no other one gets the address
	for {
		var q Request
		switch err := requests.Decode(&q); {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil:
			return err
		}
		done := make(chan struct{})
		go limits.watch(done)
		next := line{Answer: r.Render(q)}
		close(done)
		for _, class := range next.Classes {
			numbers := []int{}
			for _, o := range class.Objects {
				at := reflect.ValueOf(o.Value).Pointer()
				if _, isSent := sent[at]; !isSent {
					sent[at], next.New = len(sent), append(next.New, o)
				}
				numbers = append(numbers, sent[at])
			}
			next.Numbers = append(next.Numbers, numbers)
		}
		if err := answers.Encode(next); err != nil {
			return err
		}
	}
}

// watch ends the process when a request takes too much: nothing else ends a template that is in a loop.
func (l Limits) watch(done chan struct{}) {
	memory := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for begin := time.Now(); ; {
		select {
		case <-done:
			return
		case <-tick.C:
		}
		metrics.Read(memory)
		switch {
		case memory[0].Value.Uint64() > l.Memory:
			fmt.Fprintf(os.Stderr, "it takes more than %d MiB of memory", l.Memory>>20)
			os.Exit(1)
		case time.Since(begin) > l.Time:
			fmt.Fprintf(os.Stderr, "it takes more than %s", l.Time)
			os.Exit(1)
		}
	}
}

// Endless begins the failure of a chart with which the process ends.
const Endless = "rendering was ended: "

// Process renders charts in a process of its own, and begins another one when that ends.
type Process struct {
	// Command is the program with its arguments, which calls [Serve]; empty renders in this process.
	Command []string

	own     Renderer
	running *exec.Cmd
	in      io.WriteCloser
	out     *json.Decoder
	errs    *strings.Builder
	objects []engine.Object // that were sent
}

// Render answers a request. What ends the process is the failure of the chart.
func (p *Process) Render(q Request) (Answer, error) {
	if len(p.Command) == 0 {
		if p.own == nil {
			p.own = Renderer{}
		}
		return p.own.Render(q), nil
	}
	if p.running == nil {
		if err := p.begin(); err != nil {
			return Answer{}, err
		}
	}
	var next line
	err := json.NewEncoder(p.in).Encode(q)
	if err == nil {
		err = p.out.Decode(&next)
	}
	if err != nil {
		p.Close()
		why, _, _ := strings.Cut(strings.TrimSpace(p.errs.String()), "\n")
		return Answer{Failure: Endless + why}, nil
	}
	p.objects = append(p.objects, next.New...)
	for i, numbers := range next.Numbers {
		for _, number := range numbers {
			next.Classes[i].Objects = append(next.Classes[i].Objects, p.objects[number])
		}
	}
	return next.Answer, nil
}

func (p *Process) begin() (err error) {
	p.running, p.errs = exec.Command(p.Command[0], p.Command[1:]...), &strings.Builder{}
	p.running.Env, p.running.Stderr = append(os.Environ(), "TZ=UTC"), p.errs
	out, err := p.running.StdoutPipe()
	if err != nil {
		return err
	}
	if p.in, err = p.running.StdinPipe(); err != nil {
		return err
	}
	p.out, p.objects = json.NewDecoder(out), nil
	return p.running.Start()
}

// Close ends the process.
func (p *Process) Close() {
	if p.running != nil {
		p.in.Close()
		_ = p.running.Wait()
		p.running = nil
	}
}
