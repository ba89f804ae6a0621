package main

import (
	"bufio"
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/rendering"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/render/change"
	"github.com/fluxapp-dev/fluxapp/render/checks"
	"github.com/fluxapp-dev/fluxapp/schema/each"
)

// finalProgram makes the final objects of --final. Nothing else runs it, or looks for it.
const finalProgram = "fluxapp-final"

var finalFlags = []string{"images", "follow", "kube-version", "api-versions", "values-from"} // which need --final

// addFinal adds the flags of final objects. Render has them, hidden, for fluxapp-final, which reads its -o final.
func (o *options) addFinal(hidden bool) {
	flags := o.cmd.Flags()
	if o.final = hidden; !hidden {
		flags.BoolVar(&o.final, "final", false, "")
	}
	flags.BoolVar(&o.asked.Images, "images", false, "")
	flags.BoolVar(&o.asked.Follow, "follow", false, "")
	flags.StringVar(&o.asked.KubeVersion, "kube-version", "", "")
	flags.StringSliceVar(&o.asked.APIVersions, "api-versions", nil, "")
	flags.StringToStringVar(&o.asked.ValuesFrom, "values-from", nil, "")
	for _, name := range finalFlags {
		flags.Lookup(name).Hidden = hidden
	}
}

func (o *options) checkFinal() error {
	for _, name := range finalFlags {
		if !o.final && o.cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s needs --final", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o.asked.ValuesFrom)) {
		file := o.asked.ValuesFrom[name]
		if !regexp.MustCompile(`^(ConfigMap|Secret)(/[^/]+){2}$`).MatchString(name) || !o.disk.Exists(file) {
			return fmt.Errorf("--values-from %s=%s: write ConfigMap/NAMESPACE/NAME=FILE or Secret/NAMESPACE/NAME=FILE, with a "+
				"file that exists", name, file)
		}
	}
	return nil
}

// writeStream writes what a program needs to make the final objects of both sides, one release at a time.
func (o *options) writeStream(w io.Writer, r *rendering.Run, c change.Changes, format string) error {
	charts := cmp.Or(r.AtHand, &checks.Charts{})
	asked, out := o.asked, bufio.NewWriter(w)
	asked.Version, asked.Format, asked.Color = change.FinalVersion, format, format == "text" && bool(colorsOf(o.out))
	if asked.Follow {
		asked.Charts = charts.Places()
	}
	encoder := json.NewEncoder(out)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(asked)
	for pair := range c.Pairs(charts.Side) {
		if err = cmp.Or(err, encoder.Encode(pair)); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeSelected writes the stream of the objects that a run prints, of all that it has rendered, as they are.
func (o *options) writeSelected(r *rendering.Run, all render.Result) error {
	selected := each.Once(r.Result.Objects, render.Object.ID)
	c := change.Compare(render.Result{}, all)
	c.List = slices.DeleteFunc(c.List, func(one change.Change) bool { return !selected[one.Object] })
	return o.writeStream(o.out, r, c, "yaml")
}

// makeFinal returns what is printed of the final objects of changes and what is found in them, which it reports. The
// changes get those that go. Without --final it returns nothing.
func (o *options) makeFinal(r *rendering.Run, c *change.Changes, format string) (a change.FinalAnswer, err error) {
	if !o.final {
		return a, nil
	}
	defer o.reporter.Progress.Begin("making final objects", 0)()
	version, latest := moduleVersion(), moduleVersion()
	if strings.ContainsAny(version, "(+") { // of no release
		latest = "latest"
	}
	get := "; get it with `go install github.com/fluxapp-dev/fluxapp/render/final/cmd/fluxapp-final@" + latest +
		"`, or from the release"
	self, _ := os.Executable()
	self, _ = filepath.EvalSymlinks(self)
	program, err := exec.LookPath(filepath.Dir(self) + "/" + finalProgram)
	if err != nil {
		program, err = exec.LookPath(finalProgram)
	}
	if err != nil {
		return a, fmt.Errorf("there is no program %s beside fluxapp and none on the PATH%s", finalProgram, get)
	}
	var out, errs bytes.Buffer
	cmd := exec.Command(program)
	cmd.Dir, cmd.Stdout, cmd.Stderr = o.disk.Folder, &out, &errs
	in, err := cmd.StdinPipe()
	if err = cmp.Or(err, cmd.Start()); err != nil {
		return a, err
	}
	unwritten := o.writeStream(in, r, *c, format)
	_ = in.Close()
	err = cmp.Or(cmd.Wait(), unwritten)
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	var head struct{ Version int }
	switch wrong := json.Unmarshal(out.Bytes(), &head); {
	case wrong == nil && head.Version != change.FinalVersion:
		return a, fmt.Errorf("%s writes version %d of the stream, and fluxapp %s reads version %d%s", program,
			head.Version, version, change.FinalVersion, get)
	case err != nil:
		return a, fmt.Errorf("%s: %s", program,
			cmp.Or(strings.TrimPrefix(lines[len(lines)-1], finalProgram+": "), err.Error()))
	}
	if err = json.Unmarshal(out.Bytes(), &a); err != nil {
		return a, fmt.Errorf("%s gives no answer: %w", program, err)
	}
	r.Report(a.Findings)
	c.Final = a.Deleted
	return a, nil
}
