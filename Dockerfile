FROM node:24-bookworm-slim AS build
WORKDIR /app
# The packages first: a change of the sources alone does not install them again.
COPY package.json pnpm-lock.yaml pnpm-workspace.yaml ./
COPY apps/server/package.json apps/server/
COPY apps/web/package.json apps/web/
COPY packages/client/package.json packages/client/
COPY packages/contracts/package.json packages/contracts/
COPY scripts/image.sh scripts/
# The secrets are for networks with a proxy or a registry of their own (docs/operations.md); without them, nothing is there.
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc sh scripts/image.sh packages /image
COPY . .
RUN --mount=type=secret,id=ca --mount=type=secret,id=npmrc,target=/root/.npmrc sh scripts/image.sh sources /image

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /image/packages ./
COPY --from=build /image/sources ./
RUN mkdir .data && chown node .data
# The metrics' port is for the health check. METRICS_HOST=0.0.0.0 opens it to other hosts, as to Prometheus.
ENV NODE_ENV=production HOST=0.0.0.0 SMTP_HOST=0.0.0.0 METRICS_PORT=9090
# As in scripts/programs.mjs: freed memory goes back to the system.
ENV MALLOC_MMAP_THRESHOLD_=1048576 MALLOC_TRIM_THRESHOLD_=2097152
USER node
EXPOSE 3000 2525
# A start may migrate, and wait for tables that are in use, or for another process that does so (docs/operations.md, Upgrade).
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m CMD ["bash", "--norc", "apps/server/src/monitoring/healthcheck.sh"]
CMD ["node", "apps/server/src/main.ts"]
