import { fuseRankings } from '@topicmill/search/retrieval';
import type { Embedder } from '@topicmill/text/embedder';
import type { Database } from 'better-sqlite3';
import { checkModel } from '../binding.js';
import type { FoundPassages, PreparedQuery, RankedPassages } from '../engine.js';
import type { CheckedSearch } from '../search-options.js';
import { wordsWithoutTerms } from '../words-without-terms.js';
import type { Connection } from './connection.js';
import { describeHits } from './describe-hits.js';
import { filterKeys } from './filter-keys.js';
import { openPassageTerms } from './passage-terms.js';
import { keysWithRequired } from './required-keys.js';
import { readBinding } from './settings.js';
import { currentVectors, type KeySelection } from './vector-tables.js';

/** Finds passages by words and by meaning; in the caller's transaction. */
export function searchPassages(
  connection: Connection,
  query: PreparedQuery,
  checked: CheckedSearch,
  embedder: Embedder,
): FoundPassages {
  const { db } = connection;
  const keys = allowedKeys(db, query, checked);
  const ranked = rankPassages(connection, query, checked, embedder, keys);
  return {
    ...describeHits(db, currentVectors(db), { ranked, query, checked, keys }),
    missingWords: missingWords(db, query),
  };
}

/** The passages that pass the filter and contain the required texts; `undefined` for all. */
function allowedKeys(db: Database, { required }: PreparedQuery, { options }: CheckedSearch): KeySelection | undefined {
  const filtered = filterKeys(options.filter ?? {});
  return required.length === 0 ? filtered : keysWithRequired(db, required, filtered);
}

function rankPassages(
  { db, place }: Connection,
  { terms, vector, required, candidateCount }: PreparedQuery,
  { mode }: CheckedSearch,
  embedder: Embedder,
  keys: KeySelection | undefined,
): RankedPassages {
  const lexical = mode === 'dense' ? [] : openPassageTerms(db).rank(terms, candidateCount, keys);
  // Required words may all be stop words, or no term may begin with them: no ranking has the passages that contain them.
  const unranked = mode === 'lexical' && required.length > 0 ? unrankedKeys(db, keys!, candidateCount) : [];
  if (vector === undefined) return [...lexical, ...unranked.filter(({ key }) => !lexical.some((of) => of.key === key))];
  // It may have changed while the query was embedded.
  checkModel(readBinding(db, 'binding'), embedder, place);
  const dense = currentVectors(db)?.nearest(vector, candidateCount, keys) ?? [];
  return mode === 'dense' ? dense : fuseRankings([lexical, dense]);
}

function unrankedKeys(db: Database, keys: KeySelection, limit: number): RankedPassages {
  const select = db.prepare<unknown[], RankedPassages[number]>(
    `SELECT key, 0 AS score FROM passages WHERE key IN (${keys.sql}) ORDER BY key LIMIT ?`,
  );
  return select.all(...keys.parameters, limit);
}

/** Words of the query that no text and no title of the store has, as the query has them. */
function missingWords(db: Database, { words }: PreparedQuery): string[] {
  const terms = openPassageTerms(db);
  return wordsWithoutTerms(words, (term) => terms.has(term));
}
