import { createHash } from 'node:crypto';
import type { Transaction } from '@topicmill/base/postgres';
import {
  type Occurrence,
  type PageText,
  pagePrompts,
  pageRecord,
  pageTerms,
  pageVectors,
  type TermField,
} from '@topicmill/search/retrieval/node';
import type { PageToPublish, PublishedPage, RowCounts } from './publication.js';

const FIELD_LETTERS: Readonly<Record<TermField, string>> = {
  chunk: 'c',
  title: 't',
  description: 'd',
  question: 'q',
};
const PAIR_LETTER = 'p';
/** After a term; the next character of all is that which ends a range. */
const AFTER_TERM = '\t';
const PAST_TERM = '\n';

/**
 * What a text is found by: a term of a publication with its field and how often it is in both parts of it, as in
 * `7 cran<tab>c1.3`; a pair of neighbours in headings, as in `7 crane fly<tab>p`.
 */
function pageLexemes(publication: number, { terms, pairs = [] }: PageText): string[] {
  return [
    ...terms.map(
      ({ field, term, counts }) => `${publication} ${term}${AFTER_TERM}${FIELD_LETTERS[field]}${counts.join('.')}`,
    ),
    ...pairs.map((pair) => pairLexeme(publication, pair)),
  ];
}

export function pairLexeme(publication: number, pair: string): string {
  return `${publication} ${pair}${AFTER_TERM}${PAIR_LETTER}`;
}

/** All lexemes of a term, from `low` up to `high` (exclusive), by code unit. */
export function lexemeRange(publication: number, term: string): { readonly low: string; readonly high: string } {
  return { low: `${publication} ${term}${AFTER_TERM}`, high: `${publication} ${term}${PAST_TERM}` };
}

/** Field and counts of a lexeme of a term. */
export function readLexeme(lexeme: string): Pick<Occurrence, 'field' | 'counts'> {
  const [, letter, first, second] = /\t(.)(\d+)\.(\d+)$/.exec(lexeme)!;
  const [field] = Object.entries(FIELD_LETTERS).find(([, own]) => own === letter)! as [TermField, string];
  return { field, counts: [Number(first), Number(second)] };
}

type LoadedPage = PageToPublish & { readonly content: PublishedPage };

/** Where pages are written to. */
interface Target {
  readonly publication: number;
  /** Whether chunks have a column of pgvector. */
  readonly hasVectors: boolean;
}

/** A row as it is sent, with a hash of what is in it, so that an equal one is not written again. */
type Row = Readonly<Record<string, unknown>>;

/** Tables whose rows belong to a page, with the columns that identify its rows. */
const PAGE_TABLES = { files: ['path'], chunks: ['place'], texts: ['kind', 'place'] } as const;

/** Removes pages with all that belongs to them. */
export async function removePages(transaction: Transaction, keys: readonly number[], rows: RowCounts): Promise<void> {
  if (keys.length === 0) return;
  for (const table of Object.keys(PAGE_TABLES)) {
    const removed = await transaction.rows(`DELETE FROM ${table} WHERE page = ANY ($1) RETURNING 1`, [keys]);
    count(rows, table, removed.length);
  }
  await transaction.rows('DELETE FROM pages WHERE key = ANY ($1)', [keys]);
  count(rows, 'pages', keys.length);
}

