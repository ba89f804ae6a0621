package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColors makes the console act on colors, which older ones do only if asked, and reports whether it does.
func takesColors(console *os.File) bool {
	var mode uint32
	handle := windows.Handle(console.Fd())
	return windows.GetConsoleMode(handle, &mode) == nil &&
		windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
