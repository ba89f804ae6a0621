#!/bin/sh
# Gets what is delivered now into an empty folder: all groups, and the Kustomizations that apply them.
#
#   ARTIFACT=oci://ghcr.io/example/fleet:main sh pull-groups.sh deploy
set -eu
folder=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT

# Only an artifact that does not exist is empty. After any other failure the limits would count nothing, so the run
# ends.
if ! answer=$(flux pull artifact "$ARTIFACT" --output "$root" 2>&1); then
	echo "$answer" >&2
	case $answer in
	*MANIFEST_UNKNOWN* | *NAME_UNKNOWN*) exit ;;
	esac
	exit 1
fi
if [ ! -f "$root/sources.yaml" ]; then # one artifact of everything, before the first groups
	cp -R "$root/." "$folder"
	exit
fi
cp -R "$root/rendered/." "$folder"
for file in "$folder"/delivery/kustomization-*.yaml; do
	group=$(sed -n 's|^  path: .*/||p' "$file")
	mkdir "$folder/$group"
	flux pull artifact "${ARTIFACT%:*}/$group:${ARTIFACT##*:}" --output "$folder/$group"
done
