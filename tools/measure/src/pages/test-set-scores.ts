import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import {
  DEFAULT_THRESHOLDS,
  extractiveReader,
  type MetricName,
  type QuestionScore,
  scorePages,
  summarize,
} from '@topicmill/pages/page-scoring';
import { joinPages, type PageSet, readPage } from '@topicmill/pages/pagination';
import { generatePageTests, type PageTest } from '@topicmill/test-support/generate';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { oneLine } from '@topicmill/text/white-space';
import type { Row, Table } from '../table.js';
import { splitPageTest } from './split-page-test.js';

export interface TestSetOptions {
  readonly documentCount: number;
  readonly seed: number;
}

/** Documents by length, for the figures of each group. */
const GROUPS = [
  { name: 'under 5k tokens', below: 5_000 },
  { name: '5k to 30k', below: 30_000 },
  { name: '30k to 200k', below: Number.POSITIVE_INFINITY },
] as const;

interface Group {
  readonly scores: QuestionScore[];
  pageCount: number;
}

const METRICS: Readonly<Record<MetricName, string>> = {
  f1: 'answer F1',
  recall: 'context recall',
  pis: 'pagination integrity',
  latency: 'latency delta',
};

/**
 * Splits the documents of the test set and asks their questions offline: the metrics of each group and of all.
 *
 * @throws Error when pages are not their document or are too large
 */
export async function testSetScores({ documentCount, seed }: TestSetOptions): Promise<Table> {
  const counter = await loadTokenCounter('cl100k_base');
  const groups = new Map<string, Group>(GROUPS.map(({ name }) => [name, { scores: [], pageCount: 0 }]));
  let onePage = 0;
  let largest = 0;
  for (const test of generatePageTests({ documentCount, seed, counter })) {
    const set = await splitPageTest(test, counter);
    assertWhole(test, set);
    onePage += test.questions.filter(({ required }) => isOnOnePage(required, set)).length;
    const tokenCount = counter.count(test.text);
    largest = Math.max(largest, tokenCount);
    const group = groups.get(GROUPS.find(({ below }) => tokenCount < below)!.name)!;
    group.scores.push(...(await score(test, set, counter)));
    group.pageCount += set.pages.length;
  }
  const all = [...groups.values()];
  groups.set('all', {
    scores: all.flatMap(({ scores }) => scores),
    pageCount: all.reduce((sum, each) => sum + each.pageCount, 0),
  });
  const columns = [...groups].filter(([, { scores }]) => scores.length > 0);
  const values = columns.map(([, group]) => figuresOf(group));
  return {
    title: `Test set of ${documentCount} documents, seed ${seed}, up to ${largest} tokens`,
    notes: [
      'All joined byte for byte, every page within its size. Read offline; thresholds of the metrics as by default.',
      `${onePage} questions find all they need on one page.`,
    ],
    columns: columns.map(([name]) => name),
    rows: [...values[0]!.keys()].map((name): Row => ({ name, values: values.map((each) => each.get(name)) })),
  };
}

function assertWhole({ text, name, maxTokens }: PageTest, { pages, diagnostics }: PageSet): void {
  const isWhole = joinPages(pages.map((page) => readPage(page.text)!)) === text;
  const isSmall = pages.every(({ tokenCount }) => tokenCount <= maxTokens);
  if (isWhole && isSmall && diagnostics.length === 0 && pages.length >= 4) return;
  throw new Error(`${name}: ${pages.length} pages, joined ${isWhole}, within ${maxTokens} tokens ${isSmall}`);
}

function isOnOnePage(required: readonly string[], { pages }: PageSet): boolean {
  return pages.some((page) => {
    const text = oneLine(page.text);
    return required.every((passage) => text.includes(oneLine(passage)));
  });
}

const embedder = createEmbedder('builtin', { env: {} });

async function score(test: PageTest, { pages }: PageSet, counter: TokenCounter): Promise<readonly QuestionScore[]> {
  const now = () => performance.now();
  const report = await scorePages({
    pages: pages.map(({ token, text }) => ({ ct: token, text, isWhole: true, hasComment: true })),
    document: test.text,
    questions: test.questions.map((question, index) => ({
      ...question,
      required: [...question.required],
      line: index + 1,
    })),
    reader: extractiveReader(now),
    counter,
    embedder,
    thresholds: DEFAULT_THRESHOLDS,
    comparesFirstPage: true,
    now,
    file: test.name,
    questionsFile: test.name,
  });
  return report.questions;
}

function figuresOf({ scores, pageCount }: Group): Map<string, string> {
  const report = summarize(scores, {
    source: undefined,
    set: undefined,
    model: 'extractive',
    embedder: embedder.model,
    pageCount,
    thresholds: DEFAULT_THRESHOLDS,
    controlNotMeasured: undefined,
  });
  const readCount = scores.reduce((sum, { pages_read: pages }) => sum + pages.length, 0);
  return new Map([
    ['questions', String(scores.length)],
    ['pages', String(pageCount)],
    ...report.metrics.map(({ metric, value }): [string, string] => [METRICS[metric], value?.toFixed(4) ?? '–']),
    ['F1 by words alone', report.pages.lexical_f1.toFixed(4)],
    ['whole document: F1', report.control?.f1.toFixed(4) ?? '–'],
    ['one page alone: F1', report.first_page!.f1.toFixed(4)],
    ['one page alone: recall', report.first_page!.recall.toFixed(4)],
    ['pages read a question', (readCount / scores.length).toFixed(1)],
  ]);
}
