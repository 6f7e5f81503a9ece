# Poste Restante in a container: the program alone, run by nobody in particular, which needs to write to /state and /tmp.
#   docker build -t poste-restante .
#   docker run --read-only --tmpfs /tmp -v poste:/state -p 127.0.0.1:8000:8000 -p 127.0.0.1:8025:8025 \
#     -e BASE_URL=https://cards.example.org -e PROXIES=1 -e MAIL_URL=smtp://… poste-restante
# Several machines, PostgreSQL and Redis: compose.yaml.
ARG PYTHON=3.11

FROM python:${PYTHON}-slim AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore
WORKDIR /build
RUN python -m venv /srv/poste
COPY server/hosting/requirements.lock .
RUN --mount=type=cache,target=/root/.cache/pip \
    /srv/poste/bin/pip install --quiet --require-hashes -r requirements.lock
COPY LICENSE Procfile README.md pyproject.toml ./
COPY server server
COPY templates templates
COPY worker worker
RUN --mount=type=cache,target=/root/.cache/pip \
    /srv/poste/bin/pip install --quiet --no-deps . \
    && /srv/poste/bin/pip uninstall --quiet --yes pip setuptools \
    && mkdir /state

FROM python:${PYTHON}-slim
LABEL org.opencontainers.image.title="Poste Restante" \
      org.opencontainers.image.description="Card games by post" \
      org.opencontainers.image.licenses="MIT"
COPY --from=build /srv/poste /srv/poste
COPY --from=build --chown=10001:10001 /state /state
ENV PATH=/srv/poste/bin:$PATH HOME=/state STATE_DIR=/state BIND=0.0.0.0 \
    PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
WORKDIR /state
VOLUME /state
EXPOSE 8000 8025
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=10s --start-period=60s --retries=3 \
    CMD ["sh", "-c", "exec python -m server.hosting.healthy ${PORT:-8000}"]
CMD ["poste", "up"]
