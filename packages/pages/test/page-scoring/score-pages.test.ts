import { expect, test } from 'vitest';
import {
  consecutiveSuccesses,
  DEFAULT_THRESHOLDS,
  type FoundPage,
  formatHistoryLine,
  formatHtmlReport,
  formatJunit,
  formatReport,
  type Question,
  type Reader,
  type ScoreInput,
  scorePages,
} from '../../src/page-scoring/index.js';
import { pagesOf, plainPages, words } from './pages.js';

const question = (line: number, text: string, answer: string, ...required: string[]): Question => ({
  question: text,
  answer,
  required,
  line,
});

/** Returns the replies in turn, each with its time. */
function scripted(replies: readonly (readonly [answer: string, elapsedMs: number])[], contextTokens?: number) {
  const asked: { texts: readonly string[]; question: string }[] = [];
  const reader: Reader = {
    name: 'scripted',
    contextTokens,
    answer: async (texts, text) => {
      asked.push({ texts, question: text });
      const [answer, elapsedMs] = replies[asked.length - 1]!;
      return { answer, elapsedMs };
    },
  };
  return { reader, asked };
}

function score(input: Pick<ScoreInput, 'pages' | 'document' | 'questions' | 'reader'> & Partial<ScoreInput>) {
  return scorePages({
    counter: words,
    thresholds: DEFAULT_THRESHOLDS,
    now: () => 0,
    file: 'pages/chunks.json',
    questionsFile: 'queries.yaml',
    ...input,
  });
}

const facts = ['The owl is old.', 'The fox is red.', 'The cat is fat.', 'The dog is very big.'];

test('the four metrics, computed by hand', async () => {
  const { pages, document } = await pagesOf(facts);
  const altered = pages.map(
    (page, index): FoundPage =>
      index === 3 ? { ...page, text: page.text!.replace('very big', 'small'), isWhole: false } : page,
  );
  const { reader, asked } = scripted([
    // Of 2 words 2 right, of 3 found 2: F1 = 2 · 1 · (2/3) / (5/3) = 0.8.
    ['Red, fat!', 30],
    ['red fat old', 20],
    // Nothing right.
    ['a bird', 16],
    ['big', 20],
  ]);
  const questions = [
    question(
      1,
      'Which colour has the fox that is red, and how fat is the cat?',
      'red fat old',
      'The fox is red.',
      'The cat is fat.',
    ),
    question(9, 'What comes after the cat that Hen chases?', 'big', 'The dog is very big.'),
  ];
  const report = await score({ pages: altered, document, questions, reader });
  expect(asked.map(({ texts }) => texts.length)).toEqual([2, 1, 4, 1]);
  expect(asked[1]!.texts).toEqual([document]);
  const [first, second] = report.questions;
  expect(first).toMatchObject({ start_page: 'chunk-002', pages_read: ['chunk-002', 'chunk-003'], hits: 1, misses: [] });
  expect(second).toMatchObject({
    missing_passages: ['The dog is very big.'],
    held_tokens: 0,
    required_tokens: 5,
    hits: 2,
  });
  expect(second!.misses).toEqual([{ from: 'chunk-003', to: 'chunk-004', reason: 'altered' }]);
  // (0.8 + 0) / 2; 8 of 13 tokens; 3 edges of 4; (46 − 40) / 40.
  expect(report.metrics).toEqual([
    { metric: 'f1', value: expect.closeTo(0.4, 10), threshold: 0.92, is_met: false },
    { metric: 'recall', value: expect.closeTo(8 / 13, 10), threshold: 0.97, is_met: false },
    { metric: 'pis', value: 75, threshold: 98, is_met: false },
    { metric: 'latency', value: expect.closeTo(15, 10), threshold: 15, is_met: true },
  ]);
  expect(report).toMatchObject({ passed: false, control: { f1: 1, exact_matches: 2, elapsed_ms: 20 } });
});