/** Writes pages that are new or changed; of their rows those that differ. */
export async function writePages(
  transaction: Transaction,
  target: Target,
  pages: readonly LoadedPage[],
  rows: RowCounts,
  words: WordUpdate,
): Promise<void> {
  const terms = new Map(pages.map((page) => [page.id, page.content.topic && pageTerms(page.content.topic)]));
  const heads = pages.map((page) => pageRow(target, page, terms.get(page.id)));
  const written = await upsert<{ key: number; id: string }>(
    transaction,
    'pages',
    PAGE_COLUMNS,
    'publication, id',
    heads,
  );
  count(rows, 'pages', written.length);
  const keys = new Map(written.map(({ id, key }) => [id, key]));
  const own = { files: [] as Row[], chunks: [] as Row[], texts: [] as TextRow[] };
  for (const { id, content } of pages) {
    const page = keys.get(id)!;
    own.files.push(...fileRows(target, page, content));
    own.chunks.push(...chunkRows(target, page, content));
    own.texts.push(...(terms.get(id)?.texts ?? []).map((text) => textRow(target, page, text)));
    words.add(terms.get(id)?.spellings ?? new Map());
  }
  const lexemes = new Set(own.texts.flatMap((row) => row.lexemes));
  const added = await transaction.rows(
    'INSERT INTO lexemes SELECT unnest($1::text[]) ON CONFLICT DO NOTHING RETURNING 1',
    [[...lexemes]],
  );
  count(rows, 'lexemes', added.length);
  for (const [table, columns, key] of [
    ['files', FILE_COLUMNS, 'publication, path'],
    ['chunks', { ...CHUNK_COLUMNS, ...(target.hasVectors ? { embedding: 'vector' } : {}) }, 'page, place'],
    ['texts', TEXT_COLUMNS, 'page, kind, place'],
  ] as const) {
    const changed = await upsert(transaction, table, columns, key, own[table]);
    const removed = await removeOthers(transaction, table, [...keys.values()], own[table]);
    count(rows, table, changed.length + removed);
  }
}

type PageTerms = ReturnType<typeof pageTerms>;
type TextRow = Row & { readonly lexemes: readonly string[] };

function pageRow(
  { publication }: Target,
  { id, content: { sha256, title, topic } }: LoadedPage,
  own: PageTerms | undefined,
): Row {
  return {
    publication,
    id,
    title,
    sha256,
    statistics: own && JSON.stringify(own.statistics),
    record: topic && pageRecord(topic),
    spellings: own && JSON.stringify(Object.fromEntries(own.spellings)),
    prompts: topic && byteaLiteral(pagePrompts(topic)),
    vectors: topic && byteaLiteral(pageVectors(topic)),
  };
}

function textRow({ publication }: Target, page: number, text: PageTerms['texts'][number]): TextRow {
  const { kind, place, sequence } = text;
  return withHash({ page, kind, place, lexemes: pageLexemes(publication, text), sequence });
}

const PAGE_COLUMNS = {
  publication: 'integer',
  id: 'text',
  title: 'text',
  sha256: 'text',
  statistics: 'text',
  record: 'text',
  spellings: 'text',
  prompts: 'bytea',
  vectors: 'bytea',
};
const FILE_COLUMNS = { publication: 'integer', path: 'text', page: 'bigint', sha256: 'text', content: 'bytea' };
const CHUNK_COLUMNS = {
  page: 'bigint',
  place: 'integer',
  publication: 'integer',
  path: 'text',
  title: 'text',
  url: 'text',
  is_code: 'boolean',
  token_count: 'integer',
  text: 'text',
  keywords: 'text[]',
  questions: 'text[]',
  sha256: 'text',
};
const TEXT_COLUMNS = {
  page: 'bigint',
  kind: 'text',
  place: 'integer',
  lexemes: 'text[]',
  sequence: 'text',
  sha256: 'text',
};

function fileRows({ publication }: Target, page: number, { files }: PublishedPage): Row[] {
  return Array.from(files, ([path, content]) => withHash({ publication, path, page, content: byteaLiteral(content) }));
}

function chunkRows({ publication, hasVectors }: Target, page: number, { topic, keywords }: PublishedPage): Row[] {
  return (topic?.chunks ?? []).map((chunk, place) =>
    withHash({
      page,
      place,
      publication,
      path: chunk.path,
      title: chunk.title,
      url: chunk.url,
      is_code: chunk.isCode,
      token_count: chunk.tokenCount,
      text: chunk.text,
      keywords: keywords[place] ?? [],
      questions: chunk.questions.map(({ text }) => text),
      ...(hasVectors ? { embedding: chunk.vector && `[${chunk.vector.join(',')}]` } : {}),
    }),
  );
}

