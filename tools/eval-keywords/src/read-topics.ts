import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TopicmillError } from '@topicmill/diagnostics';
import { readTable } from '@topicmill/topics';

const SOURCE = 'golden-reference.md';
const EXPECTED = join('expected', 'words.md');

/** A topic with the keywords that somebody expects of it. */
export interface ExpectedTopic {
  /** Path below the folder of topics, with `/`. */
  readonly id: string;
  readonly text: string;
  /** Best first. */
  readonly expected: readonly string[];
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
    const expected = readExpectedTerms(readFileSync(join(folder, EXPECTED), 'utf8'));
    topics.push({ id, text: readFileSync(join(folder, SOURCE), 'utf8'), expected });
  }
  const names = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  for (const name of names) topics.push(...topicsBelow(root, id === '' ? name : `${id}/${name}`));
  return topics;
}

/** The first column of the first table, in its order: whatever else the tool that made the list says of its terms. */
export function readExpectedTerms(text: string): string[] {
  return (readTable(text.split(/\r?\n/))?.rows ?? []).map(([term]) => term ?? '');
}
