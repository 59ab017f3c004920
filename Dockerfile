FROM node:26.12.1-bookworm-slim AS installed
WORKDIR /tidings
COPY package.json package-lock.json .npmrc ./
RUN npm ci

# Of the lock file alone, so that a change of the code neither installs packages nor copies them into the image again.
FROM installed AS packages
COPY build/trim-packages.mjs ./build/
RUN npm prune --omit=dev && node build/trim-packages.mjs node_modules

# What the last stage takes of the system: Node without its symbols, which are 33 MB, one library, users, an empty folder.
FROM installed AS system
RUN apt-get update && apt-get install --yes --no-install-recommends binutils libatomic1 && rm -rf /var/lib/apt/lists/* \
  && mkdir -p /system/etc /system/usr/local/bin /system/usr/lib /system/data \
  && strip -o /system/usr/local/bin/node /usr/local/bin/node \
  && cp -L /usr/lib/*-linux-gnu/libatomic.so.1 /system/usr/lib/ \
  && cp /etc/passwd /etc/group /system/etc/ \
  && chown node:node /system/data

FROM installed AS build
COPY . .
RUN npm run build && cp -rL dist service && cp -rL site/dist pages

# glibc, libstdc++ and certificates, and neither a shell nor a package manager.
FROM gcr.io/distroless/cc-debian12
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /tidings
COPY --from=system /system /
COPY --from=packages /tidings/package.json ./
COPY --from=packages /tidings/node_modules ./node_modules
COPY --from=build /tidings/service/src ./dist/src
COPY --from=build /tidings/service/projections ./dist/projections
COPY --from=build /tidings/service/packages ./dist/packages
COPY --from=build /tidings/pages ./site/dist
USER node
VOLUME /data
EXPOSE 3000
# `http` loads in half the time of `fetch`.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "http.get({ host: '127.0.0.1', port: process.env.PORT, path: '/health/live' }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1)).on('error', () => process.exit(1))"]
CMD ["node", "--enable-source-maps", "--v8-pool-size=2", "--max-semi-space-size=64", "--no-allocation-site-pretenuring", "dist/src/main.js"]
