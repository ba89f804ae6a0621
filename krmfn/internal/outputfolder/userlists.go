package outputfolder

import (
	"fmt"
	"path/filepath"
	"slices"

	"github.com/fluxapp-dev/fluxapp/krmfn/internal/reporter"
	"github.com/fluxapp-dev/fluxapp/krmfn/internal/userlist"
)

// checkUserLists refuses what is wrong so far, and files that come and go although lists of users do not say so. It
// prints the patch that these need.
func (p *Plan) checkUserLists() error {
	if p.Files == nil {
		return p.wrong.Err()
	}
	named := map[string]bool{} // by documents
	for _, d := range p.documents {
		named[d.Path] = named[d.Path] || !d.HasOwnName()
	}
	removed := slices.DeleteFunc(slices.Clone(p.removes), func(name string) bool { return !named[name] })
	if len(p.created)+len(removed) == 0 {
		return p.wrong.Err()
	}
	var clusters []string
	for _, member := range p.run.Result.Clusters() {
		clusters = append(clusters, member.Name)
	}
	for _, o := range p.objects { // a document can have clusters of its own
		clusters = append(clusters, o.Rendered.Cluster())
	}
	found, patch := userlist.Check(p.Files.FS(), p.created, removed, clusters)
	for i := range found {
		found[i].File = p.Called(found[i].File)
	}
	if p.wrong = append(p.wrong, found...); len(patch) == 0 {
		return p.wrong.Err()
	}
	p.run.Report(p.wrong)
	in := ""
	if p.Name != "." {
		in = " --directory=" + filepath.ToSlash(p.Name)
	}
	fmt.Fprintf(p.run.Notes(), "the lists need this patch, for git apply%s:\n%s", in, patch)
	return reporter.ErrReported
}
