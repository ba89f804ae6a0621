// Package kustomization makes the final objects of Kustomizations as kustomize-controller 1.9.5 does, with its
// libraries, but no labels of the owner. It reads only below the root of the checkout, writes nothing there, and
// neither fetches remote bases nor decrypts anything: notes say where that shows. Rules of spec.ignore and annotations
// of objects for the apply, such as ssa and reconcile, change nothing here.
package kustomization
