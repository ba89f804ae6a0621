package kinds

// RepositorySource returns the name of the Flux GitRepository of a devops GitRepository. KubeSphere's controller gives
// it the same.
func RepositorySource(repository string) string { return "fluxcd-" + repository }

// IsRepositorySource reports whether an object of a kind, a name and a label managed-by is the Flux GitRepository of a
// devops GitRepository. The label alone is not enough: a FluxApplication can set it too.
func IsRepositorySource(kind, name, managedBy, repository string) bool {
	return kind == GitRepository.Name && managedBy == KubeSphereGroup && name == RepositorySource(repository)
}
