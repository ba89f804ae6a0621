// Package limits checks how much a change may do to what runs: the limits of applications and of a RenderConfig.
//
//	changes := change.Compare(before, after)
//	found := limits.Check(changes, limits.Rules{Before: before, After: after})
//	if found.Err() != nil {
//		// a limit is exceeded; limits.Digest(changes) acknowledges the changes
//	}
//
// It counts the clusters on which workloads are deleted, reinstalled or changed. Only workloads exceed limits. Package
// krmfn could not import it below render/internal.
package limits
