import pg from 'pg';
import { type DiagnosticCode, TopicmillError } from '../diagnostics/index.js';

/** Beginnings of PostgreSQL's codes, the most special first, and what they are for the user. */
const FAULTS: readonly (readonly [prefix: string, code: DiagnosticCode, message: string, remedy: string])[] = [
  ['28', 'DATABASE_REFUSED', 'The database does not let this user in', 'Check user, password and pg_hba.conf.'],
  ['3D', 'DATABASE_REFUSED', 'There is no such database', 'Check its name, or have it made with `createdb`.'],
  ['42501', 'DATABASE_REFUSED', 'The user may not do this', 'Grant it the rights that the docs list.'],
  ['25006', 'DATABASE_REFUSED', 'The database is read-only', 'Use the address of the primary server.'],
  ['55P03', 'DATABASE_LOCKED', 'Another client keeps a lock', 'Wait until it is done, and try again.'],
  ['53300', 'DATABASE_LOCKED', 'All connections of the server are in use', 'Lower `connections=`, or use a pooler.'],
  ['53100', 'DATABASE_FAULT', 'There is no room on the disk of the server', 'Free some; nothing was half-written.'],
  ['57P', 'DATABASE_UNREACHABLE', 'The server ended the connection', 'Try again.'],
  ['08', 'DATABASE_UNREACHABLE', 'The connection was lost', 'Try again.'],
];

const NETWORK_CODE =
  /^(?:ECONN|EPIPE|ETIMEDOUT|EHOST|ENET|ENOTFOUND|EAI_|ENOENT|EADDR|CERT_|ERR_TLS|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

/** Whether the server ended a transaction for the sake of another, so that it may succeed when it is run again. */
export function isTransient(thrown: unknown): boolean {
  // Serialization, deadlock, somebody else's row; and a table that was replaced since it was looked up.
  return codeOf(thrown) !== undefined && /^(?:40001|40P01|23505|42P01)$/.test(codeOf(thrown)!);
}

/** Whether the connection is gone, and with it what was not committed. */
export function isConnectionLost(thrown: unknown): boolean {
  if (/^(?:57P0[1-5]|08)/.test(codeOf(thrown) ?? '') || NETWORK_CODE.test(codeOf(thrown) ?? '')) return true;
  return (
    thrown instanceof Error &&
    /^(?:Connection terminated|Client has encountered a connection|timeout exceeded)/.test(thrown.message)
  );
}

/** What PostgreSQL's client throws as a TopicmillError with one of the `DATABASE_…` codes; anything else as it is. */
export function databaseError(thrown: unknown, place: string): unknown {
  const code = codeOf(thrown);
  const says = thrown instanceof Error ? thrown.message : '';
  const fault = code === undefined ? undefined : FAULTS.find(([prefix]) => code.startsWith(prefix));
  if (fault !== undefined) {
    const [, ours, message, remedy] = fault;
    return new TopicmillError(ours, `${message}: ${says}.`, { file: place, remedy, cause: thrown });
  }
  if (isConnectionLost(thrown)) {
    return new TopicmillError('DATABASE_UNREACHABLE', `The database cannot be reached: ${says || code}.`, {
      file: place,
      remedy: 'Check that the server is running, and check its address and TLS.',
      cause: thrown,
    });
  }
  if (!(thrown instanceof pg.DatabaseError)) return thrown;
  return new TopicmillError('DATABASE_FAULT', `The database reports ${code}: ${says}.`, {
    file: place,
    remedy: "See the server's log.",
    cause: thrown,
  });
}

function codeOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}
