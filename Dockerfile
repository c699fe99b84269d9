# syntax=docker/dockerfile:1
# Builds the app into one npm package, and installs only that package: no sources, no build tools, no root.
FROM node:24-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npm run package

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data MALLOC_ARENA_MAX=2
WORKDIR /app
COPY --from=build /build/.vee/vee-*.tgz /tmp/vee.tgz
# Exact versions, with the hashes of npm-shrinkwrap.json. No install scripts are run; the packages contain prebuilt native
# parts.
RUN tar -xzf /tmp/vee.tgz --strip-components=1 \
  && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -rf /tmp/vee.tgz /root/.npm \
  && install -d -o node -g node -m 700 /data
USER node
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/ready`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/bin/vee.mjs"]