test('the better one of words and meaning counts, and both are shown', async () => {
  const { pages, document } = await pagesOf(facts);
  const { reader } = scripted([
    ['crimson', 1],
    ['', 1],
  ]);
  const vectors = new Map([
    ['red', [1, 0]],
    ['crimson', [0.6, 0.8]],
  ]);
  const embedded: string[] = [];
  const report = await score({
    pages,
    document,
    questions: [question(1, 'Which colour has the fox?', 'red', 'The fox is red.')],
    reader,
    embedder: {
      model: 'two-dimensional',
      embed: async (texts) => {
        embedded.push(...texts);
        return texts.map((text) => Float32Array.from(vectors.get(text)!));
      },
    },
  });
  expect(embedded.sort()).toEqual(['crimson', 'red']);
  expect(report.questions[0]!.pages).toMatchObject({
    lexical_f1: 0,
    semantic_f1: expect.closeTo(0.6, 6),
    f1: expect.closeTo(0.6, 6),
  });
  expect(report.questions[0]!.control).toMatchObject({ answer: '', f1: 0, semantic_f1: 0 });
});

test('a latency that cannot be measured, since the document exceeds the context, has not passed', async () => {
  const { pages, document } = await pagesOf(facts);
  const { reader, asked } = scripted([['red', 5]], 1_100);
  const questions = [question(1, 'Which colour has the fox?', 'red', 'The fox is red.')];
  const report = await score({ pages, document, questions, reader });
  expect(asked).toHaveLength(1);
  expect(report).toMatchObject({
    passed: false,
    control_not_measured: 'the document exceeds the context of scripted, 1100 tokens',
  });
  expect(report.metrics.at(-1)).toEqual({ metric: 'latency', threshold: 15 });
  expect(formatReport(report)).toMatch(/– {4}Latency delta +not measured/);
  expect(formatJunit([report])).toContain('<skipped message="not measured"/>');
});

test('the start page alone, next to all pages on the way', async () => {
  const { pages, document } = await pagesOf(facts);
  const { reader, asked } = scripted([
    ['red fat', 5],
    ['red', 1],
  ]);
  const report = await score({
    pages,
    document,
    questions: [question(1, 'Which colour has the fox?', 'red fat', 'The fox is red.', 'The cat is fat.')],
    reader,
    thresholds: { f1: 0.9 },
    comparesFirstPage: true,
  });
  expect(asked[1]!.texts).toEqual([pages[1]!.text]);
  expect(report.first_page).toMatchObject({ recall: 0.5, f1: expect.closeTo(2 / 3, 10), elapsed_ms: 1 });
  expect(report.control).toBeUndefined();
});

test.each<[code: string, edges: [string | null, string | null][], named: string[]]>([
  [
    'CT_DANGLING',
    [
      [null, 'p1'],
      ['p0', 'p9'],
    ],
    ['p1', 'p9'],
  ],
  [
    'CT_CIRCULAR',
    [
      [null, 'p1'],
      ['p0', 'p0'],
    ],
    ['p1', 'p0'],
  ],
  [
    'CT_ONE_WAY',
    [
      [null, 'p1'],
      [null, null],
    ],
    ['p0', 'p1'],
  ],
  [
    'CT_TWO_HEADS',
    [
      [null, null],
      [null, null],
    ],
    ['p0', 'p1'],
  ],
  [
    'CT_UNREACHABLE',
    [
      [null, null],
      ['p0', null],
    ],
    ['p1', 'p0'],
  ],
])('%s: nothing is asked', async (code, edges, named) => {
  const { reader, asked } = scripted([]);
  const pages = plainPages(['a', 'b']).map((page, index) => {
    const [prev, next] = edges[index]!;
    return { ...page, ct: { id: page.ct.id, prev, next } };
  });
  const questions = [question(1, 'a?', 'a', 'a')];
  const error = await score({ pages, document: 'ab', questions, reader }).catch((thrown: unknown) => thrown);
  const { diagnostics } = error as { diagnostics: { code: string; message: string }[] };
  const found = diagnostics.find((each) => each.code === code);
  for (const id of named) expect(found?.message).toContain(id);
  expect(asked).toEqual([]);
});

