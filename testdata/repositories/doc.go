// Package repositories shows on whole repositories of others that adoption changes nothing of what their clusters get.
//
//	cd testdata/repositories && go test -v .
//	go test -v -run TestRepositories/equinor .
//
// A repository is copied, and the objects of each cluster are built as Flux does, with its own library: from the folder
// that flux bootstrap has made on, along each Kustomization with its patches, components and variables. Then fluxapp
// adopts the copy, and the same is built again. Each object must be equal, value by value, and applied by the same
// Kustomization; none may be lost, added or double. Afterwards a document gets another version, a cluster comes, and one
// goes: nothing else may differ.
//
// The repositories lie beside this one; see testdata/README.md. TestFollow and TestCompare need none.
package repositories
