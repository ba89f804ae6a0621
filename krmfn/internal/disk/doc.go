// Package disk reads and writes files under the names of a command line, which begin at a working folder.
//
//	files := disk.Disk{Folder: "/home/me/fleet"}
//	data, err := files.Read("apps/web.yaml")
//
// Its errors have the names of the command line too, and [Describe] words the errors of all files alike.
package disk
