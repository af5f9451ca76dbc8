import { createHash } from 'node:crypto';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { generatePageTests, type PageTest } from '@topicmill/test-support/generate';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import {
  DEFAULT_THRESHOLDS,
  extractiveReader,
  type FoundPage,
  type MetricName,
  scorePages,
} from '../../src/page-scoring/index.js';
import { splitDocument } from '../../src/pagination/index.js';

const counter = await loadTokenCounter('cl100k_base');
const embedder = createEmbedder('builtin', { env: {} });
const tests = [...take(generatePageTests({ documentCount: 14, seed: 5, counter }), 3)];

function* take<T>(items: Iterable<T>, count: number): Generator<T> {
  for (const item of items) {
    yield item;
    if (--count === 0) return;
  }
}

/** Changes the pages of a set; their hashes fit unless `isWhole` is cleared. */
type Damage = (pages: FoundPage[], test: PageTest) => FoundPage[];

/** What leads from page to page stays: the graph is not what is damaged. */
const isToken = (line: string): boolean => line.startsWith('<!--CT ');

const edited =
  (edit: (lines: string[]) => string[]): Damage =>
  (pages) =>
    pages.map((page) => {
      const lines = page.text!.split('\n');
      return { ...page, text: [...lines.filter(isToken), ...edit(lines.filter((line) => !isToken(line)))].join('\n') };
    });

/** Two pages' own texts change places, each below the other's token. */
const swapped: Damage = (pages) =>
  pages.map((page, index) => {
    const other = pages[index ^ 1] ?? page;
    const lines = [
      ...page.text!.split('\n').filter(isToken),
      ...other.text!.split('\n').filter((line) => !isToken(line)),
    ];
    return { ...page, text: lines.join('\n'), isWhole: other === page };
  });

/** The metrics that miss their thresholds, each a mean over all documents. */
async function missed(damage: Damage): Promise<MetricName[]> {
  const sums = new Map<MetricName, number>();
  for (const made of tests) {
    const { pages } = await splitDocument({
      text: made.text,
      file: made.name,
      baseUrl: 'https://example.com/g',
      limits: { maxTokens: made.maxTokens, overlapTokens: 0, allowsOversize: true },
      counter,
      sha256: (text) => createHash('sha256').update(text).digest('hex'),
    });
    const found = pages.map(({ token, text }) => ({ ct: token, text, isWhole: true, hasComment: true }));
    const { metrics } = await scorePages({
      pages: damage(found, made),
      document: made.text,
      questions: made.questions.map((question, index) => ({
        ...question,
        required: [...question.required],
        line: index + 1,
      })),
      reader: extractiveReader(),
      counter,
      embedder,
      thresholds: { f1: DEFAULT_THRESHOLDS.f1, recall: DEFAULT_THRESHOLDS.recall, pis: DEFAULT_THRESHOLDS.pis },
      file: made.name,
      questionsFile: made.name,
    });
    for (const { metric, value } of metrics) sums.set(metric, (sums.get(metric) ?? 0) + value!);
  }
  return [...sums].flatMap(([metric, sum]) => (sum / tests.length < DEFAULT_THRESHOLDS[metric] ? [metric] : []));
}

test.each<[damage: string, MetricName[], Damage]>([
  ['none', [], (pages) => pages],
  [
    'another number wherever there is one',
    ['f1', 'recall'],
    edited((lines) => lines.map((line) => line.replace(/\d+/g, (digits) => `${Number(digits) + 7}`))),
  ],
  // A page of tables alone has nothing left that leads on.
  ['tables lost', ['f1', 'recall', 'pis'], edited((lines) => lines.filter((line) => !line.startsWith('|')))],
  ['the second half of each page lost', ['f1', 'recall', 'pis'], edited((lines) => lines.slice(0, lines.length / 2))],
  ['pages swapped in pairs', ['pis'], swapped],
  [
    'a page in four missing',
    ['f1', 'recall', 'pis'],
    (pages) => pages.map((page, index) => (index % 4 === 2 ? { ...page, text: undefined, isWhole: false } : page)),
  ],
  [
    'altered pages',
    ['pis'],
    (pages) => pages.map((page, index) => (index % 2 === 0 ? page : { ...page, isWhole: false })),
  ],
])('damage: %s', async (_, expected, damage) => {
  expect(await missed(damage)).toEqual(expected);
});
