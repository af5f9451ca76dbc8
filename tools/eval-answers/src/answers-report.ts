import { crossValidate, leaveOneOut, randomHalves, type ScoredSearcher, type Split } from './cross-validate.js';
import { DEFAULT_SEARCH } from './own-searchers.js';
import type { AnsweredQuestion, Topic } from './read-corpus.js';
import { deviation, type Measure, mean, measure } from './searcher.js';

const HALVES = 20;
/** Differences below this are rounding. */
const EPSILON = 1e-9;

type Part = readonly [name: string, questions: readonly AnsweredQuestion[]];

/** What is compared from split to split. */
const COMPARED = [
  ['hit@1', (found: Measure) => found.hitAt1],
  ['hit@3', (found: Measure) => found.hitAt3],
  ['MRR', (found: Measure) => found.meanReciprocalRank],
  ['best own chunk', (found: Measure) => found.wordsInBestOwnChunk],
] as const;

/** Tables in Markdown of how well the questions of some topics were answered. */
export function answersReport(topics: readonly Topic[], searchers: readonly ScoredSearcher[]): string {
  const asked = topics.filter(({ questions }) => questions.length > 0);
  const chunkCount = topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  return [
    `# Answers\n\n${topics.length} topics, ${chunkCount} chunks. By topic: hit@1 / hit@3 / MRR. `,
    'Answer: share of its words in the first chunk / in the first three / in the best chunk of the question’s own topic.\n',
    partsTable(partsOf(asked), searchers),
    'hit@1 by topic\n',
    topicsTable(asked, searchers),
    '# Splits by topic\n\nSettings chosen on one part of the topics, figures of the other: mean ± standard deviation.\n',
    splitsTable(`${HALVES} random halves`, randomHalves(asked, HALVES), searchers),
    splitsTable('Each topic left out', leaveOneOut(asked), searchers),
  ].join('\n');
}

/** Every second topic with questions is for choosing settings by, the others tell what they are worth. */
function partsOf(asked: readonly Topic[]): Part[] {
  const questionsOf = (isIncluded: (place: number) => boolean) =>
    asked.filter((_, place) => isIncluded(place)).flatMap(({ questions }) => questions);
  return [
    ['chosen on', questionsOf((place) => place % 2 === 0)],
    ['reported on', questionsOf((place) => place % 2 === 1)],
    ['all', questionsOf(() => true)],
  ];
}

function partsTable(parts: readonly Part[], searchers: readonly ScoredSearcher[]): string {
  const heads = parts.map(([name, { length }]) => `${name} (${length} questions) | answer`);
  const rows = searchers.map(({ searcher, scores }) => {
    const cells = parts.map(([, questions]) => {
      const found = measure(scores, questions);
      const topics = `${percent(found.hitAt1)} / ${percent(found.hitAt3)} / ${found.meanReciprocalRank.toFixed(3)}`;
      const words = [found.wordsInFirstChunk, found.wordsInThreeChunks, found.wordsInBestOwnChunk];
      return `${topics} | ${words.map(percent).join(' / ')}`;
    });
    return [searcher.name, ...cells];
  });
  return table(['', ...heads.join(' | ').split(' | ')], rows);
}

function topicsTable(asked: readonly Topic[], searchers: readonly ScoredSearcher[]): string {
  const rows = searchers.map(({ searcher, scores }) => [
    searcher.name,
    ...asked.map(({ questions }) => percent(measure(scores, questions).hitAt1)),
  ]);
  return table(['', ...asked.map(({ id, questions }) => `${id} (${questions.length})`)], rows);
}

function splitsTable(title: string, splits: readonly Split[], searchers: readonly ScoredSearcher[]): string {
  const measured = crossValidate(searchers, splits);
  const rows = [...measured].map(([family, found]) => [
    family,
    ...COMPARED.map(([, readValue]) => {
      const values = found.map(readValue).filter((value) => value !== undefined);
      return values.length === 0 ? '–' : `${percent(mean(values))} ± ${percent(deviation(values))}`;
    }),
  ]);
  return table([title, ...COMPARED.map(([name]) => name)], [...rows, aheadRow(measured)]);
}

/** In how many splits the default search is ahead of, even with, and behind the best of the others. */
function aheadRow(measured: ReadonlyMap<string, readonly Measure[]>): string[] {
  const own = measured.get(DEFAULT_SEARCH) ?? [];
  const peers = [...measured].filter(([family]) => !family.startsWith('topicmill')).map(([, found]) => found);
  const cells = COMPARED.map(([, readValue]) => {
    const leads = own.map((found, at) => {
      const best = Math.max(...peers.map((peer) => readValue(peer[at]!) ?? 0));
      return (readValue(found) ?? 0) - best;
    });
    const ahead = leads.filter((lead) => lead > EPSILON).length;
    const behind = leads.filter((lead) => lead < -EPSILON).length;
    return `${ahead} / ${leads.length - ahead - behind} / ${behind}`;
  });
  return ['default ahead of / even with / behind the best peer of each split', ...cells];
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  return `${line(head)}|${'---|'.repeat(head.length)}\n${rows.map(line).join('')}`;
}

/** A share in per cent with one decimal. */
export function percent(share: number | undefined): string {
  return share === undefined ? '–' : (100 * share).toFixed(1);
}
