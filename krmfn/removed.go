package krmfn

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema"
)

// removed names each object that goes, with its file: once it is gone from Git, Flux uninstalls what it stands for.
func (b belongings) removed() (results Results) {
	for _, item := range b.gone {
		from := text(item, "metadata", "annotations", schema.AnnotationRenderedFrom)
		results = append(results, Result{
			Message:  fmt.Sprintf("is no longer rendered from %s; removed it", from),
			Severity: schema.SeverityInfo, Tags: map[string]string{"code": string(CodeOrphan)},
		}.place(item))
	}
	return results
}
