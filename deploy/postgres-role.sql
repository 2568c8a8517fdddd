-- Carried out by psql at the first start of the PostgreSQL of compose.yaml: the token servers' role, which owns its database and is
-- no superuser. `postgres`, who is one, gets a random password (postgres-tls.sh): only a shell in the container acts as it.
\set password `cat /run/secrets/postgres_password`
CREATE ROLE rewards LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE PASSWORD :'password';
CREATE DATABASE rewards OWNER rewards ENCODING 'UTF8' TEMPLATE template0;
