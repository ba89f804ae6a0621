package entries

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/names"
)

// reportIdleWaves warns of waves that hold nothing back, because all of their clusters are suspended or disabled.
func (m *merger) reportIdleWaves() {
	waves := map[int]*Template{} // an active one of each; nil where none is
	for _, wave := range m.disabledWaves {
		waves[wave] = nil
	}
	for _, i := range m.Instances {
		if wave := i.Template.Field.Wave; !i.Template.Field.Suspended {
			waves[wave] = i.Template
		} else if waves[wave] == nil {
			waves[wave] = nil
		}
	}
	var idle []string
	for _, wave := range slices.Sorted(maps.Keys(waves)) {
		if waves[wave] == nil {
			idle = append(idle, "wave "+strconv.Itoa(wave))
			continue
		}
		if len(idle) > 0 {
			m.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeIdleWave,
				Node: waves[wave].Fields.Get("wave"), Detail: fmt.Sprintf("wave %d waits for no cluster of %s, because all of "+
					"them are suspended or disabled; to stop a roll-out, suspend wave %[1]d too", wave, names.And(idle))})
		}
		idle = nil
	}
}
