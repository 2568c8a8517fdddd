# The token server: `docker build -t reward-redemption .`; the simulated service: `--target fulfillment`.
# See docs/server/instances.md.

# Builds the npm package, with the tools that only the build needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY widget/package.json widget/
COPY server/package.json server/
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY shared shared
COPY widget widget
COPY server server
COPY demo demo
RUN npm run prepack --workspace=server

# The packages that the server imports.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
COPY widget/package.json widget/
COPY server/package.json server/
RUN npm ci --omit=dev --workspace=server

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /app
# The only folder that is written to: for a ledger on SQLite, mount a volume here. With PostgreSQL the server writes none.
RUN mkdir data && chown node:node data
COPY --from=dependencies /app/node_modules node_modules
USER node

FROM runtime AS fulfillment
COPY package.json ./
COPY demo/fulfillment demo/fulfillment
EXPOSE 4010
# Exec form, here and below, so that node itself gets SIGTERM.
CMD ["node", "demo/fulfillment/index.ts"]

FROM runtime AS server
# A container's loopback is not reachable from outside. glibc keeps one pool of memory for all threads, and gives back what is free
# above 128 KiB at its end: by itself it has one for each thread, and keeps the more, the larger what was freed. Source: mallopt(3).
ENV HOST=0.0.0.0 PORT=4000 MALLOC_ARENA_MAX=1 MALLOC_TRIM_THRESHOLD_=131072
# The package's files hold no types: Node needs no memory to strip them. The demo stays outside.
COPY --from=build /app/server/dist/package.json ./
COPY --from=build /app/server/dist/shared shared
COPY --from=build /app/server/dist/server server
COPY --from=build /app/server/dist/dist dist
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=2 \
  CMD ["node", "-e", "const { HOST, PORT } = process.env; fetch(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# MiB for the objects of the requests under way: V8 collects them sooner than it would by itself.
CMD ["node", "--max-semi-space-size=4", "server/index.js"]
