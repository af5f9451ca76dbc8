import { TopicmillError } from '../diagnostics/index.js';

/** Where something is in PostgreSQL. */
export interface PostgresAddress {
  /** What the client connects with, password included. */
  readonly connectionString: string;
  readonly schema: string;
  /** Connections that one process opens at most. */
  readonly maxConnections: number;
  /** The address for messages: without password. */
  readonly place: string;
}

const DEFAULT_CONNECTIONS = 10;
const MAX_CONNECTIONS = 1_000;

/** Whether a text is the address of a database and not a path. */
export function isPostgresAddress(text: string): boolean {
  return /^postgres(?:ql)?:\/\//i.test(text);
}

/**
 * Takes `postgres://user:password@host:5432/database?schema=name&connections=10` apart. Further parameters, `sslmode`
 * for instance, are the client's.
 *
 * @param defaultSchema schema of an address that names none
 * @throws TopicmillError `INVALID_OPTION`
 */
export function parsePostgresAddress(text: string, defaultSchema: string): PostgresAddress {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    // Not shown: it may contain a password.
    throw invalid('The address of the database cannot be read.');
  }
  const schema = url.searchParams.get('schema') ?? defaultSchema;
  if (!/^[a-z_][a-z0-9_]{0,62}$/.test(schema) || schema.startsWith('pg_')) {
    throw invalid(`${JSON.stringify(schema)} cannot be the name of a schema: small letters, digits and _ are allowed.`);
  }
  const connections = url.searchParams.get('connections') ?? String(DEFAULT_CONNECTIONS);
  const maxConnections = Number(connections);
  if (!/^\d+$/.test(connections) || maxConnections < 1 || maxConnections > MAX_CONNECTIONS) {
    throw invalid(`connections must be a whole number from 1 to ${MAX_CONNECTIONS}.`);
  }
  url.searchParams.delete('schema');
  url.searchParams.delete('connections');
  const user = url.username === '' ? '' : `${url.username}@`;
  return {
    connectionString: url.href,
    schema,
    maxConnections,
    place: `postgres://${user}${url.host}${url.pathname}?schema=${schema}`,
  };
}

function invalid(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, {
    remedy: 'Write it like postgres://user@host:5432/database?schema=artifact_store.',
  });
}