/** Inserts rows, and updates those that have another hash. */
function upsert<Found>(
  transaction: Transaction,
  table: string,
  columns: Readonly<Record<string, string>>,
  key: string,
  rows: readonly Row[],
): Promise<Found[]> {
  const names = Object.keys(columns);
  const typed = Object.entries(columns).map(([name, type]) => `${name} ${type}`);
  return transaction.rows<Found>(
    `INSERT INTO ${table} AS known (${names.join(', ')})
     SELECT ${names.join(', ')} FROM jsonb_to_recordset($1::jsonb) AS sent (${typed.join(', ')})
     ON CONFLICT (${key}) DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}
       WHERE known.sha256 <> excluded.sha256
     RETURNING ${table === 'pages' ? 'key, id' : '1'}`,
    [JSON.stringify(rows)],
  );
}

/** Removes what pages had besides these rows. */
async function removeOthers(
  transaction: Transaction,
  table: keyof typeof PAGE_TABLES,
  pages: readonly number[],
  rows: readonly Row[],
): Promise<number> {
  const names = ['page', ...PAGE_TABLES[table]];
  const types = names.map((name) => `${name} ${name === 'page' ? 'bigint' : name === 'place' ? 'integer' : 'text'}`);
  const kept = rows.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])));
  const removed = await transaction.rows(
    `DELETE FROM ${table} WHERE page = ANY ($1) AND (${names.join(', ')}) NOT IN
       (SELECT ${names.join(', ')} FROM jsonb_to_recordset($2::jsonb) AS kept (${types.join(', ')})) RETURNING 1`,
    [pages, JSON.stringify(kept)],
  );
  return removed.length;
}

function withHash<Written extends Row>(row: Written): Written {
  const { page: _, ...content } = row;
  return { ...row, sha256: createHash('sha256').update(JSON.stringify(content)).digest('hex') };
}

/** As PostgreSQL writes bytes. */
function byteaLiteral(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes).toString('hex')}`;
}

function count(rows: RowCounts, table: string, more: number): void {
  if (more > 0) rows.set(table, (rows.get(table) ?? 0) + more);
}

/** How often the docs contain each word, as pages come and go. */
interface WordUpdate {
  add(spellings: ReadonlyMap<string, number>): void;
  /** Writes the counts that have changed. */
  write(rows: RowCounts): Promise<void>;
}

/** @param leaving keys of the pages whose words no longer count */
export async function updateWords(
  transaction: Transaction,
  publication: number,
  leaving: readonly number[],
): Promise<WordUpdate> {
  const changes = new Map<string, number>();
  const add = (spelling: string, count: number): void => {
    changes.set(spelling, (changes.get(spelling) ?? 0) + count);
  };
  const known = await transaction.rows<{ spellings: string }>(
    'SELECT spellings FROM pages WHERE key = ANY ($1) AND spellings IS NOT NULL',
    [leaving],
  );
  for (const { spellings } of known) {
    for (const [spelling, count] of Object.entries(JSON.parse(spellings) as Record<string, number>))
      add(spelling, -count);
  }
  return {
    add(spellings) {
      for (const [spelling, count] of spellings) add(spelling, count);
    },
    async write(rows) {
      const changed = [...changes].filter(([, count]) => count !== 0);
      if (changed.length === 0) return;
      const spellings = changed.map(([spelling]) => spelling);
      await transaction.rows(
        `INSERT INTO words AS known SELECT $1, * FROM unnest($2::text[], $3::integer[])
         ON CONFLICT (publication, spelling) DO UPDATE SET count = known.count + excluded.count`,
        [publication, spellings, changed.map(([, count]) => count)],
      );
      await transaction.rows('DELETE FROM words WHERE publication = $1 AND count = 0 AND spelling = ANY ($2)', [
        publication,
        spellings,
      ]);
      rows.set('words', changed.length);
    },
  };
}
