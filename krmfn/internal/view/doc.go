// Package view makes what the pages of fluxapp show: the report, and the playground. The JSON of its types is the
// contract with the pages; krmfn/internal/page/app/src/contract.ts has the same types.
//
//	page := view.New(result, result.Findings)
//	data, err := json.Marshal(page.Fleet)    // the tables
//	details := page.Details(0, false)        // of the first object
//
// A [Page] is made of one run. Its [Fleet] holds little for each object, so that it can be made of tens of thousands.
// What people look at one by one is made when it is asked for: the [Details] of an object, and the [Difference]s of a
// cluster from the others.
//
// The package is linked by the command and by the renderer in a browser. It imports only what both need.
package view
