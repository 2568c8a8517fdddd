#!/bin/sh
# Starts the PostgreSQL of compose.yaml with TLS, which the token server asks for in production. The self-signed certificate is
# made at the first start. The token servers get this certificate and trust no other. The key stays with the database.
set -eu

name="${TLS_NAME:-postgres}"
key_folder="${TLS_KEY_FOLDER:-/var/lib/postgresql/tls}"
# The folder that the token servers may read.
certificate_folder="${TLS_CERTIFICATE_FOLDER:-/tls}"

if [ ! -f "$key_folder/server.key" ] || [ ! -f "$certificate_folder/server.crt" ]; then
  mkdir -p "$key_folder"
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 \
    -subj "/CN=$name" -addext "subjectAltName=DNS:$name" \
    -keyout "$key_folder/server.key" -out "$certificate_folder/server.crt" 2>/dev/null
fi
# PostgreSQL refuses a key that others can read.
chown -R postgres "$key_folder"
chmod 700 "$key_folder"
chmod 600 "$key_folder/server.key"
chmod 644 "$certificate_folder/server.crt"

# The superuser's, of the first start: nobody is told it.
POSTGRES_PASSWORD="$(openssl rand -hex 24)"
export POSTGRES_PASSWORD

exec docker-entrypoint.sh postgres -c ssl=on \
  -c ssl_cert_file="$certificate_folder/server.crt" -c ssl_key_file="$key_folder/server.key"
