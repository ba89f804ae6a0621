package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"
	"gotest.tools/v3/assert"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
)

// onTerminal runs a command line whose stdout and stderr are a terminal, and returns what that gets. It is ESC that
// begins what a terminal acts on.
func onTerminal(t testFolder, e environment, args ...string) (screen string, code int) {
	t.Helper()
	control, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	assert.NilError(t, err)
	defer control.Close()
	assert.NilError(t, unix.IoctlSetPointerInt(int(control.Fd()), unix.TIOCSPTLCK, 0))
	number, err := unix.IoctlGetInt(int(control.Fd()), unix.TIOCGPTN)
	assert.NilError(t, err)
	screenFile, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	assert.NilError(t, err)
	shown := make(chan string)
	go func() {
		var b bytes.Buffer
		_, _ = io.Copy(&b, control) // a terminal that is closed is an error
		shown <- b.String()
	}()
	e.disk, e.out, e.errs = disk.Disk{Folder: *t.dir}, screenFile, screenFile
	code = execute(e, args)
	screenFile.Close()
	return strings.NewReplacer("\r\n", "\n", "\x1b", "ESC").Replace(<-shown), code
}

// TestColors colors what a terminal gets: errors and what goes in red, warnings in yellow. A file gets no color, also
// beside a terminal, and neither does a user who wants none.
func TestColors(test *testing.T) {
	test.Setenv("TERM", "xterm")
	test.Setenv("NO_COLOR", "")
	covered := strings.Replace(app("a", "one"), "config:\n",
		"config:\n    overrides: [{cluster: one, path: ./other}]\n", 1)
	t := inFolder(test, "wrong.yaml", strings.Replace(app("a", "hub"), "path:", "pth:", 1), "warned.yaml", warned(),
		"two.yaml", app("a", "one", "two"), "covered.yaml", covered, "one.yaml", app("a", "one"),
		"used/fluxapp.yaml", renderConfig+"  strict: false\n",
		"used/a.yaml", app("a", "hub"), "release.yaml", helmRelease("web", "one"))
	for command, want := range map[string]string{
		"check wrong.yaml":                    "ESC[31mwrong.yaml:8:",
		"render warned.yaml":                  "ESC[33mwarned.yaml:8:",
		"explain a warned.yaml":               "ESC[33mwarned.yaml:8:",
		"graph warned.yaml":                   "ESC[33mwarned.yaml:8:",
		"adopt release.yaml":                  "\nESC[33mleft as it isESC[0m: 1 object of one cluster",
		"status wrong.yaml --observed x":      "ESC[31mwrong.yaml:8:",
		"diff two.yaml one.yaml":              "\nESC[31mdeletedESC[0m: Kustomization",
		"check nowhere":                       "ESC[31mfluxapp: there is no file or folder nowhereESC[0m\n",
		"check used":                          "\nused/fluxapp.yaml: info: ",
		"explain a covered.yaml --field path": "\none      \"./other\"  covered.yaml:7:38  overrides[0]  ESC[33mover ",
		"explain FA224":                       "\nESC[31mWrong:ESC[0m",
		"explain a two.yaml --field nowhere":  "ESC[31mfluxapp: no object",
		"check warned.yaml --findings text=f.txt --all-findings": "ESC[33mwarned.yaml:8:",
	} {
		screen, _ := onTerminal(t, environment{}, strings.Fields(command)...)
		assert.Check(t, strings.Contains("\n"+screen, want), "%s prints\n%s", command, screen)
	}
	assert.Assert(t, strings.HasPrefix(read(t, "f.txt"), "warned.yaml:8:"), read(t, "f.txt"))
	for variable, value := range map[string]string{"NO_COLOR": "1", "TERM": "dumb"} {
		test.Run(variable, func(test *testing.T) {
			test.Setenv(variable, value)
			screen, _ := onTerminal(t, environment{}, "check", "wrong.yaml")
			assert.Assert(t, strings.HasPrefix(screen, "wrong.yaml:8:") && !strings.Contains(screen, "ESC"), screen)
		})
	}
}

// lateInput is stdin whose text comes when a run has taken long: the time passes when somebody waits for it.
type lateInput struct {
	text io.Reader
	late chan bool
	now  chan time.Time
}

func newLateInput(text string) *lateInput {
	i := &lateInput{strings.NewReader(text), make(chan bool), make(chan time.Time)}
	close(i.now)
	return i
}

// after returns at once the first time. The second time, what the run does is told.
func (i *lateInput) after(d time.Duration) <-chan time.Time {
	if d < time.Second {
		close(i.late)
		return nil
	}
	return i.now
}

func (i *lateInput) Read(p []byte) (int, error) {
	<-i.late
	return i.text.Read(p)
}

// TestProgress tells on a terminal what a long run does, and erases that.
func TestProgress(test *testing.T) {
	test.Setenv("TERM", "xterm")
	test.Setenv("NO_COLOR", "")
	const erase = "\rESC[K"
	for command, c := range map[string]struct{ text, want string }{
		"render - -o dir=out": {app("a", "one", "two"), "reading" + erase + "rendering" + erase + "reading out" + erase +
			"writing out: 0 of 2 files" + erase + "2 written, 0 changed, 0 unchanged, 0 deleted\n"},
		"report - -o r.html": {app("a", "one"), "reading" + erase + "rendering" + erase + "making the page" + erase +
			"making the page" + erase},
		"check - -q": {"", "ESC[31m-: there is no FluxApplication"},
	} {
		t := inFolder(test)
		in := newLateInput(c.text)
		if strings.HasSuffix(command, "-q") {
			close(in.late) // nobody waits
		}
		screen, _ := onTerminal(t, environment{in: in, after: in.after}, strings.Fields(command)...)
		assert.Check(t, strings.HasPrefix(screen, c.want), "%s prints\n%q", command, screen)
	}
	t := inFolder(test)
	var out, errs bytes.Buffer
	in := newLateInput(app("a", "one"))
	close(in.late)
	assert.Equal(t, execute(environment{disk: disk.Disk{Folder: *t.dir}, in: in, out: &out, errs: &errs, after: in.after},
		[]string{"render", "-", "-o", "dir=out"}), exitGood)
	assert.Equal(t, errs.String(), "1 written, 0 changed, 0 unchanged, 0 deleted\n")
}
