# The token server: `docker build -t reward-redemption .`; the simulated service: `--target fulfillment`.
# See "Several instances" in docs/server.md.

# The widget, built with the tools that only building needs.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci
COPY tsconfig.json vite.config.ts ./
COPY shared shared
COPY widget widget
RUN npm run build

# What runs beside the server's own code.
FROM node:24-bookworm-slim AS dependencies
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev

FROM node:24-bookworm-slim AS runtime
ENV NODE_ENV=production
WORKDIR /app
# The one place that is written to, for a ledger on SQLite; mount a volume there. On PostgreSQL nothing is.
RUN mkdir data && chown node:node data
COPY --from=dependencies /app/node_modules node_modules
COPY package.json ./
USER node

FROM runtime AS fulfillment
COPY demo/fulfillment demo/fulfillment
EXPOSE 4010
# Exec form, here and below: the process itself gets SIGTERM.
CMD ["node", "demo/fulfillment/index.ts"]

FROM runtime AS server
# Inside a container the loopback reaches nobody.
ENV HOST=0.0.0.0 PORT=4000
COPY shared shared
COPY server server
COPY --from=build /app/dist dist
EXPOSE 4000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s --retries=2 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "server/index.ts"]
