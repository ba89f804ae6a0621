// Package charts shows that values are checked as Helm checks them, and that a mistake is found at the line that it is
// on. It has thirty charts of the shapes that charts have, written for this purpose.
//
//   - The folder documents has a right FluxApplication for each chart, with values in several layers: nothing is
//     reported for it.
//   - The folder mistakes has ten mistakes for each document. Each replaces a text of the document that is there once;
//     the sign ▸ is where the finding must be, in the text that is written or in another text of the document. One
//     finding must be there, with the code, the severity and the words that the mistake names, and no other one. Helm
//     itself refuses each mistake that is an error of values.
//   - Random changes of the values of the documents: what Helm refuses is an error, and what Helm takes is not. The
//     values that templates get are the same. What valuesFrom can make right is no error.
//   - Charts with what is rare are in odd.yaml, each with some values: Helm and fluxapp refuse the same ones.
//   - Two values that a check accepts at a place, whatever is around them, are reported alike.
//
// The Helm is the one that Flux links. Run it with
//
//	cd testdata/charts && go test .
//
// A new mistake is a line in mistakes, and a new chart is a folder in charts, a document and ten mistakes.
package charts
