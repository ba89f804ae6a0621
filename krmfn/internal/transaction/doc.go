// Package transaction changes the files of a folder: all of them or, after an error, none.
//
// New files are staged in a hidden folder, until the disk holds them. Then old files are moved out and new ones in.
// After an error, what was done is taken back, the last thing first. The staging folder also keeps two runs from
// writing at the same time.
package transaction
