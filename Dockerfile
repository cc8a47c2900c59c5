# The binary on a base image without shell and package manager. Build: docker build -t media-catalog .
FROM oven/bun:1.4.5-slim AS build
WORKDIR /build
COPY package.json bun.lock ./
COPY patches ./patches
RUN bun install --frozen-lockfile --ignore-scripts
COPY tsconfig.json bunfig.toml ./
COPY assets ./assets
COPY drizzle ./drizzle
COPY scripts ./scripts
COPY src ./src
RUN bun scripts/build.ts --slim --outfile dist/media-catalog

FROM gcr.io/distroless/base-debian12:nonroot
LABEL org.opencontainers.image.title="media-catalog" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build --chown=0:0 /build/dist/media-catalog /usr/local/bin/media-catalog
# The operator sets DATABASE_URL and SERVICE_SECRET_KEY; the image contains no database.
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 TZ=UTC
USER 10001:10001
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
  CMD ["/usr/local/bin/media-catalog", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/media-catalog"]
CMD ["serve"]
