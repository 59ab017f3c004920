FROM node:26.12.1-bookworm-slim AS build
WORKDIR /tidings
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
# The image has a Node of its own; the one that npm brings for development is left behind.
RUN npm run build && node build/packages.mjs dist && cp -rL dist service && cp -rL site/dist pages && npm prune --omit=dev && rm -rf node_modules/node-linux-*

FROM node:26.12.1-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /tidings
COPY --from=build /tidings/package.json ./
COPY --from=build /tidings/node_modules ./node_modules
COPY --from=build /tidings/service/src ./dist/src
COPY --from=build /tidings/service/projections ./dist/projections
COPY --from=build /tidings/service/packages ./dist/packages
COPY --from=build /tidings/pages ./site/dist
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--v8-pool-size=2", "--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/src/main.js"]
