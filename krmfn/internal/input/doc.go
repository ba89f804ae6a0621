// Package input reads the files, folders and stdin of a command line: once each, whatever they are called.
//
//	files, err := input.Read(input.Source{Store: disk.Disk{}, Stdin: os.Stdin}, []string{"apps", "-"})
//	result, err := render.Render(files.All(), render.Options{})
//
// [Files] are documents for fluxapp, of the disk or of a revision. [Manifests] reads the objects that adopt takes.
package input
