#!/bin/bash
# Exits with 0 if this process is ready (/readyz), whatever its roles. A container's health check runs it every few
# seconds. bash connects by itself; Node would need ten times as long only to start.
set -u

if [ -z "${METRICS_PORT:-}" ]; then
  echo "METRICS_PORT is not set: nothing tells whether this process is ready" >&2
  exit 1
fi
host=${METRICS_HOST:-127.0.0.1}
case $host in 0.0.0.0) host=127.0.0.1 ;; ::) host=::1 ;; esac

exec 3<>"/dev/tcp/$host/$METRICS_PORT" || exit 1
printf 'GET /readyz HTTP/1.0\r\nHost: localhost\r\n\r\n' >&3
# Longer than /readyz waits for the database.
read -r -t 4 _ status _ <&3 || status="no answer"
[ "$status" = 200 ] && exit 0
echo "/readyz: $status" >&2
exit 1
