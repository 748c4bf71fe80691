# The base image by its exact tag. To pin its digest as well, write what this prints behind the tag:
#   docker buildx imagetools inspect node:26.10.0-trixie-slim --format '@{{.Manifest.Digest}}'
ARG NODE_IMAGE=node:26.10.0-trixie-slim

# Packages first: they change less often than the sources.
FROM ${NODE_IMAGE} AS packages
WORKDIR /app
COPY package.json package-lock.json ./
# The image brings Node itself, so the pinned one need not be packed a second time. No package runs a script of its own
# while it is installed: SQLite comes compiled.
RUN npm ci --omit=dev --omit=optional --ignore-scripts --no-audit --no-fund

# The pages are bundled with development dependencies, which the image does not get.
FROM ${NODE_IMAGE} AS pages
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY src ./src
RUN node -e "import('./src/web/shell/assets.ts').then(({ assetsOf }) => assetsOf())"

FROM ${NODE_IMAGE}
# docker build --build-arg REVISION="$(git rev-parse HEAD)" .
ARG REVISION=unknown
LABEL org.opencontainers.image.title="cn-sanctions" \
  org.opencontainers.image.description="Is this customs code, or this product, covered by EU sanctions on goods?" \
  org.opencontainers.image.version="2.0.0" \
  org.opencontainers.image.revision="${REVISION}"
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data
# Few arenas, and what is freed goes back to the system: 30 MB less after a flood of requests (docs/adr/0033).
ENV MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=65536 MALLOC_TRIM_THRESHOLD_=131072
WORKDIR /app
COPY --from=packages /app/node_modules ./node_modules
COPY --from=pages /app/node_modules/.cache/page ./node_modules/.cache/page
COPY package.json ./
COPY law ./law
COPY bin ./bin
COPY src ./src
RUN mkdir /data && chown -R node:node /data node_modules/.cache
# By number, so that Kubernetes can tell that it is not root. It is the user `node` of the base image.
USER 1000:1000
# Every module is compiled ahead: a service that had to strip types itself would keep a compiler of 50 MB in memory.
RUN node --max-semi-space-size=8 bin/compile.js
# A first start, which must become ready within two minutes, or the build fails; what it compiled is there for the next.
# Node keeps compiled code apart for each user, so this must be the one that will run the service.
RUN DATA_DIR=/tmp/first DRAIN_SECONDS=0 node --max-semi-space-size=8 bin/cn-sanctions.js serve & \
  node -e "const ready = () => fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then((r) => r.ok, () => false); \
    (async () => { for (let time = 0; time < 600; time++) { if (await ready()) return; \
    await new Promise((done) => setTimeout(done, 200)) } process.exit(1) })()" \
  && kill -TERM $! && wait $! && rm -rf /tmp/first
# Compiled code is loaded by the next start as it stands, so the service may read it and never change it. From here on it
# writes to /data alone, and runs on a read-only file system with /tmp in memory (compose.yaml).
USER 0
RUN chown -R root:root node_modules/.cache && chmod -R a-w,a+rX node_modules/.cache
USER 1000:1000
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Node is the first process and gets the signals itself: requests under way finish on `docker stop`.
CMD ["node", "--max-semi-space-size=8", "bin/cn-sanctions.js", "serve"]
