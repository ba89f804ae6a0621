package e2e

import (
	"fmt"
	"os"
	"time"
)

// began is when this process began: lines about progress have the time since then.
var began = time.Now()

// tell writes a line about progress to stderr. Building and starting take minutes, in which nothing else is written.
func tell(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "e2e %6s: %s\n", since(began), fmt.Sprintf(format, args...))
}

func since(start time.Time) time.Duration { return time.Since(start).Round(time.Second) }

// telling tells what is done, each half minute that it still is, and how long it took.
func telling(what string, do func() error) error {
	tell("%s", what)
	start := time.Now()
	ended := make(chan error, 1)
	go func() { ended <- do() }()
	for {
		select {
		case err := <-ended:
			if err == nil {
				tell("%s: done in %s", what, since(start))
			}
			return err
		case <-time.After(30 * time.Second):
			tell("%s: %s so far", what, since(start))
		}
	}
}
