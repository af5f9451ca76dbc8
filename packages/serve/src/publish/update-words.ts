import type { Transaction } from '@topicmill/base/postgres';
import type { RowCounts } from './published-page.js';

/** How often the docs contain each word, as pages come and go. */
export interface WordUpdate {
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
