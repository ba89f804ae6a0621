package main

import (
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// machine describes the machine in one line, as far as it can be known.
func machine() string {
	compiler := runtime.Version() + " " + runtime.GOOS + "/" + runtime.GOARCH
	return fmt.Sprintf("%s, %d cores, %s, %s", processor(), runtime.NumCPU(), compiler, system())
}

func processor() string {
	if model := field("/proc/cpuinfo", "model name", ":"); model != "" {
		return model
	}
	if model, err := exec.Command("sysctl", "-n", "machdep.cpu.brand_string").Output(); err == nil {
		return strings.TrimSpace(string(model))
	}
	return "unknown processor"
}

func system() string {
	if name := field("/etc/os-release", "PRETTY_NAME", "="); name != "" {
		return strings.Trim(name, `"`)
	}
	return runtime.GOOS
}

// field returns the value of the first line of a file that begins with a key; empty when there is none.
func field(file, key, separator string) string {
	data, _ := os.ReadFile(file)
	for line := range strings.Lines(string(data)) {
		if name, value, found := strings.Cut(line, separator); found && strings.TrimSpace(name) == key {
			return strings.TrimSpace(value)
		}
	}
	return ""
}

// load returns how many programs wanted to run in the last minute; empty where that cannot be read.
func load() string {
	data, _ := os.ReadFile("/proc/loadavg")
	word, _, _ := strings.Cut(string(data), " ")
	return word
}
