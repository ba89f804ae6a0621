package v1alpha1

import (
	automationv1 "github.com/fluxcd/image-automation-controller/api/v1"
	reflectorv1 "github.com/fluxcd/image-reflector-controller/api/v1"
	notificationv1beta3 "github.com/fluxcd/notification-controller/api/v1beta3"
	rbacv1 "k8s.io/api/rbac/v1"
)

// ImageAutomation is what finds new images of an application and writes their tags into the document.
type ImageAutomation struct {
	// Cluster is the cluster whose Flux runs the image automation. With topology Standalone it is required, because the
	// automation must run once. Otherwise the hub runs it, and cluster is an error.
	Cluster shortName `json:"cluster,omitempty"`
	// Repositories are the images that are scanned for new tags, each with the policies that choose one of its tags.
	Repositories []ImageRepository `json:"repositories,omitempty"`
	// Update commits the chosen tags to Git, where a setter comment marks them.
	Update *ImageUpdate `json:"update,omitempty"`
}

// ImageRepository is an image that is scanned for new tags.
type ImageRepository struct {
	// Name is the name of the ImageRepository.
	Name objectName `json:"name"`
	// Spec is the spec of the ImageRepository.
	Spec reflectorv1.ImageRepositorySpec `json:"spec"`
	// Policies choose a tag of the image, each for itself: for example one for each stage.
	Policies []ImagePolicy `json:"policies,omitempty"`
}

// ImagePolicy chooses a tag of an image.
type ImagePolicy struct {
	// Name is the name of the ImagePolicy. Setter comments name it, behind the namespace of the application.
	Name objectName `json:"name"`
	// Spec is the spec of the ImagePolicy. Its imageRepositoryRef is filled in.
	Spec reflectorv1.ImagePolicySpec `json:"spec"`
}

// ImageUpdate is the spec of an ImageUpdateAutomation, with its name.
type ImageUpdate struct {
	// Name is the name of the ImageUpdateAutomation. Empty means the name of the application.
	Name objectName `json:"name,omitempty"`

	automationv1.ImageUpdateAutomationSpec `json:",inline"`
}

// Notification is who hears of what happens to an application.
type Notification struct {
	// Providers are the services that receive messages.
	Providers []NotificationProvider `json:"providers,omitempty"`
	// Alerts choose the events that a provider receives.
	Alerts []NotificationAlert `json:"alerts,omitempty"`
}

// NotificationProvider is a service that receives messages.
type NotificationProvider struct {
	// Name is the name of the Provider.
	Name objectName `json:"name"`
	// Spec is the spec of the Provider.
	Spec notificationv1beta3.ProviderSpec `json:"spec"`
}

// NotificationAlert chooses the events that a provider receives.
type NotificationAlert struct {
	// Name is the name of the Alert. With perCluster it is the beginning of the names.
	Name objectName `json:"name"`
	// Spec is the spec of the Alert. Without eventSources it is for the objects of the application. Without providerRef
	// it uses the provider of the application, if that has exactly one.
	Spec *notificationv1beta3.AlertSpec `json:"spec,omitempty"`
	// PerCluster makes an Alert for each cluster, whose messages name the cluster in their metadata. In its spec
	// references to the cluster are replaced.
	PerCluster bool `json:"perCluster,omitempty"`
}

// Tenancy is what limits an application to what its team may do.
type Tenancy struct {
	// ServiceAccount is the name of the ServiceAccount that Flux uses for the application: serviceAccountName of each
	// entry that has none. Empty means that none is rendered, and none is filled in.
	ServiceAccount objectName `json:"serviceAccount,omitempty"`
	// Role is what the ServiceAccount and the subjects may do on the hub only, in the namespace of the application.
	Role *TenancyRole `json:"role,omitempty"`
	// Subjects are users, groups and ServiceAccounts that have the role too.
	Subjects []rbacv1.Subject `json:"subjects,omitempty"`
	// ClusterRole is the name of a ClusterRole that each cluster has already. The ServiceAccount has it there, in the
	// namespaces that the application uses. Empty means admin, which Kubernetes has. cluster-admin is an error.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=253
	ClusterRole string `json:"clusterRole,omitempty"`
}

// TenancyRole is the Role of a tenant.
type TenancyRole struct {
	// Name is the name of the Role. Empty means that of the ServiceAccount, or else that of the application. The
	// RoleBinding is called like the Role, with -binding behind it.
	// +kubebuilder:validation:MinLength=1
	// +kubebuilder:validation:MaxLength=245
	Name string `json:"name,omitempty"`
	// Rules are what the role allows. A rule that gives everything, or a way to get more, is an error.
	Rules []rbacv1.PolicyRule `json:"rules"`
}
