#!/bin/sh
# Renders documents of a branch into a folder of the same branch, commits what changed there, and pushes it:
#
#   sh commit.sh BRANCH DOCUMENTS FOLDER [FLAG OF "fluxapp render"]...
#
# DOCUMENTS and FOLDER are paths from the root of the repository. When the branch has moved before the push, all is done
# again from its new head. Exit codes: 0, the branch has what its documents render; 2, the arguments are wrong; 3, the
# push was rejected; and those of fluxapp and git, which have said why.
set -eu
tries=5

say() { echo "commit.sh: $*" >&2; }

# Sets head to the commit at which the branch is on the server.
fetch() {
	git fetch --quiet --no-tags origin "refs/heads/$branch"
	head=$(git rev-parse FETCH_HEAD)
}

# Runs git in the work tree, which has all files of the commit, also when the checkout is sparse.
in_tree() { git -C "$tree" -c core.sparseCheckout=false "$@"; }

# Commits what the documents of head render, and sets commit to that commit: to head, if nothing has changed.
render() {
	in_tree reset --quiet --hard "$head"
	(cd "$tree" && fluxapp render "$documents" -o "dir=$folder" "$@")
	mkdir -p "$tree/$folder" # git add refuses a path that is not there
	in_tree add --all --force -- "$folder" # also what a .gitignore leaves out
	if ! in_tree diff --cached --quiet; then
		in_tree -c user.name="$name" -c user.email="$email" commit --quiet \
			--message "$folder: rendered from $documents at $(git rev-parse --short "$head")"
	fi
	commit=$(in_tree rev-parse HEAD)
}

if [ $# -lt 3 ] || [ -z "$1" ]; then
	say "say which branch, documents and folder: sh commit.sh main documents deploy"
	exit 2
fi
branch=${1#refs/heads/} documents=$2 folder=$3
shift 3
for path in "$documents" "$folder"; do
	case /$path/ in
	// | //* | /-* | */../*)
		say "\"$path\" is no path from the root of the repository: write, for example, documents or deploy"
		exit 2
		;;
	esac
done
name=$(git config user.name || echo fluxapp)
email=$(git config user.email || echo fluxapp@localhost)

# It renders in a work tree of its own: the checkout may be at another commit, and may have files that the branch does
# not have. Only the clone itself fetches and pushes, because the credentials of a pipeline may be for its folder only.
tree=$(mktemp -d)
trap 'git worktree remove --force "$tree" 2>/dev/null || rm -rf "$tree"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
fetch
git -c core.sparseCheckout=false worktree add --quiet --detach "$tree" "$head"

try=1
while :; do
	render "$@"
	if [ "$commit" = "$head" ]; then
		say "$folder is up to date with $documents of $branch at $head"
		exit 0
	fi
	if git -c advice.pushUpdateRejected=false push --quiet origin "$commit:refs/heads/$branch"; then
		say "pushed $commit to $branch"
		exit 0
	fi

	# Whatever the server says: if the branch has moved, the rendered files may be out of date, and nothing else helps.
	# Somebody who is moving it just now gets a second to do so.
	sleep 1
	rendered=$head
	fetch
	if [ "$head" = "$rendered" ]; then
		say "$branch has not moved, so another try would not help: the push was rejected for the reason above"
		exit 3
	fi
	if [ "$try" -ge "$tries" ]; then
		say "gave up after $tries tries: $branch moved each time between fetch and push; run this again"
		exit 3
	fi
	try=$((try + 1))
	say "$branch has moved to $head: try $try of $tries"
done
