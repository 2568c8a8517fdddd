# The token server: `docker build -t reward-redemption .`; the simulated service: `--target fulfillment`.
# See docs/server/instances.md.

# Builds the widget, with the tools that only the build needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY widget/package.json widget/
COPY server/package.json server/
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY shared shared
COPY widget widget
RUN npm run build

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
COPY package.json ./
USER node

FROM runtime AS fulfillment
COPY demo/fulfillment demo/fulfillment
EXPOSE 4010
# Exec form, here and below, so that node itself gets SIGTERM.
CMD ["node", "demo/fulfillment/index.ts"]

FROM runtime AS server
# A container's loopback is not reachable from outside.
ENV HOST=0.0.0.0 PORT=4000
COPY shared shared
COPY server server
COPY --from=build /app/dist dist
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=2 \
  CMD ["node", "-e", "const { HOST, PORT } = process.env; fetch(`http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/index.ts"]
