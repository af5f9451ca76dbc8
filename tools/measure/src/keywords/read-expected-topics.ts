import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { readTable } from '@topicmill/topics/formats';

const SOURCE = 'golden-reference.md';
const EXPECTED = join('expected', 'words.md');
const MULTIPLIER_COLUMN = 'Global Mult';

/** A topic with the keywords that somebody expects of it. */
export interface ExpectedTopic {
  /** Path below the folder of topics, with `/`. */
  readonly id: string;
  readonly text: string;
  /** Best first. */
  readonly expected: readonly string[];
  /** Of the expected terms, where the list names it. */
  readonly globalMultipliers: ReadonlyMap<string, number>;
}

/**
 * The topics at any depth below `root` that have a `golden-reference.md` and an `expected/words.md`, by id.
 *
 * @throws TopicmillError `DOCS_ROOT_MISSING` when there is none
 */
export function readExpectedTopics(root: string): ExpectedTopic[] {
  const topics = existsSync(root) ? topicsBelow(root, '') : [];
  if (topics.length > 0) return topics;
  throw new TopicmillError('DOCS_ROOT_MISSING', `No topic with ${SOURCE} and ${EXPECTED} was found.`, {
    file: root,
    remedy: 'Name a folder of such topics.',
  });
}

function topicsBelow(root: string, id: string): ExpectedTopic[] {
  const folder = join(root, id);
  const topics: ExpectedTopic[] = [];
  if (existsSync(join(folder, SOURCE)) && existsSync(join(folder, EXPECTED))) {
    const list = readFileSync(join(folder, EXPECTED), 'utf8');
    topics.push({ id, text: readFileSync(join(folder, SOURCE), 'utf8'), ...readExpectedTerms(list) });
  }
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of names) topics.push(...topicsBelow(root, id === '' ? name : `${id}/${name}`));
  return topics;
}

/**
 * Of the first table, the first column in its order, and the column "Global Mult" (`1.5x`) where there is one: whatever
 * else the tool that made the list says of its terms.
 */
export function readExpectedTerms(text: string): Pick<ExpectedTopic, 'expected' | 'globalMultipliers'> {
  const list = readTable(text.split(/\r?\n/));
  const rows = list?.rows ?? [];
  const column = list?.header.indexOf(MULTIPLIER_COLUMN) ?? -1;
  const multipliers = rows.map((cells) => [cells[0] ?? '', Number.parseFloat(cells[column] ?? '')] as const);
  return {
    expected: rows.map(([term]) => term ?? ''),
    globalMultipliers: new Map(multipliers.filter(([, multiplier]) => Number.isFinite(multiplier))),
  };
}
