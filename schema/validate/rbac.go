package validate

// The words of Kubernetes' RBAC. Its Go package has them too, with the types of all its objects, which this package
// must not link.
const (
	rbacGroup = "rbac.authorization.k8s.io"
	// rbacAll stands for all verbs, all resources or all API groups.
	rbacAll = "*"

	userKind           = "User"
	groupKind          = "Group"
	serviceAccountKind = "ServiceAccount"
)
