package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// largest is how long inputs are: longer ones show nothing more, and take longer.
const largest = 64 << 10

// FuzzDocuments renders, checks and explains anything.
func FuzzDocuments(f *testing.F) {
	c := compared(f)
	seeds(f, func(d documents) {
		for _, data := range d.files {
			f.Add(data)
		}
	})
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > largest {
			t.Skip("too long")
		}
		guide(data)
		b := &builder{documents: documents{files: map[string][]byte{"in/in.yaml": data}}}
		b.job = job{Name: "documents", Files: b.files}
		b.add(step{Name: "render", Args: []string{"render", "in/in.yaml"}})
		b.add(step{Name: "check", Args: []string{"check", "in", "--all-findings"}})
		b.explain()
		c.same(t, b.job)
	})
}

// FuzzFunction sends anything to the function. The new one runs in this process.
func FuzzFunction(f *testing.F) {
	c := compared(f)
	variety := 0
	seeds(f, func(d documents) {
		b := &builder{documents: d}
		b.variety, variety = variety, variety+1
		config := ""
		if b.variety%5 == 1 {
			config = string(renderConfig([]byte("pruneOrphans: true\n")))
		}
		f.Add(b.list(config))
	})
	f.Fuzz(func(t *testing.T, list []byte) {
		if len(list) > largest {
			t.Skip("too long")
		}
		j := job{Name: "function", Files: map[string][]byte{}, Full: true, Steps: []step{{Name: "function", Stdin: list}}}
		before, err := c.pair.old.ask(j)
		if err != nil {
			t.Fatal(err)
		}
		var out, errs bytes.Buffer
		code := krmfn.Run(bytes.NewReader(list), &out, &errs)
		after := fmt.Sprintf("exit code %d\n--- stdout\n%s--- stderr\n%s", code, out.Bytes(), errs.Bytes())
		d := difference{job: j, step: j.Steps[0], before: before[0], after: after}
		if before[0] != after && !c.allows(d) {
			t.Fatalf("before (-) and after (+):\n%s", diff(before[0], after))
		}
	})
}

// FuzzGenerated chooses what is generated, and does with it all that freeze does.
func FuzzGenerated(f *testing.F) {
	c := compared(f)
	for i := range 200 {
		g := &recorder{from: generatedChoices(1, i)}
		generate("", g, i)
		f.Add(g.bytes, byte(i))
	}
	f.Fuzz(func(t *testing.T, choices []byte, variety byte) {
		d := generate("chosen", &bytesOf{choices}, int(variety))
		for _, data := range d.files {
			guide(data)
		}
		c.same(t, d.job())
	})
}

// recorder turns the choices of a seed into the bytes that make the same ones.
type recorder struct {
	from  choices
	bytes []byte
}

func (r *recorder) IntN(n int) int {
	value := r.from.IntN(n)
	var reversed []byte
	for limit, rest := 1, value; limit < n; limit <<= 8 {
		reversed = append([]byte{byte(rest)}, reversed...)
		rest >>= 8
	}
	r.bytes = append(r.bytes, reversed...)
	return value
}

func TestRecorder(t *testing.T) {
	for i := range 50 {
		r := &recorder{from: generatedChoices(1, i)}
		want := generate("", r, i)
		got := generate("", &bytesOf{r.bytes}, i)
		if fmt.Sprint(got.files) != fmt.Sprint(want.files) {
			t.Fatalf("%d: the bytes make other documents", i)
		}
	}
}

// guide renders in this process, so that the fuzzer sees which code an input reaches.
func guide(data []byte) {
	docs := schema.Parse("in/in.yaml", data)
	result, err := render.Render(docs, render.Options{})
	if err == nil {
		_ = result.WriteYAML(io.Discard)
	}
}

func seeds(f *testing.F, add func(documents)) {
	root, err := repository()
	if err != nil {
		f.Fatal(err)
	}
	all, err := written(root, func(text string) { f.Log(text) })
	if err != nil {
		f.Fatal(err)
	}
	for _, d := range all {
		add(d)
	}
}

// served is a comparison with one pair of servers.
type served struct {
	comparison
	pair pair
}

// same fails when a job does something else than before.
func (s *served) same(t *testing.T, j job) {
	t.Helper()
	before, after, err := s.pair.ask(j)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Join(before, " ") == strings.Join(after, " ") {
		return
	}
	d, err := s.firstDifference(s.pair, j)
	if err != nil {
		t.Fatal(err)
	}
	if d != nil {
		t.Fatalf("%s\nbefore (-) and after (+):\n%s", d.run(), diff(d.before, d.after))
	}
}

// compared builds both commands, once for all of a fuzzer's processes, which start when they are needed.
func compared(f *testing.F) *served {
	f.Helper()
	worker := flagText("test.fuzzworker") == "true"
	if !worker && flagText("test.fuzz") == "" && !strings.Contains(flagText("test.run"), "Fuzz") {
		f.Skip("NOTHING WAS COMPARED: without -fuzz")
	}
	root, err := repository()
	if err != nil {
		f.Fatal(err)
	}
	b, err := locate(root, oldCode)
	if err == nil && !worker {
		err = b.build(root)
	}
	if err != nil {
		f.Fatal(err)
	}
	allowed, err := readAllowed("allowed.txt")
	if err != nil {
		f.Fatal(err)
	}
	dir, err := os.MkdirTemp(workFolder(), "freeze-fuzz-")
	if err != nil {
		f.Fatal(err)
	}
	s := &served{comparison: comparison{allowed: allowed}, pair: newPair(b, dir)}
	f.Cleanup(func() {
		s.pair.stop()
		os.RemoveAll(dir)
	})
	return s
}

func flagText(name string) string {
	if f := flag.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}
