import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { readIndexJson, readWordsFile } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { generalWordsOf, shownKeywords } from '@topicmill/topics/keywords';
import { percent, type Row, type Table } from '../table.js';
import { tableCommand } from '../table-command.js';
import { type Judgement, readJudgedKeywords, type Verdict } from './judged-keywords.js';

const WORDS_FILE = join('_keywords', 'words.md');
const OWN_DOCS = { docs: 'docs', judged: 'tools/measure/questions/own-docs.keywords.yaml' };

/** Runs `shown-keywords`; see `--help`. */
export const shownKeywordsCommand = tableCommand<{ readonly docs: string; readonly judged: string }>(
  {
    name: 'npm run eval:shown-keywords --',
    description:
      'Measures how many of the keywords that built docs show say nothing of their topic, as a reader has judged them.',
    examples: [
      ['npm run eval:shown-keywords', 'our own docs'],
      ['npm run eval:shown-keywords -- --docs <folder> --judged <file>', 'other docs and what a reader says of them'],
    ],
  },
  (program) =>
    program
      .option('--docs <folder>', 'built docs root, or the folder of topics of a site', existingFolder, OWN_DOCS.docs)
      .option('--judged <file>', 'YAML file: `nothing` and `something`, lists of terms', OWN_DOCS.judged),
  async function* ({ docs, judged }): AsyncGenerator<Table> {
    yield* shownKeywordTables(readCandidates(docs, readJudgedKeywords(judged)));
  },
);

/** A term of `words.md`, one of singular and plural. */
export interface Candidate {
  readonly term: string;
  readonly topic: string;
  readonly isShown: boolean;
  readonly verdict: Verdict | undefined;
}

/**
 * The terms of all topics at any depth below `root`, whether `index.json` shows them, and what is judged of them.
 *
 * @throws TopicmillError `DOCS_ROOT_MISSING` when no topic there is built
 */
export function readCandidates(root: string, judgement: Judgement): Candidate[] {
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    join(sep, name).endsWith(join(sep, WORDS_FILE)),
  );
  const candidates = names.sort().flatMap((name) => {
    const folder = name.slice(0, -WORDS_FILE.length - 1);
    const topic = folder.split(sep).join('/');
    const index = join(root, folder, INDEX_FILE);
    if (!existsSync(index)) return [];
    const shown = new Set(readIndexJson(readFileSync(index, 'utf8'), index).keywords.map((each) => each.name));
    const words = readWordsFile(readFileSync(join(root, name), 'utf8'), join(root, name));
    return shownKeywords(words, generalWordsOf([]), new Set()).map(({ spellings }): Candidate => {
      const spelling = spellings.find(({ term }) => shown.has(term));
      const { term } = spelling ?? spellings[0]!;
      return { term, topic, isShown: spelling !== undefined, verdict: judgement(term, topic) };
    });
  });
  if (candidates.length > 0) return candidates;
  throw new TopicmillError('DOCS_ROOT_MISSING', 'No built topic with keywords was found.', {
    file: root,
    remedy: 'Name a docs root, and build it with `topicmill build`.',
  });
}

/** Shares of keywords that say nothing, of all terms and of those shown, and which terms they are. */
export function shownKeywordTables(candidates: readonly Candidate[]): Table[] {
  const shown = candidates.filter(({ isShown }) => isShown);
  const telling = candidates.filter(({ verdict }) => verdict === 'something');
  const lost = telling.filter(({ isShown }) => !isShown);
  const topicCount = new Set(candidates.map(({ topic }) => topic)).size;
  return [
    {
      title: `Keywords of ${topicCount} topics that say nothing`,
      notes: [
        'Of singular and plural one counts. Shares are of the judged ones; a distinct term says nothing if it does in at',
        `least half of its topics. Of ${telling.length} terms that say something, ${lost.length} are not shown (${percent(lost.length / telling.length)} %).`,
      ],
      columns: ['terms', 'say nothing', '%', 'not judged'],
      rows: [
        countedRow('all of words.md, in each topic', candidates),
        countedRow('all of words.md, distinct', distinct(candidates)),
        countedRow('shown, in each topic', shown),
        countedRow('shown, distinct', distinct(shown)),
      ],
    },
    termTable(
      'Shown, and says nothing',
      shown.filter(({ verdict }) => verdict === 'nothing'),
    ),
    termTable('Says something, and is not shown', lost),
    termTable(
      'Shown, and not judged',
      shown.filter(({ verdict }) => verdict === undefined),
    ),
  ];
}

function countedRow(name: string, candidates: readonly Pick<Candidate, 'verdict'>[]): Row {
  const nothing = candidates.filter(({ verdict }) => verdict === 'nothing').length;
  const open = candidates.filter(({ verdict }) => verdict === undefined).length;
  return { name, values: [candidates.length, nothing, percent(nothing / (candidates.length - open)), open] };
}

function distinct(candidates: readonly Candidate[]): Pick<Candidate, 'verdict'>[] {
  return [...byTerm(candidates).values()].map((each) => {
    const judged = each.filter(({ verdict }) => verdict !== undefined);
    if (judged.length === 0) return { verdict: undefined };
    const nothing = judged.filter(({ verdict }) => verdict === 'nothing').length;
    return { verdict: 2 * nothing >= judged.length ? 'nothing' : 'something' };
  });
}

function termTable(title: string, candidates: readonly Candidate[]): Table {
  const counted = [...byTerm(candidates)].sort(
    ([a, of], [b, than]) => than.length - of.length || compareCodeUnits(a, b),
  );
  return {
    title,
    notes: [],
    columns: ['topics'],
    rows: counted.map(([term, each]) => ({ name: term, values: [each.length] })),
  };
}

function byTerm(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const groups = new Map<string, Candidate[]>();
  for (const each of candidates) {
    const group = groups.get(each.term);
    if (group === undefined) groups.set(each.term, [each]);
    else group.push(each);
  }
  return groups;
}
