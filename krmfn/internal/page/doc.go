// Package page writes the report of fluxapp: one HTML file with all that the page shows. It needs no network, and has
// tables for a browser without scripts.
//
//	err := page.Write(w, page.Report{About: page.About{Title: "apps"}, Page: view.New(result, findings)})
//
// It is for fluxapp's own command: what a report shows is a view.Page, which only packages below krmfn can make.
//
// The page is report.html, built from the folder app (make page) and embedded: the command needs nothing else. The data
// are blocks of gzip in base64, and never a part of the markup: no text of a document can be a script.
package page
