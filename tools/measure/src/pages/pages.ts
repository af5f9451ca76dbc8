import { createHash } from 'node:crypto';
import { wholeNumber } from '@topicmill/base/cli';
import { createEmbedder } from '@topicmill/embedding/llm-infrastructure';
import { DEFAULT_THRESHOLDS, extractiveReader, type ScoreReport, scorePages } from '@topicmill/pages/page-scoring';
import { splitDocument } from '@topicmill/pages/pagination';
import { generatePageTests, type PageTest } from '@topicmill/test-support/generate';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';
import { mean } from '../statistics.js';
import { type Row, type Table, tableCommand } from '../table-command.js';

interface Options {
  readonly documents: number;
  readonly seed: number;
}

/** Documents by their tokens. */
const LENGTHS: readonly [name: string, below: number][] = [
  ['under 5k', 5_000],
  ['5k to 30k', 30_000],
  ['30k to 200k', Number.POSITIVE_INFINITY],
];

/** Runs `pages`; see `--help`. */
export const pages = tableCommand<Options>(
  {
    name: 'npm run eval:pages --',
    description: 'Splits made-up documents into pages and scores them offline, as aio-scorer does.',
    examples: [['npm run eval:pages -- --documents 12 --seed 7', 'a smaller test set with other text']],
  },
  (program) =>
    program
      .option('--documents <number>', 'documents of the test set, 1,000 to 200,000 tokens', wholeNumber(0), 100)
      .option('--seed <number>', 'another seed gives other text', wholeNumber(0), 1),
  async function* ({ documents, seed }, { log }): AsyncGenerator<Table> {
    const counter = await loadTokenCounter('cl100k_base');
    const groups = new Map<string, ScoreReport[]>([...LENGTHS.map(([name]) => name), 'all'].map((name) => [name, []]));
    for (const test of generatePageTests({ documentCount: documents, seed, counter })) {
      const report = await scored(test, counter);
      const length = counter.count(test.text);
      for (const name of [LENGTHS.find(([, below]) => length < below)![0], 'all']) groups.get(name)!.push(report);
      log(
        `${test.name}: ${length} tokens, F1 ${report.pages.f1.toFixed(4)}, recall ${report.pages.recall.toFixed(4)}\n`,
      );
    }
    const columns = [...groups].filter(([, reports]) => reports.length > 0);
    yield {
      title: `Pages of ${documents} documents, seed ${seed}`,
      notes: ['Means over documents, each with 25 questions, read by the offline reader.'],
      columns: columns.map(([name]) => name),
      rows: FIGURES.map(
        ([name, figure]): Row => ({
          name,
          values: columns.map(([, reports]) => mean(reports.map(figure)).toFixed(4)),
        }),
      ),
    };
  },
);

const FIGURES: readonly [name: string, figure: (report: ScoreReport) => number][] = [
  ...(['f1', 'recall', 'pis', 'latency'] as const).map((name): [string, (report: ScoreReport) => number] => [
    name,
    ({ metrics }) => metrics.find(({ metric }) => metric === name)?.value ?? Number.NaN,
  ]),
  ['F1 by words alone', ({ pages }) => pages.lexical_f1],
  ['F1 of facts', ({ pages }) => pages.fact_f1 ?? Number.NaN],
  ['whole document: F1', ({ control }) => control?.f1 ?? Number.NaN],
  ['one page alone: F1', ({ first_page }) => first_page!.f1],
  ['one page alone: recall', ({ first_page }) => first_page!.recall],
  ['pages', ({ page_count }) => page_count],
  ['pages read a question', ({ questions }) => mean(questions.map(({ pages_read }) => pages_read.length))],
];

const embedder = createEmbedder('builtin', { env: {} });

async function scored({ name, text, maxTokens, questions }: PageTest, counter: TokenCounter): Promise<ScoreReport> {
  const { pages: split } = await splitDocument({
    text,
    file: name,
    baseUrl: 'https://example.com/g',
    limits: { maxTokens, overlapTokens: 0, allowsOversize: true },
    counter,
    sha256: (page) => createHash('sha256').update(page).digest('hex'),
  });
  const now = () => performance.now();
  return scorePages({
    pages: split.map(({ token, text: page }) => ({ ct: token, text: page, isWhole: true, hasComment: true })),
    document: text,
    questions: questions.map((question, index) => ({ ...question, required: [...question.required], line: index + 1 })),
    reader: extractiveReader(now),
    counter,
    embedder,
    thresholds: DEFAULT_THRESHOLDS,
    comparesFirstPage: true,
    now,
    file: name,
    questionsFile: name,
  });
}
