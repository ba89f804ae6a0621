// Package adoption makes repositories as people arrange them, adopts each with the command, and judges what came out.
//
//	cd testdata/adoption && go test .                   # 300 repositories
//	go test . -run TestGenerated -runs 2000             # what a release wants
//	go test . -run TestGenerated -first 42 -runs 1 -keep /tmp/kept
//
// A repository comes from its seed alone. Its layout is one of a dozen (layout_*.go); what differs between clusters,
// comments, styles and sources are drawn. A third of the repositories have traps (trap*.go): objects that are twice,
// patches, roots, files that are no YAML, odd names; and changes after which everything is as sound as before.
//
// The generator knows of each object whether it comes in, or why it stays. The judge (judge.go) reads all files with a
// reader of its own, before and after: it shares no package with the command.
//
//   - Files have the lines that they had, and lines for the annotation; the version of an API may differ.
//   - Rendering the documents writes nothing.
//   - What is sound and in files of its own on two clusters comes in, and nothing else does.
//   - What stays is counted, each for its reason, with an example.
//   - Documents are not longer than their objects, and have the comments that tell programs what to do.
//   - The order of files changes nothing, and adopting again neither.
//
// TestJudge lies to the judge, who must find each lie. A layout is a line in layouts, a trap one in traps.
package adoption
