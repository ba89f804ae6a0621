// Package outputfolder writes a run's objects to a folder, which may be one of others, and compares them with it.
//
//	plan, err := outputfolder.New(run, "deploy")
//	defer plan.Close()
//	err = plan.Apply()
//
// It only changes documents that fluxapp wrote. Package output decides which, and package transaction changes files.
package outputfolder
