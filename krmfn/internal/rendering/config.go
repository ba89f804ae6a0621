package rendering

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/input"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/output"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/each"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// configName is the name of a file whose RenderConfig is used without --config.
const configName = "fluxapp.yaml"

// UseConfig takes the options from the file of a RenderConfig. Without a file, it is the one called fluxapp.yaml in the
// folder that is read, or else in the working folder, which is reported; with stdin among the arguments there is none.
// One that lies above is only reported. Its error has findings if the RenderConfig is wrong.
func (r *Run) UseConfig(file string, args []string) (err error) {
	files := []string{file}
	if r.isNamed = file != ""; !r.isNamed {
		files, err = findConfig(r.Disk, args, configName)
	}
	if err != nil {
		return err
	}
	if len(files) == 0 && !slices.Contains(args, "-") {
		r.tellAbove(args)
	}
	return r.use(files)
}

// tellAbove reports the nearest fluxapp.yaml of the work tree that is above what is read, because nothing uses it.
func (r *Run) tellAbove(args []string) {
	for _, arg := range args {
		for i := range r.Disk.WorkTree(arg) {
			file := filepath.Clean(arg + "/" + strings.Repeat("../", i) + configName)
			if data, _ := configAt(r.Disk, file); data != nil {
				r.Report(finding.Findings{{Severity: finding.SeverityInfo, Code: output.CodeConfigAbove,
					File: filepath.ToSlash(file), Detail: "this fluxapp.yaml is above the folder that is read, so its options " +
						"and limits do not hold; name it with --config"}})
				return
			}
		}
	}
}

// use takes the options from the first of some files; the others are copies of it, and no documents either.
func (r *Run) use(files []string) (err error) {
	r.Inputs = append(r.Inputs, files...)
	r.Config, err = r.readOptions(r.Disk, files, "")
	if r.configFiles = files; err == nil && r.Informs && !r.isNamed && len(files) > 0 {
		r.Report(finding.Findings{{Severity: finding.SeverityInfo, Code: codes.RunConfig,
			File: filepath.ToSlash(files[0]), Detail: "the options and limits of this file are used; " +
				"pass --config to use another one"}})
	}
	return err
}

// readOptions sets the options of the RenderConfig in the first of some files, and over them those of the command line.
func (r *Run) readOptions(from fs.FS, files []string, prefix string) (d *schema.Document, err error) {
	var spec schema.RenderConfig
	if len(files) > 0 {
		d, spec, err = readConfig(from, files[0], prefix)
	}
	if err != nil {
		return nil, err
	}
	r.Options, r.Acknowledge, r.PruneOrphans = render.OptionsOf(spec), spec.Acknowledge, spec.PruneOrphans
	r.Exclude = spec.Exclude
	r.Charts = each.Of(spec.Charts, func(place string) string { // of no file, there are none
		return chartsBelow(r.Disk, filepath.Dir(files[0]), place)
	})
	r.SetFlags(r)
	return d, nil
}

// findConfig returns the one RenderConfig of the folders among the arguments, or else the file here; none with stdin.
func findConfig(from input.Store, args []string, here string) (found []string, err error) {
	if slices.Contains(args, "-") {
		return nil, nil
	}
	var text []byte
	for _, arg := range args {
		if info, err := from.Stat(arg); err != nil || !info.IsDir() {
			continue
		}
		file := filepath.Clean(arg + "/" + configName)
		data, err := configAt(from, file)
		switch {
		case err != nil:
			return nil, err
		case data == nil:
			continue
		case len(found) > 0 && !bytes.Equal(data, text):
			return nil, fmt.Errorf("%s and %s differ; write --config with one of them", found[0], file)
		}
		found, text = append(found, file), data
	}
	if len(found) > 0 {
		return found, nil
	}
	if data, err := configAt(from, here); data == nil {
		return nil, err
	}
	return []string{here}, nil
}

// configAt reads a file that has a RenderConfig, or has lost it, as an empty file and one of conflict markers have; nil
// for no file, and for one that has something else.
func configAt(from fs.StatFS, file string) ([]byte, error) {
	if info, err := from.Stat(file); errors.Is(err, fs.ErrNotExist) || err == nil && info.IsDir() {
		return nil, nil
	} else if err != nil { // its limits would not hold
		return nil, err
	}
	data, err := disk.Read(from, file)
	if err != nil || !bytes.Contains(data, []byte("kind")) {
		return append([]byte{}, data...), err // not nil when it is empty
	}
	if !bytes.Contains(data, []byte(kinds.RenderConfig.Name)) {
		return nil, nil
	}
	isConfig := func(d *schema.Document) bool { return d.Kind() == kinds.RenderConfig.Name } // also of another group
	if docs := schema.Parse(file, data); docs.Findings().Err() == nil && !slices.ContainsFunc(docs, isConfig) {
		return nil, nil
	}
	return data, nil
}

