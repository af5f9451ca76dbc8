export { ensureSchema, openPostgres, type Postgres, type Transaction } from './postgres.js';
export { isPostgresAddress, type PostgresAddress, parsePostgresAddress } from './postgres-address.js';
