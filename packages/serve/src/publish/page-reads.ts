import type { Transaction } from '@topicmill/base/postgres';
import {
  countPair,
  type KnownWord,
  MAX_WORDS,
  type Occurrence,
  occurrencesByField,
  occurrencesOf,
  type PageReads,
  type TakePart,
} from '@topicmill/search/retrieval/node';
import { lexemeRange, pairLexeme, readLexeme } from './write-pages.js';

const NOTHING = new Uint8Array();

/** Reads the pages of a publication within a transaction. */
export function pageReads(transaction: Transaction, publication: number): PageReads {
  const occurrences = batched((terms: readonly string[]) => findOccurrences(transaction, publication, terms));
  const pairs = batched((wanted: readonly string[]) => findPairs(transaction, publication, wanted));
  const column = (name: 'record' | 'vectors' | 'prompts') =>
    batched(async (keys: readonly number[]) => {
      const rows = await transaction.rows<{ key: number; value: string | Buffer }>(
        `SELECT key, ${name} AS value FROM pages WHERE key = ANY ($1)`,
        [keys],
      );
      return new Map(rows.map(({ key, value }) => [key, value]));
    });
  const [records, vectors, prompts] = [column('record'), column('vectors'), column('prompts')];
  const bytesOf =
    (read: (key: number) => Promise<string | Buffer | undefined>) =>
    async (keys: readonly number[], take: TakePart): Promise<void> => {
      const values = await Promise.all(keys.map(read));
      for (const [at, value] of values.entries()) take(at, (value as Buffer | undefined) ?? NOTHING);
    };
  return {
    occurrences: async (term, numberOf) => occurrencesByField((await occurrences(term)) ?? [], numberOf),
    async pairOccurrences(pair, numberOf) {
      if ((await pairs(pair)) === undefined) return undefined;
      const rows = await findChunksWithPair(transaction, publication, pair);
      const counted = rows.map((row) => ({ ...row, field: 'chunk' as const, counts: countPair(row.sequence, pair) }));
      return occurrencesOf(counted, 'chunk', numberOf);
    },
    words: () => findWords(transaction, publication),
    record: async (key) => (await records(key)) as string,
    vectors: bytesOf(vectors),
    prompts: bytesOf(prompts),
  };
}

async function findOccurrences(
  transaction: Transaction,
  publication: number,
  terms: readonly string[],
): Promise<ReadonlyMap<string, Occurrence[]>> {
  const ranges = terms.map((term) => lexemeRange(publication, term));
  const rows = await transaction.rows<{ at: number; lexeme: string; page: number; place: number }>(
    `SELECT wanted.at, lexemes.lexeme, texts.page, texts.place
       FROM unnest($1::text[], $2::text[]) WITH ORDINALITY AS wanted (low, high, at)
       JOIN lexemes ON lexemes.lexeme >= wanted.low AND lexemes.lexeme < wanted.high
       JOIN texts ON texts.lexemes @> ARRAY[lexemes.lexeme]`,
    [ranges.map(({ low }) => low), ranges.map(({ high }) => high)],
  );
  const found = new Map<string, Occurrence[]>();
  const read = new Map<string, ReturnType<typeof readLexeme>>();
  for (const { at, lexeme, page, place } of rows) {
    const fact = read.get(lexeme) ?? readLexeme(lexeme);
    read.set(lexeme, fact);
    const term = terms[at - 1]!;
    const own = found.get(term) ?? [];
    own.push({ ...fact, page, place });
    found.set(term, own);
  }
  return found;
}

async function findPairs(
  transaction: Transaction,
  publication: number,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, true>> {
  const lexemes = wanted.map((pair) => pairLexeme(publication, pair));
  const rows = await transaction.rows<{ at: number }>(
    `SELECT at FROM unnest($1::text[]) WITH ORDINALITY AS wanted (lexeme, at)
      WHERE EXISTS (SELECT FROM texts WHERE texts.lexemes @> ARRAY[wanted.lexeme COLLATE "C"])`,
    [lexemes],
  );
  return new Map(rows.map(({ at }) => [wanted[at - 1]!, true]));
}

async function findChunksWithPair(
  transaction: Transaction,
  publication: number,
  pair: string,
): Promise<{ page: number; place: number; sequence: string }[]> {
  const [first, second] = pair.split(' ').map((term) => lexemeRange(publication, term));
  return transaction.rows(
    `SELECT page, place, sequence FROM texts
      WHERE lexemes && ARRAY(SELECT lexeme FROM lexemes WHERE lexeme >= $1 AND lexeme < $2)
        AND lexemes && ARRAY(SELECT lexeme FROM lexemes WHERE lexeme >= $3 AND lexeme < $4)
        AND kind = 'chunk' AND position($5 in sequence) > 0`,
    [first!.low, first!.high, second!.low, second!.high, ` ${pair} `],
  );
}

function findWords(transaction: Transaction, publication: number): Promise<KnownWord[]> {
  return transaction.rows<KnownWord>(
    `SELECT spelling, count FROM words
      WHERE publication = $1 AND count >= coalesce(
        (SELECT count FROM words WHERE publication = $1 ORDER BY count DESC OFFSET ${MAX_WORDS - 1} LIMIT 1), 1)`,
    [publication],
  );
}

/**
 * Collects what is asked for at once and fetches it together: a search asks for the vectors of many pages side by side, and
 * each question to a server costs a journey.
 */
function batched<Key, Value>(
  fetch: (keys: readonly Key[]) => Promise<ReadonlyMap<Key, Value>>,
): (key: Key) => Promise<Value | undefined> {
  let waiting: { keys: Set<Key>; fetched: Promise<ReadonlyMap<Key, Value>> } | undefined;
  return async (key) => {
    if (waiting === undefined) {
      const keys = new Set<Key>();
      const fetched = Promise.resolve().then(() => {
        waiting = undefined;
        return fetch([...keys]);
      });
      waiting = { keys, fetched };
    }
    waiting.keys.add(key);
    return (await waiting.fetched).get(key);
  };
}