test.each([
  ['next', '"next":"chunk-003"', '"next":"chunk-004"', 'next of chunk-002 is chunk-004 on the page'],
  ['prev', '"prev":"chunk-001"', '"prev":null', 'prev of chunk-002 is null on the page'],
])('a page whose %s differs from the manifest: nothing is asked', async (_, written, other, message) => {
  const { pages, document } = await pagesOf(facts);
  const { reader, asked } = scripted([]);
  const changed = pages.map((page, at) => (at === 1 ? { ...page, text: page.text!.replace(written, other) } : page));
  const questions = [question(1, 'Which colour has the fox?', 'red', 'The fox is red.')];
  await expect(score({ pages: changed, document, questions, reader })).rejects.toMatchObject({
    code: 'CT_DIFFERS',
    message: expect.stringContaining(message),
  });
  expect(asked).toEqual([]);
});

test('a required passage that is not in the document is an error of the questions', async () => {
  const { pages, document } = await pagesOf(facts);
  const { reader, asked } = scripted([]);
  const questions = [question(4, 'a?', 'a', 'The fox is green.')];
  await expect(score({ pages, document, questions, reader })).rejects.toMatchObject({
    code: 'QUERIES_INVALID',
    file: 'queries.yaml',
    line: 4,
  });
  await expect(score({ pages, document, questions: [], reader })).rejects.toMatchObject({ code: 'QUERIES_INVALID' });
  expect(asked).toEqual([]);
});

test('reports show what fell short, with markup of others as text', async () => {
  const pages = plainPages(['The <b>fox</b> & "co"\u0007 are red.', 'More.']);
  const { reader } = scripted([
    ['<script>alert(1)</script>\n', 5],
    ['', 5],
  ]);
  const questions = [question(3, 'Is 1 < 2 & "so"?', 'red', 'The <b>fox</b>')];
  const report = await score({
    pages,
    document: pages[0]!.text! + pages[1]!.text!,
    questions,
    reader,
    source: 'a&b.md',
  });
  const html = formatHtmlReport(report);
  expect(html).not.toContain('<script>');
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('Questions that fell short: 1');
  expect(html).toMatch(/<mark title="start">p0<\/mark>/);
  const junit = formatJunit([report]);
  expect(junit).toContain('<testsuite name="a&amp;b.md: questions" tests="1" failures="1" errors="0" skipped="0">');
  expect(junit).toContain('name="Is 1 &lt; 2 &amp; &quot;so&quot;?"');
  expect(junit).toContain('<failure message="0.0000, expected ≥ 0.92"/>');
  expect(formatReport(report)).toMatch(/^FAIL Answer F1 +0\.0000 {3}≥ 0\.92$/m);
  expect(formatReport(report)).toContain('1 question fell short:\n  line 3: Is 1 < 2 & "so"?');
  expect(formatReport(report)).toContain('    expected: "red"\n    answered: "<script>alert(1)</script>"\n');
});

test('the history tells how many runs at its end passed', async () => {
  const { pages, document } = await pagesOf(facts);
  const run = async (answer: string) =>
    formatHistoryLine(
      await score({
        pages,
        document,
        questions: [question(1, 'Which colour has the fox?', 'red', 'The fox is red.')],
        reader: scripted([[answer, 1]]).reader,
        thresholds: { f1: 0.9 },
      }),
    );
  const [good, bad] = [await run('red'), await run('blue')];
  expect(JSON.parse(good)).toEqual({ passed: true, source: null, set: null, model: 'scripted', questions: 1, f1: 1 });
  expect(consecutiveSuccesses(bad + good + good)).toBe(2);
  expect(consecutiveSuccesses(good + bad)).toBe(0);
  expect(consecutiveSuccesses(`${good}{"pas`)).toBe(0);
  expect(consecutiveSuccesses('')).toBe(0);
  const of = (source: string, line: string) => line.replace('"source":null', JSON.stringify({ source }).slice(1, -1));
  const mixed = of('a.md', good) + of('b.md', bad) + of('a.md', good);
  expect([consecutiveSuccesses(mixed, 'a.md'), consecutiveSuccesses(mixed, 'b.md')]).toEqual([2, 0]);
});
