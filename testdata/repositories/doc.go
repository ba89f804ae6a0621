// Package repositories shows on whole repositories of others that adoption changes nothing of what their clusters get.
//
//	cd testdata/repositories && go test -v -run TestRepositories/equinor .
//
// The objects of each cluster are built as Flux does, with its own library, from the folder of flux bootstrap on along
// each Kustomization, before and after fluxapp adopts a copy of the repository: each must be equal, value by value, and
// of the same Kustomization. Then a document gets another version, a cluster comes, and one goes: only that differs.
//
// The repositories lie beside this one; see testdata/README.md. TestFollow and TestCompare need none.
package repositories
