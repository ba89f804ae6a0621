// Package outputfolder writes the objects of a run to a folder, one file each, and compares them with the files that
// earlier runs wrote.
//
//	plan, err := outputfolder.New(run, "deploy")
//	defer plan.Close()
//	err = plan.Apply()
//
// It only changes files that fluxapp wrote. Package outputs decides which of them are replaced, removed and kept, and
// package transaction changes them.
package outputfolder
