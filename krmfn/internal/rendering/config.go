package rendering

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"

	"github.com/fluxapp-dev/fluxapp/krmfn"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/disk"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/revision"
	"github.com/fluxapp-dev/fluxapp/render"
	"github.com/fluxapp-dev/fluxapp/schema"
	"github.com/fluxapp-dev/fluxapp/schema/finding"
)

// ReadConfig takes the options from the file of a RenderConfig. Without a file, every option has its default. Its
// error has findings if the RenderConfig is wrong.
func (r *Run) ReadConfig(file string) error {
	d, spec, err := readConfig(r.Disk, file)
	if err != nil {
		return err
	}
	r.Config, r.Options, r.Acknowledge, r.PruneOrphans = d, render.OptionsOf(spec), spec.Acknowledge, spec.PruneOrphans
	return nil
}

// readConfig reads the file of a RenderConfig; nothing for no file.
func readConfig(from fs.FS, file string) (d *schema.Document, spec schema.RenderConfig, err error) {
	if file == "" {
		return nil, spec, nil
	}
	data, err := disk.Read(from, file)
	if err != nil {
		return nil, spec, err
	}
	docs := schema.Parse(filepath.ToSlash(file), data)
	if err := docs.Findings().Err(); err != nil {
		return nil, spec, err
	}
	if len(docs) != 1 || docs[0].Class() != schema.ClassRenderConfig {
		return nil, spec, fmt.Errorf("%s is no RenderConfig; write one of kind RenderConfig, alone in its file", file)
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

// otherConfig warns when the revision's RenderConfig had other options for objects: nobody sees what they change.
func (r *Run) otherConfig(rev *revision.Revision, config string) finding.Findings {
	file, err := rev.Path(config)
	if config == "" || err != nil {
		return nil
	}
	_, now, err := readConfig(r.Disk, config)
	if err != nil {
		return nil // it was read before
	}
	_, earlier, err := readConfig(rev, file)
	if errors.Is(err, fs.ErrNotExist) || err == nil && reflect.DeepEqual(rendersWith(earlier), rendersWith(now)) {
		return nil
	}
	detail := "the options differ from those in " + rev.Name + "; both sides are rendered with the new ones, so their " +
		"effect is not shown: compare with rendered files (fluxapp diff --rendered DIR) to see it"
	return finding.Findings{{Severity: finding.SeverityWarning, Code: krmfn.CodeOtherConfig,
		File: filepath.ToSlash(config), Detail: detail}}
}

// rendersWith returns the options of a RenderConfig that objects depend on.
func rendersWith(spec schema.RenderConfig) render.Options {
	opts := render.OptionsOf(spec)
	opts.Strict, opts.Ignore = false, nil
	return opts
}
