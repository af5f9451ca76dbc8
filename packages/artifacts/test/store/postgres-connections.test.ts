import { userInfo } from 'node:os';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { type ArtifactStore, openPostgresStore } from '../../src/store/index.js';
import { countingEmbedder } from './counting-embedder.js';
import { startTemporaryPostgres } from './temporary-postgres.js';
import { windowSplitter } from './window-splitter.js';

const PASSWORD = 'secret';
const server = await startTemporaryPostgres();
afterAll(() => server?.stop());

/** A role without rights beyond a schema of its own. */
let roleCount = 0;
async function newRole(): Promise<{ role: string; schema: string }> {
  const role = `role_${++roleCount}`;
  const schema = `schema_${roleCount}`;
  await server!.query(
    `CREATE ROLE ${role} LOGIN PASSWORD '${PASSWORD}'; CREATE SCHEMA ${schema} AUTHORIZATION ${role}`,
  );
  return { role, schema };
}

interface Address {
  readonly role: string;
  readonly schema: string;
  readonly host?: string;
  readonly port?: number;
  readonly password?: string;
  readonly tls?: string;
}

function addressOf(address: Address): string {
  const { role, schema, host = '127.0.0.1', port = server!.port, password = PASSWORD, tls = verified() } = address;
  return `postgres://${role}:${password}@${host}:${port}/postgres?schema=${schema}${tls}`;
}

function verified(): string {
  return `&sslmode=verify-full&sslrootcert=${encodeURIComponent(server!.authority)}`;
}

async function open(address: string): Promise<ArtifactStore> {
  const store = await openPostgresStore({ address, embedder: countingEmbedder(), splitter: windowSplitter(60, 10) });
  onTestFinished(() => store.close());
  return store;
}

const note = (at: number) => ({
  content: `Note ${at}: the ferry leaves at ${at} past nine, and takes bicycles along when the weather allows it.`,
  artifactType: 'note' as const,
  sourceSystem: 'test',
  sourceId: `note-${at}`,
});

describe.skipIf(server === undefined)('a server that asks for TLS and a password', { timeout: 120_000 }, () => {
  it('is used by a role with a schema of its own, on encrypted connections only', async () => {
    const { role, schema } = await newRole();
    const store = await open(addressOf({ role, schema }));
    await store.ingest(note(1));
    const { hits } = await store.search('bicycles on the ferry', { limit: 3 });
    expect(hits[0]?.content).toContain('ferry');
    const connections = await server!.query<{ ssl: boolean }>(
      `SELECT ssl FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE usename = '${role}'`,
    );
    expect(connections.length).toBeGreaterThan(0);
    expect(connections.filter(({ ssl }) => !ssl)).toEqual([]);
    const tables = await server!.query<{ nspname: string }>(
      `SELECT DISTINCT nspname FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
        JOIN pg_roles AS r ON r.oid = relowner WHERE rolname = '${role}' AND relkind = 'r' AND nspname !~ '^pg_'`,
    );
    expect(tables).toEqual([{ nspname: schema }]);
  });

  it('is asked as the user of the system where neither the address nor the environment names one', async () => {
    const failure = await open(`postgres://:wrong@127.0.0.1:${server!.port}/postgres?schema=nobody${verified()}`).catch(
      (thrown: unknown) => thrown,
    );
    expect(String(failure)).toContain(`"${userInfo().username}"`);
  });

  it.each<[string, Partial<Address>, string]>([
    ['no TLS', { tls: '' }, 'DATABASE_REFUSED'],
    ['an authority that is not known', { tls: '&sslmode=verify-full' }, 'DATABASE_UNREACHABLE'],
    ['a name that is not in the certificate', { host: 'localhost' }, 'DATABASE_UNREACHABLE'],
    ['a wrong password', { password: 'wrong' }, 'DATABASE_REFUSED'],
  ])('refuses %s, and no message tells the password', async (_what, wrong, code) => {
    const { role, schema } = await newRole();
    const failure = await open(addressOf({ role, schema, ...wrong })).catch((thrown: unknown) => thrown);
    expect(failure).toMatchObject({ code });
    expect(String(failure)).not.toContain(wrong.password ?? PASSWORD);
  });

  it('lets a role that may only read search, and not write', async () => {
    const { role, schema } = await newRole();
    await (await open(addressOf({ role, schema }))).ingest(note(1));
    const reader = (await newRole()).role;
    await server!.query(
      `GRANT USAGE ON SCHEMA ${schema} TO ${reader}; GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${reader}`,
    );
    const store = await open(addressOf({ role: reader, schema }));
    expect((await store.search('ferry', { limit: 1 })).hits).toHaveLength(1);
    await expect(store.ingest(note(2))).rejects.toMatchObject({ code: 'DATABASE_REFUSED' });
  });
});

describe.skipIf(server === undefined)('PgBouncer in transaction mode', { timeout: 120_000 }, () => {
  it('serves many clients with two connections, and what a transaction sets stays in it', async (context) => {
    const { role, schema } = await newRole();
    const pooler = await server!.startPooler(role);
    if (pooler === undefined) return context.skip('pgbouncer is not installed');
    const pooled = addressOf({ role, schema, port: pooler.port, tls: '' });
    const clients = await Promise.all(Array.from({ length: 4 }, () => open(pooled)));
    await Promise.all(
      Array.from({ length: 40 }, async (_, at) => {
        const store = clients[at % clients.length]!;
        await store.ingest(note(at));
        expect((await store.search(`ferry ${at} past nine`, { limit: 3 })).hits).not.toEqual([]);
      }),
    );
    expect((await clients[0]!.verify()).problems).toEqual([]);
    expect((await clients[1]!.stats()).artifact_count).toBe(40);
    const [backends] = await server!.query<{ count: string }>(
      `SELECT count(*) FROM pg_stat_activity WHERE usename = '${role}'`,
    );
    expect(Number(backends!.count)).toBeLessThanOrEqual(2);
    const settings = await pooler.query<{ setting: string; reset_val: string }>(
      "SELECT setting, reset_val FROM pg_settings WHERE name IN ('search_path', 'lock_timeout')",
    );
    expect(settings.map(({ setting }) => setting)).toEqual(settings.map(({ reset_val }) => reset_val));
    expect(settings).toHaveLength(2);
  });
});
