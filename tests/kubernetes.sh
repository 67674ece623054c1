#!/usr/bin/env bash
# The manifest of `sim submit k8s` against the schemas of Kubernetes, strictly, and broken ones that must be refused.
#   tests/kubernetes.sh PROGRAM        installs kubernetes-validate from PyPI into a folder of its own
set -euo pipefail
sim=$(realpath "$1")
fail() { echo "kubernetes: $*" >&2; exit 1; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install -q --disable-pip-version-check 'kubernetes-validate==1.34.1'
validate() { venv/bin/kubernetes-validate --strict -k 1.31 "$1"; }
"$sim" plan star-color --n 100blocks --seed 1 --shards 16 --out "it's a plan" >/dev/null
"$sim" submit k8s --plan "it's a plan" >plain.yaml
"$sim" submit k8s --plan "it's a plan" --image registry.example:5000/team/sim@sha256:0123 --claim shared --mount /shared --folder "/shared/a: b" \
  --cpus 4 --memory 1024 --at-once 8 --retries 2 --checkpoint-every 5m >full.yaml
for manifest in plain.yaml full.yaml; do
  validate $manifest || fail "$manifest is refused"
done
venv/bin/python - <<'P' || fail "the manifest does not say what it should"
import yaml
play, merge = yaml.safe_load_all(open("full.yaml"))
spec = play["spec"]
assert (spec["completionMode"], spec["completions"], spec["parallelism"], spec["backoffLimitPerIndex"]) == ("Indexed", 16, 8, 2), spec
container = spec["template"]["spec"]["containers"][0]
assert container["args"][:5] == ["run", "--plan", "/shared/a: b/plan.json", "--shard", "auto"], container["args"]
assert merge["spec"]["suspend"] is True and merge["spec"]["template"]["spec"]["containers"][0]["args"][0] == "merge"
plain, _ = yaml.safe_load_all(open("plain.yaml"))
assert plain["spec"]["template"]["spec"]["containers"][0]["args"][2] == "/data/it's a plan/plan.json"
P
# a key that is none, and a number that is a text: a check that cannot fail checks nothing
sed 's/completionMode:/completionsMode:/' plain.yaml >broken.yaml
if validate broken.yaml >out 2>&1; then fail "an unknown key is not refused"; fi
sed 's/completions: 16/completions: "16"/' plain.yaml >broken.yaml
if validate broken.yaml >out 2>&1; then fail "a number that is a text is not refused"; fi
echo "kubernetes: all well"
