// Package outputfolder writes a run's objects to a folder, one file each, and compares them with earlier runs' files.
//
//	plan, err := outputfolder.New(run, "deploy")
//	defer plan.Close()
//	err = plan.Apply()
//
// It only changes files that fluxapp wrote. Package outputs decides which, and package transaction changes them.
package outputfolder
