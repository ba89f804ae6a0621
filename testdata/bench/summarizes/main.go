// Summarizes renders a file, reads what kubectl printed of the objects, and summarizes these with package render/status. It prints how much
// CPU time reading and summarizing took as JSON. The start of the process and rendering do not count.
package main

import (
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"time"

	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/status"
	"github.com/fluxapp-dev/fluxapp/schema"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, "summarizes:", err)
		os.Exit(1)
	}
}

// cost is what is printed.
type cost struct {
	Reading, Summarizing time.Duration
	Ready, Total         int
}

func run(documents, objects string) error {
	text, err := os.ReadFile(documents)
	if err != nil {
		return err
	}
	result, err := render.Render(schema.Parse(documents, text), render.Options{})
	if err != nil {
		return err
	}
	data, err := os.ReadFile(objects)
	if err != nil {
		return err
	}
	start := spent()
	var observed status.Observed
	if err := observed.Add("", objects, data); err != nil {
		return err
	}
	between := spent()
	all := status.Summarize(result, observed)
	found := cost{Reading: between - start, Summarizing: spent() - between}
	for _, app := range all.Applications {
		found.Ready, found.Total = found.Ready+app.Ready, found.Total+app.Total
	}
	runtime.KeepAlive(observed)
	return json.NewEncoder(os.Stdout).Encode(found)
}

// spent returns the CPU time that the process has used so far.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // which it returns for wrong arguments only
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
