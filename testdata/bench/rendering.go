package main

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	k8sruntime "k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/yaml"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

const (
	// objects is how many the ratios are about.
	objects = 10_000
	// renders is how often they are rendered in each turn: it takes a few milliseconds, in which a machine can have a pause.
	renders = 5
)

// rendering compares rendering and writing with sigs.k8s.io/yaml printing the same objects from Flux's types, by object.
func (b bench) rendering() ([]row, error) {
	entries, err := paired("10,000 explicit HelmReleases, strict check included", explicit, true, b.runs)
	if err != nil {
		return nil, err
	}
	entries.bound = 100
	clusters, err := paired("10,000 clusters of one selector entry", selector, false, b.runs)
	if err != nil {
		return nil, err
	}
	clusters.bound = 1000
	others, err := paired("10,000 explicit HelmReleases of which no two have the same keys", unlike, true, b.runs)
	return []row{entries, clusters, others}, err
}

// paired measures by turns, so that what slows the machine slows both, and returns the median of the ratios. The strict check
// is a part of Parse, and measured by itself; of one selector entry it costs nothing.
func paired(what string, document func(n int) []byte, check bool, runs int) (row, error) {
	docs, err := schema.Parse("bench.yaml", document(objects))
	if err != nil {
		return row{}, err
	}
	typed, err := typedObjects(docs)
	if err != nil {
		return row{}, err
	}
	var ratios, theirs, ours, checks []float64
	for range runs {
		marshal := timed(func() { err = errors.Join(err, marshalAll(typed)) }) / float64(len(typed))
		object := mean(renders, func() float64 { return timed(func() { err = errors.Join(err, renderAll(docs)) }) }) / objects
		checked := 0.0
		if check {
			var wrong error
			checked, wrong = strictCheck(docs)
			err = errors.Join(err, wrong)
		}
		theirs, ours, checks = append(theirs, marshal), append(ours, object), append(checks, checked)
		ratios = append(ratios, marshal/(object+checked))
	}
	behind := fmt.Sprintf("%.2f µs to render and write", median(ours)*1e6)
	if check {
		behind += fmt.Sprintf(" and %.2f µs to check", median(checks)*1e6)
	}
	behind += fmt.Sprintf(" an object, against %.0f µs for sigs.k8s.io/yaml.Marshal of the typed one", median(theirs)*1e6)
	return row{
		target: "1", what: "rendering parsed documents, times as fast as marshalling: " + what,
		value: median(ratios), unit: "×", more: true, behind: behind,
	}, err
}

// typedObjects returns a sample of the objects in Flux's types.
func typedObjects(docs schema.Documents) ([]k8sruntime.Object, error) {
	const sample = 500
	result, err := render.Render(docs, render.Options{})
	if err == nil && len(result.Objects) != objects {
		err = fmt.Errorf("%d objects, and not %d", len(result.Objects), objects)
	}
	if err != nil {
		return nil, err
	}
	typed := make([]k8sruntime.Object, sample)
	for i := range typed {
		if typed[i], err = result.Objects[i*objects/sample].Typed(); err != nil {
			return nil, err
		}
	}
	return typed, nil
}

func marshalAll(typed []k8sruntime.Object) error {
	for _, o := range typed {
		if _, err := yaml.Marshal(o); err != nil {
			return err
		}
	}
	return nil
}

func renderAll(docs schema.Documents) error {
	result, err := render.Render(docs, render.Options{})
	if err != nil {
		return err
	}
	return result.WriteYAML(io.Discard)
}

// strictCheck returns how long the strict check of an entry takes, which is a part of Parse.
func strictCheck(docs schema.Documents) (seconds float64, err error) {
	workload, entries := docs[0].Entries()
	seconds = timed(func() {
		if problems := schema.CheckTypes(docs[0], workload, entries...); len(problems) > 0 {
			err = errors.New("the strict check has something to say")
		}
	})
	return seconds / float64(len(entries)), err
}

// timed returns how many seconds something takes that need not collect the garbage of others.
func timed(do func()) float64 {
	runtime.GC()
	start := time.Now()
	do()
	return time.Since(start).Seconds()
}