// besides are the files in folders that are no documents of the run, with the RenderConfig.
func (r *Run) besides(files []string) []string { return slices.Concat(files, r.configFiles) }

func (s sides) useBefore(name string) error {
	s.after.beforeConfig = s.after.Config
	if s.after.isNamed || slices.Contains(s.args, "-") {
		return nil
	}
	files, err := findConfig(s.before.Disk, []string{name}, configName)
	if err == nil && !slices.Equal(files, s.after.configFiles) {
		err = s.before.use(files)
	}
	s.after.beforeConfig = s.before.Config
	return err
}

func readConfig(from fs.FS, file, prefix string) (d *schema.Document, spec schema.RenderConfig, err error) {
	data, err := disk.Read(from, file)
	if err != nil {
		return nil, spec, err
	}
	docs := schema.Parse(prefix+filepath.ToSlash(file), data)
	if err := docs.Findings().Err(); err != nil {
		return nil, spec, err
	}
	if len(docs) != 1 || docs[0].Class() != schema.ClassRenderConfig {
		return nil, spec, fmt.Errorf("%s is no RenderConfig; write apiVersion: %s and kind: RenderConfig, alone in its file",
			file, kinds.RenderConfig.APIVersion)
	}
	spec, problems := docs[0].RenderConfig()
	if err := finding.Locate(problems).Err(); err != nil {
		return nil, spec, err
	}
	if spec.Check {
		return nil, spec, fmt.Errorf("%s asks for a check, which only the function reads; leave check out, and run fluxapp "+
			"check", file)
	}
	return docs[0], spec, nil
}

// useRevision gives the side before the RenderConfig of a revision. Both sides have the options of a file that the
// command line names, and a warning tells where the revision had others: nobody sees what they change.
func (s sides) useRevision(rev *revision.Revision, args []string) (finding.Findings, error) {
	prefix := s.before.Files.Prefix
	if !s.after.isNamed {
		files, err := ofRevision(rev, args)
		if err == nil {
			s.after.beforeConfig, err = s.before.readOptions(rev, files, prefix)
		}
		return nil, err
	}
	name := s.after.configFiles[0]
	file, err := rev.Path(name)
	if err != nil {
		return nil, nil // outside of the repository
	}
	now, _ := s.after.Config.RenderConfig() // without problems: it was read
	d, earlier, err := readConfig(rev, file, prefix)
	s.after.beforeConfig = d
	if errors.Is(err, fs.ErrNotExist) || err == nil && reflect.DeepEqual(rendersWith(earlier), rendersWith(now)) {
		return nil, nil
	}
	detail := "the options differ from those in " + rev.Name + "; both sides are rendered with the new ones, so their " +
		"effect is not shown: compare with rendered files (fluxapp diff --rendered DIR) to see it"
	return finding.Findings{{Severity: finding.SeverityWarning, Code: output.CodeOtherConfig,
		File: filepath.ToSlash(name), Detail: detail}}, nil
}

func ofRevision(rev *revision.Revision, args []string) ([]string, error) {
	here, err := rev.Path(configName)
	if err != nil {
		return nil, nil
	}
	earlier := make([]string, 0, len(args))
	for _, arg := range args {
		if name, err := rev.Path(arg); err == nil {
			earlier = append(earlier, name)
		}
	}
	return findConfig(rev, earlier, here)
}

// rendersWith returns the options of a RenderConfig that objects depend on, with its delivery as text.
func rendersWith(spec schema.RenderConfig) (all struct {
	render.Options
	delivery string
}) {
	all.Options = render.OptionsOf(spec)
	all.Strict, all.Ignore, all.Protected, all.Delivery = false, nil, tree.Node{}, nil
	if d := spec.Delivery; d != nil {
		all.delivery = d.Namespace() + "/" + d.Name() + string(tree.AppendJSON(nil, d.Spec().Get("delivery")))
	}
	return all
}
