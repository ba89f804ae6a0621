package main

import (
	"os"

	"golang.org/x/sys/windows"
)

// takesColors makes the console of Windows act on colors, which older ones do only for a program that asks. It reports
// whether the console does.
func takesColors(console *os.File) bool {
	var mode uint32
	handle := windows.Handle(console.Fd())
	return windows.GetConsoleMode(handle, &mode) == nil &&
		windows.SetConsoleMode(handle, mode|windows.ENABLE_VIRTUAL_TERMINAL_PROCESSING) == nil
}
