import { openPostgres, type Postgres, type Transaction } from '@topicmill/base/postgres';
import {
  listPublications,
  type PageToPublish,
  type Publication,
  type PublicationHead,
  parsePublicationAddress,
  type RowCounts,
} from './publication.js';
import { hasSchema, prepareSchema } from './schema.js';
import { removePages, updateWords, writePages } from './write-pages.js';

const BUSY_TIMEOUT_MS = 30_000;
/** Pages that are written together. */
const BATCH_SIZE = 50;
const DEFAULT_NAME = 'docs';

/** A docs root that is to be published. */
export interface DocsToPublish {
  readonly head: PublicationHead;
  readonly pages: readonly PageToPublish[];
}

export interface PublishOptions {
  /** Which of several docs in the schema they are. Default: that of the address, or `docs`. */
  readonly name?: string | undefined;
  /** Of the docs. Default: that of the address, or none. */
  readonly version?: string | undefined;
  /** Compare only. */
  readonly dryRun?: boolean | undefined;
  readonly onProgress?: ((doneCount: number, totalCount: number) => void) | undefined;
}

/** What was published, or would be. */
export interface PublishReport {
  readonly place: string;
  readonly name: string;
  readonly version: string;
  readonly newPages: number;
  readonly changedPages: number;
  readonly removedPages: number;
  readonly samePages: number;
  /** Rows of each table that were inserted, updated or deleted; nothing in a dry run. */
  readonly rows: Readonly<Record<string, number>>;
}

/** The difference between docs and what is published of them. */
interface Difference {
  readonly written: readonly PageToPublish[];
  readonly newCount: number;
  /** Keys of the pages that are gone. */
  readonly gone: readonly number[];
  /** Keys of the pages that changed. */
  readonly changed: readonly number[];
}

/**
 * Publishes docs in a schema of PostgreSQL: writes what has changed, removes what is gone, all in one transaction, so that
 * whoever searches sees the docs as they were or as they are.
 *
 * @param text `postgres://…`, as `parsePublicationAddress` takes it
 * @throws TopicmillError `INVALID_OPTION`, `STORE_FOREIGN`, `DATABASE_…`, and what loading pages throws
 */
export async function publishDocs(
  text: string,
  docs: DocsToPublish,
  options: PublishOptions = {},
): Promise<PublishReport> {
  const { address, ...named } = parsePublicationAddress(text);
  const postgres = openPostgres(address, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  const name = options.name ?? named.name ?? DEFAULT_NAME;
  const version = options.version ?? named.version ?? '';
  try {
    const { difference, rows } = options.dryRun
      ? await postgres.read((transaction) => compareOnly(transaction, postgres, { docs, name, version }))
      : await postgres.write((transaction) => publish(transaction, postgres, { docs, name, version }, options));
    const { written, newCount, gone, changed } = difference;
    return {
      place: postgres.place,
      name,
      version,
      newPages: newCount,
      changedPages: changed.length,
      removedPages: gone.length,
      samePages: docs.pages.length - written.length,
      rows: Object.fromEntries(rows),
    };
  } finally {
    await postgres.close();
  }
}

/**
 * Removes published docs.
 *
 * @returns whether there were any of this name and version
 * @throws TopicmillError `INVALID_OPTION`, `STORE_FOREIGN`, `DATABASE_…`
 */
export async function unpublishDocs(
  text: string,
  { name: asked, version: wanted }: PublishOptions = {},
): Promise<boolean> {
  const { address, ...named } = parsePublicationAddress(text);
  const postgres = openPostgres(address, { busyTimeoutMs: BUSY_TIMEOUT_MS });
  try {
    return await postgres.write(async (transaction) => {
      if (!(await hasSchema(transaction, postgres.schema, postgres.place))) return false;
      const rows = await transaction.rows<{ id: number }>(
        'DELETE FROM publications WHERE name = $1 AND version = $2 RETURNING id',
        [asked ?? named.name ?? DEFAULT_NAME, wanted ?? named.version ?? ''],
      );
      for (const { id } of rows) {
        await transaction.rows('DELETE FROM lexemes WHERE lexeme >= $1 AND lexeme < $2', [`${id} `, `${id}!`]);
      }
      return rows.length > 0;
    });
  } finally {
    await postgres.close();
  }
}

interface Named {
  readonly docs: DocsToPublish;
  readonly name: string;
  readonly version: string;
}

async function publish(
  transaction: Transaction,
  postgres: Postgres,
  { docs, name, version }: Named,
  { onProgress }: PublishOptions,
): Promise<{ readonly difference: Difference; readonly rows: RowCounts }> {
  const hasVectors = await prepareSchema(transaction, postgres);
  const head = JSON.stringify(docs.head);
  await transaction.rows(
    'INSERT INTO publications (name, version, revision, head) VALUES ($1, $2, 0, $3) ON CONFLICT DO NOTHING',
    [name, version, head],
  );
  const [row] = await transaction.rows<{ id: number; head: string }>(
    'SELECT id, head FROM publications WHERE name = $1 AND version = $2 FOR UPDATE',
    [name, version],
  );
  const publication = row!.id;
  const difference = await compare(transaction, publication, docs);
  const { written, gone, changed } = difference;
  const rows: RowCounts = new Map();
  const words = await updateWords(transaction, publication, [...gone, ...changed]);
  await removePages(transaction, gone, rows);
  for (let start = 0; start < written.length; start += BATCH_SIZE) {
    const batch = written.slice(start, start + BATCH_SIZE);
    const pages = await Promise.all(batch.map(async (page) => ({ ...page, content: await page.load() })));
    await writePages(transaction, { publication, hasVectors }, pages, rows, words);
    onProgress?.(start + batch.length, written.length);
  }
  await words.write(rows);
  if (rows.size > 0 || row!.head !== head) {
    await transaction.rows('UPDATE publications SET revision = revision + 1, head = $2 WHERE id = $1', [
      publication,
      head,
    ]);
    rows.set('publications', 1);
  }
  return { difference, rows };
}

async function compareOnly(
  transaction: Transaction,
  postgres: Postgres,
  { docs, name, version }: Named,
): Promise<{ readonly difference: Difference; readonly rows: RowCounts }> {
  const known: readonly Publication[] = (await hasSchema(transaction, postgres.schema, postgres.place))
    ? await listPublications(transaction)
    : [];
  const id = known.find((each) => each.name === name && each.version === version)?.id;
  const none: Difference = { written: docs.pages, newCount: docs.pages.length, gone: [], changed: [] };
  return { difference: id === undefined ? none : await compare(transaction, id, docs), rows: new Map() };
}

async function compare(transaction: Transaction, publication: number, { pages }: DocsToPublish): Promise<Difference> {
  const rows = await transaction.rows<{ key: number; id: string; sha256: string }>(
    'SELECT key, id, sha256 FROM pages WHERE publication = $1',
    [publication],
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  const ids = new Set(pages.map(({ id }) => id));
  const written = pages.filter(({ id, sha256 }) => known.get(id)?.sha256 !== sha256);
  const changed = written.flatMap(({ id }) => known.get(id)?.key ?? []);
  return {
    written,
    changed,
    newCount: written.length - changed.length,
    gone: rows.filter(({ id }) => !ids.has(id)).map(({ key }) => key),
  };
}
