// Summarizes renders a file, reads what kubectl printed of the objects, and summarizes these with package
// render/status. It prints how much CPU time reading and summarizing took as JSON. All objects must be ready. The
// start of the process and rendering do not count.
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
	all := status.Summarize(result, observed)
	took := spent() - start
	for _, app := range all.Applications {
		if app.Ready < app.Total || app.Total < len(result.Objects) {
			return fmt.Errorf("%d of %d objects are ready, and there are %d", app.Ready, app.Total, len(result.Objects))
		}
	}
	runtime.KeepAlive(observed)
	return json.NewEncoder(os.Stdout).Encode(struct{ CPU time.Duration }{took})
}

// spent returns the CPU time that the process has used so far.
func spent() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // which it returns for wrong arguments only
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
