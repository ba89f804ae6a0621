// Package final compares the final objects that module render/final makes with those that Helm prints, and measures
// what they cost.
//
//   - charts.txt names public charts, which the go command fetches in their modules. The folder charts has more,
//     written for this purpose in the styles that charts have, with all that makes it hard to render for many clusters
//     at once.
//   - The folder releases has a HelmRelease for each chart, with references of which each cluster has its own text.
//   - The fleet is random: names of all lengths, with dots, and such that YAML reads as something else than text.
//
// Helm itself renders each release of some clusters, as helm template does. The objects must be the same, whether
// render/final renders one cluster or all of them. What is random in Helm's own output is not compared.
//
// Run it with
//
//	cd testdata/final && go test . -args -clusters 500 -seed 1
package final
