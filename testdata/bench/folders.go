package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// folders measures rendering into a folder beside copying that folder: into a new one, and into one where nothing or
// one object changes.
func (b bench) folders() ([]row, error) {
	text := string(selector(b.fleet(b.few)))
	before, after, err := b.versions(text, strings.Replace(text, "-kubeconfig", "-config", 1))
	if err != nil {
		return nil, err
	}
	var fresh, copying, same, changed measured
	for round := range b.runs {
		// New names: a file system may be slow to make files where many have just been deleted.
		dir, copied := b.path(fmt.Sprintf("deploy-%d", round)), b.path(fmt.Sprintf("copied-%d", round))
		into := func(file string) func() (usage, error) { return b.renders("fluxapp", file, "-o", "dir="+dir).measure }
		fresh.measure, same.measure, changed.measure = into(before), into(before), into(after)
		copying.measure = b.command(".", os.DevNull, "cp", "-r", dir, copied).measure
		if err := settled(&fresh, &copying, &same, &changed); err != nil {
			return nil, err
		}
	}
	of := fmt.Sprintf("time of rendering %s objects into a folder to that of `cp -r` of it: ", thousands(b.few))
	return []row{
		compare("9", of+"a new folder", &fresh, &copying, wall).within(2),
		compare("9", of+"nothing changed", &same, &copying, wall).within(2),
		compare("9", of+"one object changed", &changed, &copying, wall).within(2),
	}, nil
}

// settled measures things one after the other, each when what was written before is on the disk.
func settled(all ...*measured) error {
	for _, m := range all {
		if err := exec.Command("sync").Run(); err != nil {
			return err
		}
		if err := m.again(); err != nil {
			return err
		}
	}
	return nil
}
