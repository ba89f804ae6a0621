package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"strings"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
)

// The parts that an API server and the controllers of Flux add to an object, as kubectl prints them in the items of a list.
const (
	storedMetadata = `    creationTimestamp: "2026-11-23T04:06:31Z"
    finalizers:
    - finalizers.fluxcd.io
    generation: 1
    resourceVersion: "717"
    uid: bf7b109c-bcb1-497f-a736-bb2dab305b65
`
	storedStatus = `  status:
    conditions:
    - lastTransitionTime: "2026-11-23T04:06:32Z"
      message: Helm install succeeded for release shop/shop.v1 with chart shop@1.0.0
      observedGeneration: 1
      reason: InstallSucceeded
      status: "True"
      type: Ready
    - lastTransitionTime: "2026-11-23T04:06:32Z"
      message: Helm install succeeded for release shop/shop.v1 with chart shop@1.0.0
      observedGeneration: 1
      reason: InstallSucceeded
      status: "True"
      type: Released
    history:
    - chartName: shop
      chartVersion: 1.0.0
      configDigest: sha256:3782b1ba05f329a33120eda0453f68547cf1603b2e4d2ece8572c8e8bcf9dd3d
      digest: sha256:c0b5312ee7f89273d37ef0450fadafd26b225a0c6cdc446d67a5d2cd85b577ae
      firstDeployed: "2026-11-23T04:06:32Z"
      lastDeployed: "2026-11-23T04:06:32Z"
      name: shop
      namespace: shop
      status: deployed
      version: 1
    lastAttemptedGeneration: 1
    observedGeneration: 1
`
)

// summarizes measures the summary of objects beside reading them, in the document where it takes longest.
func (b bench) summarizes() ([]row, error) {
	worst := row{}
	for _, d := range longest {
		r, err := b.summarizesOne(d)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.name, err)
		}
		if r.value > worst.value {
			worst = r
		}
	}
	return []row{worst}, nil
}

// summarizesOne measures the summary of the objects of a document.
func (b bench) summarizesOne(d document) (row, error) {
	text := d.text(b.fleet(b.few))
	objects, err := stored(text)
	if err != nil {
		return row{}, err
	}
	app, err := b.write("app.yaml", text)
	if err != nil {
		return row{}, err
	}
	list, err := b.write("observed.yaml", objects)
	if err != nil {
		return row{}, err
	}
	var reading, summarizing []float64
	for range b.runs {
		var cost struct {
			Reading, Summarizing time.Duration
			Ready, Total         int
		}
		answer, err := exec.Command(b.path("summarizes"), app, list).Output()
		if err == nil {
			err = json.Unmarshal(answer, &cost)
		}
		if err == nil && (cost.Ready != b.few || cost.Total != b.few) {
			err = fmt.Errorf("%d/%d objects are ready, and %d should be", cost.Ready, cost.Total, b.few)
		}
		if err != nil {
			return row{}, err
		}
		reading, summarizing = append(reading, float64(cost.Reading)), append(summarizing, float64(cost.Summarizing))
	}
	read, more := median(reading), median(summarizing)
	return row{
		"7", fmt.Sprintf("CPU of reading and summarizing %s objects of a server to that of reading them; the most, in: %s", thousands(b.few), d.name),
		(read + more) / read, "×", 2, fmt.Sprintf("%s: %s more than %s", megabytes(len(objects)), seconds(time.Duration(more)), seconds(time.Duration(read))),
	}, nil
}

// stored returns the objects of a document as kubectl prints them when all is ready.
func stored(text []byte) ([]byte, error) {
	result, err := render.Render(schema.Parse("app.yaml", text), render.Options{})
	if err != nil {
		return nil, err
	}
	var list bytes.Buffer
	list.WriteString("apiVersion: v1\nitems:\n")
	for _, o := range result.Objects {
		object := "- " + strings.ReplaceAll(strings.TrimSuffix(string(o.YAML()), "\n"), "\n", "\n  ") + "\n"
		list.WriteString(strings.Replace(object, "\n  metadata:\n", "\n  metadata:\n"+storedMetadata, 1) + storedStatus)
	}
	list.WriteString("kind: List\nmetadata:\n  resourceVersion: \"\"\n")
	return list.Bytes(), nil
}
