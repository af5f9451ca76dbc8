import { TopicmillError } from '@topicmill/base/diagnostics';
import { type PostgresAddress, parsePostgresAddress, type Transaction } from '@topicmill/base/postgres';
import type { SearchTopic } from '@topicmill/search/retrieval';
import type { PageIndexHead } from '@topicmill/search/retrieval/node';

const DEFAULT_SCHEMA = 'topicmill';

/** Which of the docs in a schema are meant; left out, the only ones. */
interface PublicationName {
  readonly name?: string | undefined;
  /** Of the docs; `''` for docs without one. */
  readonly version?: string | undefined;
}

/** Docs in a schema. */
interface PublicationAddress extends PublicationName {
  readonly address: PostgresAddress;
}

/** What a publication says of all its pages. */
export interface PublicationHead extends Omit<PageIndexHead, 'columns' | 'vectors'> {
  /** Exact name of the model of the vectors, where there are any. */
  readonly model?: string | undefined;
  /** What makes words terms: see `ANALYSIS`. */
  readonly analysis: string;
}

/** Docs that were published. */
export interface Publication {
  readonly id: number;
  readonly name: string;
  readonly version: string;
  /** Rises with every change. */
  readonly revision: number;
  readonly head: PublicationHead;
}

/**
 * Takes `postgres://user@host/database?schema=topicmill&name=handbook&version=2` apart; every parameter may be left out.
 *
 * @throws TopicmillError `INVALID_OPTION`
 */
export function parsePublicationAddress(text: string): PublicationAddress {
  const address = parsePostgresAddress(text, DEFAULT_SCHEMA);
  const url = new URL(address.connectionString);
  const [name, version] = ['name', 'version'].map((key) => {
    const value = url.searchParams.get(key) ?? undefined;
    url.searchParams.delete(key);
    return value;
  });
  return { address: { ...address, connectionString: url.href }, name, version };
}

/** All docs of a schema, by name and version. */
export async function listPublications(transaction: Transaction): Promise<Publication[]> {
  const rows = await transaction.rows<Omit<Publication, 'head'> & { head: string }>(
    'SELECT id, name, version, revision, head FROM publications ORDER BY name, version',
  );
  return rows.map((row) => ({ ...row, head: JSON.parse(row.head) as PublicationHead }));
}

/**
 * The docs that a name means, of those that are there.
 *
 * @throws TopicmillError `STORE_MISSING` when there are none, `INVALID_OPTION` when several are meant
 */
export function choosePublication(
  known: readonly Publication[],
  { name, version }: PublicationName,
  place: string,
): Publication {
  const named = known.filter((each) => name === undefined || each.name === name);
  const meant = named.filter((each) => version === undefined || each.version === version);
  const plain = version === undefined && name !== undefined ? meant.filter((each) => each.version === '') : [];
  const chosen = meant.length === 1 ? meant : plain;
  if (chosen.length === 1) return chosen[0]!;
  const list = known.map((each) => `${each.name}${each.version === '' ? '' : ` ${each.version}`}`).join(', ');
  if (meant.length === 0) {
    throw new TopicmillError('STORE_MISSING', 'There are no such docs in this schema.', {
      file: place,
      remedy: known.length === 0 ? 'Publish them: topicmill publish.' : `Name one of: ${list}.`,
    });
  }
  throw new TopicmillError('INVALID_OPTION', 'Several docs are published here.', {
    file: place,
    remedy: `Add ?name= and &version= to the address, for one of: ${list}.`,
  });
}

/** All that is published of a folder of a docs root. */
export interface PublishedPage {
  /** Of all the rest. */
  readonly sha256: string;
  readonly title: string;
  /** Files other than the chunks, by path below the docs root. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Left out for a category. */
  readonly topic?: SearchTopic | undefined;
  /** Keywords by chunk. */
  readonly keywords: readonly (readonly string[])[];
}

/** A folder of a docs root that is to be published. */
export interface PageToPublish {
  /** Path of the folder below the docs root. */
  readonly id: string;
  /** Of what is there when the docs are compared; what `load` gives may be of a later build. */
  readonly sha256: string;
  load(): Promise<PublishedPage>;
}

/** Rows that were written or removed, by table. */
export type RowCounts = Map<string, number>;
