import { execFile, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const DEBIAN_VERSIONS = '/usr/lib/postgresql';
const PATIENCE_MS = 60_000;

/** A server of PostgreSQL for one test file, with TLS and passwords. */
export interface TemporaryPostgres {
  /** On 127.0.0.1, where only TLS and a password let in. */
  readonly port: number;
  /** File with the certificate of the authority that the server's is from; the server is `127.0.0.1` there. */
  readonly authority: string;
  /** Runs statements as the superuser. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
  /**
   * Starts PgBouncer in transaction mode, with two connections to the server as the role `user`.
   *
   * @returns `undefined` where it is not installed
   */
  startPooler(user: string): Promise<Pooler | undefined>;
  stop(): Promise<void>;
}

/** A pooler before a server. */
export interface Pooler {
  /** On 127.0.0.1, where everybody is let in. */
  readonly port: number;
  /** Runs a statement as a client of its own. */
  query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]>;
}

/**
 * Starts a server that nobody else uses, from the programs of an installed one.
 *
 * @returns `undefined` where there are none, after a message
 */
export async function startTemporaryPostgres(): Promise<TemporaryPostgres | undefined> {
  const initdb = findProgram('initdb');
  if (initdb === undefined || findProgram('openssl') === undefined) {
    console.warn('Skipped: the programs of a PostgreSQL server, or openssl, are not installed.');
    return undefined;
  }
  // Its sockets are in it, whose paths must be short.
  const folder = mkdtempSync('/tmp/tm-pg-');
  // The server refuses to run as root.
  const uid =
    process.getuid?.() === 0 ? Number(execFileSync('id', ['-u', 'postgres'], { encoding: 'utf8' })) : undefined;
  const as = uid === undefined ? {} : { uid };
  if (uid !== undefined) chownSync(folder, uid, -1);
  chmodSync(folder, 0o755);
  const data = join(folder, 'data');
  const control = join(initdb, '../pg_ctl');
  await run(initdb, ['-D', data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--no-locale'], as);
  const authority = await makeCertificates(data, as);
  const port = await freePort();
  appendFileSync(
    join(data, 'postgresql.conf'),
    `\nport = ${port}\nlisten_addresses = '127.0.0.1'\nunix_socket_directories = '${folder}'\nfsync = off\nssl = on\n`,
  );
  writeFileSync(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all 127.0.0.1/32 scram-sha-256\n');
  await run(control, ['-D', data, '-l', join(folder, 'log'), '-w', 'start'], { ...as, cwd: folder });
  const admin = new pg.Pool({ host: folder, port, user: 'postgres', database: 'postgres', max: 1 });
  const pooler = new AbortController();
  return {
    port,
    authority,
    query: async <Row extends pg.QueryResultRow>(sql: string) => (await admin.query<Row>(sql)).rows,
    startPooler: (user) => startPooler({ folder, port, user, as, signal: pooler.signal }),
    async stop() {
      pooler.abort();
      await admin.end();
      await run(control, ['-D', data, '-m', 'immediate', '-w', 'stop'], { ...as, cwd: folder });
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

interface Pooled {
  readonly folder: string;
  readonly port: number;
  readonly user: string;
  readonly as: { readonly uid?: number };
  readonly signal: AbortSignal;
}

async function startPooler({ folder, port, user, as, signal }: Pooled): Promise<Pooler | undefined> {
  const program = findProgram('pgbouncer');
  if (program === undefined) {
    console.warn('Skipped: pgbouncer is not installed.');
    return undefined;
  }
  const poolerPort = await freePort();
  const settings = [
    '[databases]',
    `postgres = host=${folder} port=${port} user=${user}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1\nlisten_port = ${poolerPort}\nunix_socket_dir =`,
    'auth_type = any\npool_mode = transaction\ndefault_pool_size = 2\nmax_client_conn = 200',
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, `${settings.join('\n')}\n`);
  const child = spawn(program, ['-q', file], { ...as, cwd: folder, stdio: 'ignore', signal });
  child.on('error', () => {});
  const query = async <Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ host: '127.0.0.1', port: poolerPort, user, database: 'postgres' });
    client.on('error', () => {});
    try {
      await client.connect();
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end().catch(() => {});
    }
  };
  for (const deadline = Date.now() + PATIENCE_MS; ; ) {
    try {
      await query('SELECT 1');
      return { port: poolerPort, query };
    } catch (thrown) {
      if (child.exitCode !== null || Date.now() > deadline) throw thrown;
      await delay(50);
    }
  }
}

/** An authority, and a certificate of it for 127.0.0.1 where the server looks for its own. */
async function makeCertificates(data: string, as: { readonly uid?: number }): Promise<string> {
  const openssl = (...args: readonly string[]) => run('openssl', [...args], { ...as, cwd: data });
  const fresh = ['req', '-newkey', 'rsa:2048', '-nodes'];
  await openssl(
    ...fresh,
    '-x509',
    '-days',
    '2',
    '-subj',
    '/CN=Test',
    '-keyout',
    'authority.key',
    '-out',
    'authority.crt',
  );
  await openssl(...fresh, '-subj', '/CN=127.0.0.1', '-keyout', 'server.key', '-out', 'server.csr');
  writeFileSync(join(data, 'server.ext'), 'subjectAltName = IP:127.0.0.1\n');
  const by = ['-CA', 'authority.crt', '-CAkey', 'authority.key', '-CAcreateserial', '-extfile', 'server.ext'];
  await openssl('x509', '-req', '-days', '2', '-in', 'server.csr', ...by, '-out', 'server.crt');
  return join(data, 'authority.crt');
}

/** Debian keeps the programs of servers outside of the usual path. */
function findProgram(name: string): string | undefined {
  const versions = existsSync(DEBIAN_VERSIONS)
    ? readdirSync(DEBIAN_VERSIONS).sort((a, b) => Number(b) - Number(a))
    : [];
  const folders = [
    ...versions.map((version) => join(DEBIAN_VERSIONS, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/sbin',
  ];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
