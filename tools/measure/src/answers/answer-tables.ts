import type { AnsweredQuestion, Topic } from '../read-topics.js';
import { deviation, mean } from '../statistics.js';
import { percent, type Row, type Table } from '../table.js';
import { crossValidate, leaveOneOut, randomHalves, type ScoredSearcher, type Split } from './cross-validate.js';
import { DEFAULT_SEARCH } from './own-searchers.js';
import { type Measure, measure } from './searcher.js';

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

/** How well the questions of some topics were answered. */
export function answerTables(topics: readonly Topic[], searchers: readonly ScoredSearcher[]): Table[] {
  const asked = topics.filter(({ questions }) => questions.length > 0);
  const chunkCount = topics.reduce((sum, { chunks }) => sum + chunks.length, 0);
  return [
    partsTable(`${topics.length} topics, ${chunkCount} chunks.`, partsOf(asked), searchers),
    topicsTable(asked, searchers),
    splitsTable(`${HALVES} random halves of the topics`, randomHalves(asked, HALVES), searchers),
    splitsTable('Each topic left out', leaveOneOut(asked), searchers),
  ];
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

function partsTable(note: string, parts: readonly Part[], searchers: readonly ScoredSearcher[]): Table {
  const rows = searchers.map(({ searcher, scores }): Row => {
    const values = parts.flatMap(([, questions]) => {
      const found = measure(scores, questions);
      const words = [found.wordsInFirstChunk, found.wordsInThreeChunks, found.wordsInBestOwnChunk];
      return [
        `${percent(found.hitAt1)} / ${percent(found.hitAt3)} / ${found.meanReciprocalRank.toFixed(3)}`,
        words.map(percent).join(' / '),
      ];
    });
    return { name: searcher.name, values };
  });
  return {
    title: 'Answers',
    notes: [
      note,
      'Topics: hit@1 / hit@3 / MRR. Answer: % of its words in the first chunk / the first three / the best of its topic.',
    ],
    columns: parts.flatMap(([name, { length }]) => [`${name} (${length} questions)`, 'answer']),
    rows,
  };
}

function topicsTable(asked: readonly Topic[], searchers: readonly ScoredSearcher[]): Table {
  const rows = searchers.map(({ searcher, scores }) => ({
    name: searcher.name,
    values: asked.map(({ questions }) => percent(measure(scores, questions).hitAt1)),
  }));
  const columns = asked.map(({ id, questions }) => `${id} (${questions.length})`);
  return { title: 'Answers by topic', notes: ['hit@1, in %.'], columns, rows };
}

function splitsTable(title: string, splits: readonly Split[], searchers: readonly ScoredSearcher[]): Table {
  const measured = crossValidate(searchers, splits);
  const rows = [...measured].map(([family, found]) => ({
    name: family,
    values: COMPARED.map(([, readValue]) => {
      const values = found.map(readValue).filter((value) => value !== undefined);
      return values.length === 0 ? '–' : `${percent(mean(values))} ± ${percent(deviation(values))}`;
    }),
  }));
  return {
    title,
    notes: ['Settings chosen on one part of the topics, figures of the other: mean ± standard deviation, in %.'],
    columns: COMPARED.map(([name]) => name),
    rows: [...rows, aheadRow(measured)],
  };
}

/** In how many splits the default search is better than, equal to, and worse than the best of the others. */
function aheadRow(measured: ReadonlyMap<string, readonly Measure[]>): Row {
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
  return { name: 'default ahead of / even with / behind the best peer of each split', values: cells };
}
