#!/bin/sh
# The steps of the image, apart from the Dockerfile so that they can be tested where no Docker engine runs.
# Makes the folder $1: the server with what it needs to run on a database that is given to it, and the built web app.
set -eu
cd "$(dirname "$0")/.."
image=$1
pnpm="npx --yes $(node -p 'require("./package.json").packageManager')"
export CI=true

$pnpm install --frozen-lockfile
node_modules/.bin/prisma generate
$pnpm --filter @mayfly/web run build

mkdir -p "$image/apps/web"
cp -R package.json pnpm-lock.yaml pnpm-workspace.yaml prisma packages "$image/"
cp -R apps/server "$image/apps/"
cp apps/web/package.json "$image/apps/web/"
cp -R apps/web/dist "$image/apps/web/"
rm -rf "$image"/packages/*/node_modules "$image/apps/server/node_modules"

# Neither what only builds and tests, nor the embedded Postgres.
cd "$image"
$pnpm install --frozen-lockfile --prod --no-optional --filter "@mayfly/server..."
