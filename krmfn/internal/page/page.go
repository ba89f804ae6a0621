// Package page writes the report: one HTML file that needs no network, with tables for a browser without scripts.
//
//	err := page.Write(w, page.Report{About: page.About{Title: "apps"}, Page: view.New(result, findings)})
//
// It is for fluxapp's own command: what a report shows is a view.Page, which only packages below krmfn can make.
//
// The page is report.html, built from the folder app (make page) and embedded: the command needs nothing else. The data
// are blocks of gzip in base64, and never a part of the markup: no text of a document can be a script.
package page

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/stages"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/view"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// built is the page without data.
//
//go:embed report.html
var built []byte

// The places of the built page where a report has its tables and its data.
const tablesMark, dataMark = "<!--fluxapp:static-->", "<!--fluxapp:data-->"

// About tells where the data of a report come from.
type About struct {
	Title   string `json:"title"`             // names the documents
	Version string `json:"version,omitempty"` // fluxapp's version
	Base    string `json:"base,omitempty"`    // what the changes are compared with, in words; empty without changes
	Now     string `json:"now,omitempty"`     // the time that ages are told for, RFC 3339; empty for none
	// Head is where the documents are.
	revision.Head
	// Link is the address of a line of a document, with {file}, and perhaps {line}; empty for none.
	Link string `json:"link,omitempty"`
}

// Report is what a report shows.
type Report struct {
	About About
	// Page has the run. It is required.
	Page    *view.Page
	Before  *view.Page       // the page of About.Base; nil when nothing is compared, as Changes
	Changes *change.Changes  // those since About.Base; nil when nothing is compared
	Limits  finding.Findings // what the limits of applications tell about the changes
	Final   string           // the changes of final objects as text; empty for none
	Status  *status.Status   // the state of the fleet; nil when no observed objects are given
	Secrets finding.Secrets  // hidden in all that the page has
	By      string           // the label of the stages, see [stages.Of]; without it, it is found by itself
}

// Write writes a report. The same report gives the same bytes. It holds few details at a time, and returns the first
// error of the writer. A report without a Page is an error.
func Write(w io.Writer, r Report) error {
	if r.Page == nil {
		return errors.New("the report has no page")
	}
	head, rest, _ := bytes.Cut(built, []byte(tablesMark))
	middle, tail, _ := bytes.Cut(rest, []byte(dataMark))
	out := &writer{w: w, secrets: r.Secrets}
	out.Write(head)
	r.writeTables(out)
	out.Write(middle)
	r.writeData(out)
	out.Write(tail)
	return out.err
}

type writer struct {
	w       io.Writer
	secrets finding.Secrets
	err     error
}

// Write writes a text, unless there was an error.
func (w *writer) Write(text []byte) (int, error) {
	if w.err == nil {
		_, w.err = w.w.Write(text)
	}
	return len(text), w.err
}

func (w *writer) check(err error) {
	if w.err == nil {
		w.err = err
	}
}

// block writes a data block: its JSON as gzip in base64, whose characters mean nothing in HTML.
func (w *writer) block(id string, text []byte) {
	fmt.Fprintf(w, `<script type="text/plain" id="%s">`, id)
	encoder := base64.NewEncoder(base64.StdEncoding, w)
	zip := gzip.NewWriter(encoder)
	io.WriteString(zip, w.secrets.Hide(string(text)))
	w.check(zip.Close()) // it returns the error of Write too
	w.check(encoder.Close())
	fmt.Fprint(w, "</script>\n")
}

func (w *writer) json(id string, value any) {
	text, err := json.Marshal(value)
	w.check(err)
	w.block(id, text)
}

// writeData writes the data blocks of the page. krmfn/internal/page/app/src/report/source.ts reads them.
func (r Report) writeData(w *writer) {
	page := r.Page
	if r.Before != nil && r.Changes != nil {
		page = page.Compare(r.Before, r.Changes.List)
	}
	fleet := page.Fleet
	w.json("about", r.About)
	w.json("fleet", fleet)
	table, err := stages.Of(stages.Fleet{Fleet: fleet, Status: r.Status, Changes: r.Changes}, r.By)
	if w.check(err); table != nil {
		table.Rows = nil
		w.json("stages", table)
	}
	var b bytes.Buffer
	if r.Changes != nil {
		final, err := json.Marshal(r.Final)
		w.check(err)
		w.check(change.WriteJSON(&b, *r.Changes, change.PrintOptions{Limits: r.Limits,
			Final: strings.TrimPrefix(string(final), `""`)}))
		w.block("changes", b.Bytes())
	}
	if r.Status != nil {
		b.Reset()
		w.check(r.Status.WriteJSON(&b))
		w.block("status", b.Bytes())
	}
	writeDetails(w, page)
}

// writeDetails writes the details of each object, those of an application one after the other: neighbours are then
// alike and compress well. The differences of each cluster follow.
func writeDetails(w *writer, page *view.Page) {
	long := pieces{blocks: blocks{w: w, name: "pieces"}, known: map[[sha256.Size]byte]int{}}
	objects, clusters := blocks{w: w, name: "details"}, blocks{w: w, name: "differences"}
	pack := packer{pieces: &long}
	for place, i := range byApplication(page.Fleet.Objects) {
		if w.err != nil {
			return
		}
		cluster := ""
		if at := page.Fleet.Objects[i].Cluster; at >= 0 {
			cluster = page.Fleet.Clusters[at].Name
		}
		objects.add(place, pack.pack(page.Details(i, true), cluster))
		if len(objects.open) == 0 { // a block is unpacked alone
			pack.before = nil
		}
	}
	for i := 0; i < len(page.Fleet.Clusters) && w.err == nil; i++ {
		all := page.Differences(i)
		for at := range all {
			d := &all[at]
			long.packLeaf(&d.Leaf)
			d.Usual, d.UsualPiece = long.take(d.Usual)
		}
		clusters.add(i, all)
	}
	objects.finish()
	clusters.finish()
	long.finish()
}

// byApplication returns the indexes of objects in the order in which report/source.ts looks for their details.
func byApplication(objects []view.Object) []int {
	order := make([]int, len(objects))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(objects[a].Application, objects[b].Application) })
	return order
}
