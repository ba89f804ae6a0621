#!/bin/sh
# Pushes each group of a rendered folder as an OCI artifact of its own, and then the artifact that tells Flux of the
# groups. What the registry has already is not pushed. The folder is rendered with "delivery" in the options.
#
#   ARTIFACT=oci://ghcr.io/example/fleet:main sh push-groups.sh deploy
set -eu
folder=$1
repository=${ARTIFACT%:*}
tag=${ARTIFACT##*:}
source=$(git config --get remote.origin.url)
revision=main@sha1:$(git rev-parse HEAD)
pushed=0
unchanged=0

# An artifact has the modes of its files, and --reproducible writes the time 0 in the time zone of the machine.
umask 022
chmod -R u=rwX,go=rX "$folder"
export TZ=UTC

# push FOLDER ARTIFACT: an empty artifact would delete everything, so an empty folder ends the run. So does every
# failure but an artifact that does not exist.
push() {
	if [ -z "$(find "$1" -name '*.yaml')" ]; then
		echo "$1 has no file, so it is not pushed to $2" >&2
		exit 1
	fi
	if answer=$(flux diff artifact "$2" --path "$1" 2>&1); then
		unchanged=$((unchanged + 1))
		return
	fi
	case $answer in
	*'contents differs'* | *MANIFEST_UNKNOWN* | *NAME_UNKNOWN*) ;;
	*)
		echo "$answer" >&2
		exit 1
		;;
	esac
	flux push artifact "$2" --path "$1" --reproducible --source "$source" --revision "$revision"
	pushed=$((pushed + 1))
}

# The artifact for Flux: the rendered Kustomizations, an OCIRepository for each, and a patch that lets each Kustomization
# read the OCIRepository of its own name.
temporary=$(mktemp -d)
trap 'rm -rf "$temporary"' EXIT
root=$temporary/root
mkdir -p "$root/rendered"
cp -R "$folder/kustomization.yaml" "$folder/delivery" "$root/rendered"
cat >"$root/kustomization.yaml" <<EOF
resources:
- rendered
- sources.yaml
patches:
- target: {group: kustomize.toolkit.fluxcd.io, kind: Kustomization}
  patch: |
    - {op: copy, from: /metadata/name, path: /spec/sourceRef/name}
    - {op: add, path: /spec/path, value: ./}
EOF

for file in "$folder"/delivery/kustomization-*.yaml; do
	name=$(sed -n 's|^  name: ||p' "$file")
	namespace=$(sed -n 's|^  namespace: ||p' "$file")
	group=$(sed -n 's|^  path: .*/||p' "$file")
	push "$folder/$group" "$repository/$group:$tag"
	cat >>"$root/sources.yaml" <<EOF
---
apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata:
  name: $name
  namespace: $namespace
spec:
  url: $repository/$group
  ref:
    tag: $tag
  interval: 5m
  # secretRef: {name: ghcr} # for a private registry
EOF
done

# Last, so that Flux never hears of a group that the registry does not have.
push "$root" "$ARTIFACT"
echo "$pushed pushed, $unchanged unchanged"
