// Package transaction changes the files of a folder: all of them or, after an error, none.
//
// New files are staged in a hidden folder, until the disk holds them. Then old files are moved out and new ones in. An
// error takes back what was done, the last thing first. The staging folder also keeps two runs apart.
package transaction
