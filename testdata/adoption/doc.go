// Package adoption makes repositories as people arrange them, adopts each with the command, and judges what came out.
//
//	cd testdata/adoption && go test .                   # 300 repositories
//	go test . -run TestGenerated -runs 2000             # what a release wants: under three minutes of one core
//	go test . -run TestGenerated -first 42 -runs 1 -keep /tmp/kept
//
// A repository comes from its seed alone. Its layout is one of two dozen (generator.go): folders of clusters, built
// overlays, environments, a folder for each application, bases with overlays, shared folders that several clusters
// read, home-labs, sites, hubs. What differs between clusters, comments, styles and sources are drawn. A third of the
// repositories have traps (trap*.go): objects that are there twice, patches, roots, files that are no
// YAML, strangers, odd names; and changes after which everything is as sound as before.
//
// The generator knows of each object whether it must come in, must stay or may do both, and for which clusters it is.
// The judge (judge.go) reads files, documents and what they render with a reader of its own (read.go): it shares no
// package with the command.
//
//   - No object is lost: each workload is rendered as its file has it, in the current version of its API and with no
//     other metadata (essence.go), for each of its clusters, or its place and a reason are printed, once.
//   - None is invented, and no cluster is.
//   - What is sound is not refused, and what is not does not come in.
//   - Documents render, are not longer than their files, keep comments or tell of them (judge_told.go), and name what
//     is left out.
//   - What is left is counted: all documents of all files, but for what came in and what an error is about
//     (judge_counts.go).
//   - Files that may go are told, and no others; the other steps name files that exist (judge_next.go).
//   - What Flux deletes, or applies in another order, is told of as many objects as it concerns (judge_told.go), and
//     reasons are those that adopt knows (judge_reasons.go).
//   - The order of files changes nothing. With --all, something that stays keeps all of it out. What is rendered comes
//     in again.
//
// TestJudge lies to the judge, who must find each lie. TestFolder judges what adopt makes of repositories of others, as
// far as that is possible without knowing what is right:
//
//	go test . -run TestFolder -folders ~/fleet:~/home-ops -v
//
// A new layout is a function in a file layout_*.go and a line in layouts; a new trap a function and a line in traps.
package adoption
