package convert

import (
	"fmt"

	"github.com/fluxapp-dev/fluxapp/schema/finding"
	"github.com/fluxapp-dev/fluxapp/schema/kinds"
	"github.com/fluxapp-dev/fluxapp/schema/tree"
)

// imageAutomation converts the policies and the update of an image automation.
func (c *converter) imageAutomation(n tree.Node) tree.Node {
	n = c.changeItems(n, "repositories", func(repository tree.Node) tree.Node {
		return c.changeItems(repository, "policies", func(policy tree.Node) tree.Node {
			return c.change(policy, "spec", func(spec tree.Node) tree.Node { return c.imagePolicy(spec, repository) })
		})
	})
	return c.change(n, "update", c.imageUpdate)
}

// imagePolicy drops imageRef, which no API of Flux has had, where it names the image or the name of the policy's repository.
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
		c.report(finding.Problem{Code: finding.CodeConversion, Node: ref, OnKey: true, Current: named, Detail: fmt.Sprintf(
			"an ImagePolicy has no imageRef, and this is not the image of the repository %s that the policy is below; write the policy below the repository of its image, and leave this out", name)})
		return spec
	}
	c.report(finding.Problem{Severity: finding.SeverityWarning, Code: finding.CodeConverted, Node: ref, OnKey: true,
		Detail: "an ImagePolicy has no imageRef, and it is left out: imageRepositoryRef names the repository that the policy is below"})
	return c.without(spec, "imageRef")
}

// imageUpdate converts the fields of an ImageUpdateAutomation v1alpha1, which had those of git at its top.
func (c *converter) imageUpdate(n tree.Node) tree.Node {
	n = c.gitRepositoryRef(n)
	n = c.change(n, "checkout", c.checkout)
	n = c.change(n, "commit", c.commit)
	for _, key := range []string{"checkout", "commit", "push"} {
		n = c.belowGit(n, key)
	}
	return c.change(n, "sourceRef", c.sourceRef)
}

// gitRepositoryRef writes checkout.gitRepositoryRef as sourceRef.
func (c *converter) gitRepositoryRef(n tree.Node) tree.Node {
	checkout := n.Get("checkout")
	ref := checkout.Get("gitRepositoryRef")
	switch {
	case !ref.Exists():
		return n
	case n.Get("sourceRef").Exists():
		c.report(finding.Problem{Code: finding.CodeConversion, Node: ref, OnKey: true, Detail: "is beside sourceRef, which replaces it; keep that one"})
		return n
	}
	source := c.with(ref, tree.Field{Key: "kind", Value: c.build.String(kinds.GitRepository.Name, ref)})
	return c.with(n, tree.Field{Key: "checkout", Value: c.without(checkout, "gitRepositoryRef")}, tree.Field{Key: "sourceRef", Value: source})
}

// belowGit writes a field below git.
func (c *converter) belowGit(n tree.Node, key string) tree.Node {
	old, git := n.Get(key), n.Get("git")
	switch {
	case !old.Exists():
		return n
	case git.Get(key).Exists():
		c.report(finding.Problem{Code: finding.CodeConversion, Node: old, OnKey: true, Detail: fmt.Sprintf("is beside git.%s, which replaces it; keep that one", key)})
		return n
	case key == "checkout" && !old.First().Exists(): // which had the reference to the repository only
		return c.without(n, key)
	case !git.Exists():
		return c.with(c.without(n, key), tree.Field{Key: "git", Value: c.build.Map(old, tree.Field{Key: key, Value: old})})
	}
	return c.with(c.without(n, key), tree.Field{Key: "git", Value: c.with(git, tree.Field{Key: key, Value: old})})
}

// checkout writes branch as ref.branch.
func (c *converter) checkout(n tree.Node) tree.Node {
	branch := n.Get("branch")
	if !branch.Exists() {
		return n
	}
	return c.with(c.without(n, "branch"), tree.Field{Key: "ref", Value: c.build.Map(branch, tree.Field{Key: "branch", Value: branch})})
}

// commit writes authorName and authorEmail as author.
func (c *converter) commit(n tree.Node) tree.Node {
	name, email := n.Get("authorName"), n.Get("authorEmail")
	if !name.Exists() && !email.Exists() {
		return n
	}
	author := c.build.Map(n, tree.Field{Key: "email", Value: email}, tree.Field{Key: "name", Value: name})
	return c.with(c.without(n, "authorName", "authorEmail"), tree.Field{Key: "author", Value: author})
}
