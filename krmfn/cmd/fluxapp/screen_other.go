//go:build !windows

package main

import "os"

func takesColors(*os.File) bool { return true }
