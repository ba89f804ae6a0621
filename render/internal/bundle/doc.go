// Package bundle plans what each cluster needs before Flux can act there as the ServiceAccount of an application's
// tenancy: the namespaces, the account, and RoleBindings of its role in the namespaces that entries deliver to.
//
// Which namespaces and accounts these are, package needs says; here they become objects. The administrator of a
// cluster that a hub reaches applies them. Where Flux runs in the cluster itself, they are objects like all others.
package bundle
