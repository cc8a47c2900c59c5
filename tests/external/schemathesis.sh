#!/bin/sh
# P19: Schemathesis asks the running service whatever its OpenAPI document allows, and what it does not.
# `tests/external/schemathesis.sh [examples for each operation]` needs Python 3 with venv; it starts the
# demo on a free port with a data folder of its own and removes both. Ends with Schemathesis' own code.
set -eu
cd "$(dirname "$0")/../.."
examples=${1:-30}
folder=$(mktemp -d)
service=
trap 'test -z "$service" || kill "$service"; wait; rm -rf "$folder"' EXIT INT TERM

python3 -m venv "$folder/venv"
"$folder/venv/bin/pip" install --quiet schemathesis==4.32.5

admin=operator-for-schemathesis-0123456789
export DATA_DIR="$folder/data" PORT=0 SERVICE_ADMIN_TOKEN="$admin"
export RATE_LIMIT_AUTH=0 RATE_LIMIT_PUBLIC=0 RATE_LIMIT_SEARCH=0 RATE_LIMIT_ADMIN=0 RATE_LIMIT_LOGIN_FAILURES=0
bun src/main.ts demo >"$folder/out" 2>"$folder/log" &
service=$!
until url=$(grep -o 'http://127.0.0.1:[0-9]*$' "$folder/out" | head -1) && test -n "$url"; do
  kill -0 "$service"
  sleep 1
done

account='{"email":"schemathesis@example.org","password":"four sparrows","display_name":"S"}'
token=$(curl -fsS "$url/api/v1/auth/register" -H 'content-type: application/json' -d "$account" |
  sed 's/.*"access_token":"\([^"]*\)".*/\1/')

# That a password is no run of characters is more than a schema can tell.
cat >"$folder/schemathesis.toml" <<END
[[operations]]
include-path = "/api/v1/auth/register"
[operations.checks.positive_data_acceptance]
expected-statuses = ["2xx", 409, 422]
END

# It leaves files where it runs.
cd "$folder"
# The events of a job have no end as long as it waits.
"$folder/venv/bin/schemathesis" --config-file "$folder/schemathesis.toml" run "$url/api/v1/openapi.json" --url "$url" \
  --header "Authorization: Bearer $token" --header "X-Admin-Token: $admin" \
  --exclude-path-regex '/events$' --checks all --max-examples "$examples" \
  --seed 20261121 --request-timeout 10 --workers 2 --no-color --suppress-health-check all
