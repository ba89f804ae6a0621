// Package view makes what the pages of fluxapp show: the report, and the playground. The JSON of its types is the
// contract with the pages; krmfn/internal/page/app/src/contract.ts has the same types.
//
//	page := view.New(result, result.Findings)
//	data, err := json.Marshal(page.Fleet)    // the tables
//	details := page.Details(0, false)        // of the first object
//
// A [Page] is made of one run. Its [Fleet] holds little for each of tens of thousands of objects. What people look at
// one by one is made when asked for: an object's [Details], and a cluster's [Difference]s from the others. With the
// page of an earlier result, [Page.Compare] shows what is gone.
//
// The package is linked by the command and by the renderer in a browser. It imports only what both need.
package view
