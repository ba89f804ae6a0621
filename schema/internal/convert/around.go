package convert

import (
	"fmt"
	"slices"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/finding/codes"
	"github.com/fluxapp-dev/fluxapp/schema/internal/check"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

func (c *converter) imageRepository(n tree.Node) tree.Node {
	return c.change(n, "policies[].spec", func(spec tree.Node) tree.Node { return c.imagePolicy(spec, n) })
}

// imagePolicy drops imageRef, which no API of Flux has had, where it names the policy's own repository.
func (c *converter) imagePolicy(spec, repository tree.Node) tree.Node {
	ref := spec.Get("imageRef")
	if !ref.Exists() {
		return spec
	}
	named, image, name := ref.Text(), repository.At("spec", "image").Text(), repository.Get("name").Text()
	if ref.Kind() == tree.Map {
		named = ref.Get("name").Text()
	}
	if named == "" || named != image && named != name {
		c.report(finding.Problem{Code: check.CodeConversion, Node: ref, OnKey: true, Current: named, Detail: fmt.Sprintf(
			"an ImagePolicy has no imageRef, and this is not the image of the repository %s that the policy is below; write "+
				"the policy below the repository of its image, and leave this out", name)})
		return spec
	}
	c.report(finding.Problem{Severity: finding.SeverityWarning, Code: codes.Converted, Node: ref, OnKey: true,
		Detail: "an ImagePolicy has no imageRef, and it is left out: imageRepositoryRef names the repository that the " +
			"policy is below"})
	return c.build.Without(spec, "imageRef")
}

// imageUpdate converts the fields of an ImageUpdateAutomation v1alpha1, which had git's fields at its top.
func (c *converter) imageUpdate(n tree.Node) tree.Node {
	n = c.gitRepositoryRef(n)
	n = c.change(n, "checkout", c.checkout)
	n = c.change(n, "commit", c.commit)
	n = c.belowGit(n, "checkout", "commit", "push")
	return c.change(n, "sourceRef", c.sourceRef)
}

func (c *converter) gitRepositoryRef(n tree.Node) tree.Node {
	checkout := n.Get("checkout")
	ref := checkout.Get("gitRepositoryRef")
	switch {
	case !ref.Exists():
		return n
	case n.Get("sourceRef").Exists():
		c.contradicts(ref, "is beside sourceRef, which replaces it; keep that one")
		return n
	}
	source := c.with(ref, tree.Field{Key: "kind", Value: c.build.String(kinds.GitRepository.Name, ref)})
	return c.with(n, tree.Field{Key: "checkout", Value: c.build.Without(checkout, "gitRepositoryRef")},
		tree.Field{Key: "sourceRef", Value: source})
}

// belowGit writes fields below git. A checkout that had the reference to the repository only is left out.
func (c *converter) belowGit(n tree.Node, keys ...string) tree.Node {
	var moved []tree.Field
	for _, key := range keys {
		if old := n.Find(key); old.Exists() || old.Kind() == tree.Null {
			moved = append(moved, tree.Field{Key: key, Value: old})
		}
	}
	if len(moved) == 0 {
		return n
	}
	if n.Get("git").Exists() {
		for _, old := range moved {
			c.contradicts(old.Value, "is beside git, which has it now; write it as git."+old.Key)
		}
		return n
	}
	moved = slices.DeleteFunc(moved, func(f tree.Field) bool {
		return f.Key == "checkout" && f.Value.Kind() == tree.Map && !f.Value.First().Exists()
	})
	return c.with(c.build.Without(n, keys...), tree.Field{Key: "git", Value: c.build.Map(n, moved...)})
}

func (c *converter) checkout(n tree.Node) tree.Node {
	branch := n.Get("branch")
	if !branch.Exists() {
		return n
	}
	return c.replace(n, "branch", "ref", c.build.Map(branch, tree.Field{Key: "branch", Value: branch}))
}

func (c *converter) commit(n tree.Node) tree.Node {
	name, email := n.Get("authorName"), n.Get("authorEmail")
	if !name.Exists() && !email.Exists() {
		return n
	}
	author := c.build.Map(n, tree.Field{Key: "email", Value: email}, tree.Field{Key: "name", Value: name})
	return c.with(c.build.Without(n, "authorName", "authorEmail"), tree.Field{Key: "author", Value: author})
}

func (c *converter) alert(spec tree.Node) tree.Node {
	summary, metadata := spec.Get("summary"), spec.Get("eventMetadata")
	if summary.Kind() != tree.String || metadata.Exists() && metadata.Kind() != tree.Map {
		return spec
	}
	if own := metadata.Get("summary"); own.Exists() && own.Text() != summary.Text() {
		c.contradicts(summary, "contradicts eventMetadata.summary, which Flux has in its place; keep that one")
		return spec
	}
	metadata = c.build.Map(metadata, append(metadata.Fields(), tree.Field{Key: "summary", Value: summary})...)
	return c.replace(spec, "summary", "eventMetadata", metadata)
}
