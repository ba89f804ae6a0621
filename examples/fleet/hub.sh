# Stands for "kubectl get helmreleases -A -o yaml" in the story of the README: prints the releases that app.yaml renders, as the hub has them
# when Flux has applied them. All are ready since the time $1, but the one on the cluster $2, if it is given, has failed.
fluxapp render "$(dirname "$0")" 2>/dev/null | SINCE=$1 FAILED=$2 perl -0777 -ne '
  for (grep /\S/, split /^---\n/m) {
    my $failed = $ENV{FAILED} && /^  name: shop-\Q$ENV{FAILED}\E-shop$/m;
    my ($status, $reason) = $failed ? ("False", "UpgradeFailed") : ("True", "UpgradeSucceeded");
    my $message = $failed ? "Helm upgrade failed: timed out waiting for the Deployment shop/shop" : "Helm upgrade succeeded";
    my ($version) = /^      version: (.*)$/m;
    s/^metadata:\n/metadata:\n  generation: 1\n/m;
    print "---\n${_}status:\n  observedGeneration: 1\n  history: [{chartVersion: $version, status: deployed}]\n  conditions:\n  - {type: Ready, status: \"$status\", reason: $reason, message: \"$message\", lastTransitionTime: \"$ENV{SINCE}\"}\n";
  }'
