import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDocument } from '@topicmill/base/files';
import { makePages, PageStore } from '@topicmill/pages/page-store';
import { expect, test } from 'vitest';
import { main } from '../src/main.js';
import { startModel } from './model-server.js';
import { temporaryFolder } from './temporary-folder.js';

const animals = ['owl', 'fox', 'cat', 'dog', 'cow'];
const fact = (animal: string) => `The favourite colour of the ${animal} is ${animal}-red.`;
const guide = animals.map((animal) => `# The ${animal}\n\n${fact(animal)}\n\n${'filler '.repeat(130)}\n`).join('\n');

function entry(animal: string, other: string): string {
  return `- question: What is the favourite colour of the ${animal}, and that of the ${other}?
  answer: ${fact(animal)} ${fact(other)}
  required:
    - ${fact(animal)}
    - ${fact(other)}
`;
}

const queries = entry('owl', 'cat') + entry('fox', 'cow') + entry('dog', 'owl');

/** A published set of five pages with three questions, and `aio-scorer` in its folder. */
async function workspace() {
  const cwd = temporaryFolder();
  const path = (...names: string[]) => join(cwd, ...names);
  writeFileSync(path('guide.md'), guide);
  writeFileSync(path('queries.yaml'), queries);
  const { manifest: made, files } = await makePages({
    document: readDocument(path('guide.md'), 'guide.md'),
    displayPath: 'guide.md',
    baseUrl: 'https://example.com/guide',
    limits: { maxTokens: 300, overlapTokens: 0, allowsOversize: false },
    tokenizer: 'cl100k_base',
    ids: { form: 'chunk' },
  });
  new PageStore(path('pages')).publish(made.set, files);
  const run = async (args: readonly string[], env: Record<string, string> = {}) => {
    let stdout = '';
    let stderr = '';
    const manifest = args.includes('--manifest') ? [] : ['--manifest', 'pages/chunks.json'];
    const code = await main([...manifest, '--queries', 'queries.yaml', ...args], {
      cwd,
      env,
      stdout: { write: (text) => (stdout += text) },
      stderr: { write: (text) => (stderr += text) },
    });
    return { code, stdout, stderr };
  };
  const edit = (name: string, change: (text: string) => string) =>
    writeFileSync(path(...name.split('/')), change(readFileSync(path(...name.split('/')), 'utf8')));
  return { path, run, edit };
}

/** Metrics that do not depend on the load of the machine. */
const offline = ['--metrics', 'f1,recall,pis', '--target-thresholds', '0.9', '0.97', '98'];

/** The workspace next to a model that quotes what its text says about colours. */
async function withModel(provider: 'openai' | 'ollama' = 'openai') {
  const model = await startModel((prompt) => {
    const [text = '', question = ''] = prompt.split('\n\nQuestion: ');
    const asked = animals.filter((animal) => question.includes(animal));
    return (
      asked
        .map(fact)
        .filter((each) => text.includes(each))
        .join(' ') || 'unknown'
    );
  });
  const env = { OPENAI_API_KEY: 'k', OPENAI_BASE_URL: `${model.url}/v1`, OLLAMA_HOST: model.url };
  const base = await workspace();
  const named = ['--model', `${provider}:m`];
  return {
    ...base,
    ...model,
    run: (...more: string[]) => base.run([...named, ...offline, ...more], env),
    runPlain: (...more: string[]) => base.run([...named, ...more], env),
  };
}

test('offline: all thresholds met', async () => {
  const { run } = await workspace();
  const { code, stdout, stderr } = await run(offline);
  expect(stderr).toBe('');
  expect(stdout).toContain('guide.md: 5 pages, 3 questions, read by extractive');
  expect(stdout).toMatch(/^ok {3}Context recall +1\.0000 {3}≥ 0\.97$/m);
  expect(code).toBe(0);
});

test('one threshold missed', async () => {
  const { run } = await workspace();
  const { code, stdout } = await run(['--metrics', 'recall,f1', '--target-thresholds', '0.97', '1.1']);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^FAIL Answer F1/m);
});

test('without --target-thresholds the compliance thresholds count', async () => {
  const { run } = await workspace();
  const { stdout } = await run(['--json']);
  const { metrics } = JSON.parse(stdout) as { metrics: { metric: string; threshold: number }[] };
  expect(metrics.map(({ metric, threshold }) => [metric, threshold])).toEqual([
    ['f1', 0.92],
    ['recall', 0.97],
    ['pis', 98],
    ['latency', 15],
  ]);
});

test('a page that is missing or altered costs integrity and recall', async () => {
  const { run, path, edit } = await workspace();
  rmSync(path('pages', 'chunk-003.md'));
  edit('pages/chunk-005.md', (text) => text.replace('cow-red', 'cow-blue'));
  const { code, stdout } = await run([...offline, '--json']);
  const report = JSON.parse(stdout) as {
    metrics: { value: number }[];
    questions: { misses: { to: string; reason: string }[] }[];
  };
  expect(code).toBe(1);
  expect(report.metrics[1]!.value).toBeLessThan(0.97);
  expect(report.metrics[2]!.value).toBeLessThan(98);
  const misses = new Set(report.questions.flatMap((each) => each.misses.map(({ to, reason }) => `${to} ${reason}`)));
  expect([...misses].sort()).toEqual(['chunk-003 missing', 'chunk-005 altered']);
});

test.each([
  ['CT_DANGLING', '"next": "chunk-003"', '"next": "chunk-999"', 'chunk-999'],
  ['CT_CIRCULAR', '"next": "chunk-003"', '"next": "chunk-001"', 'chunk-001'],
  ['CT_ONE_WAY', '"prev": "chunk-002"', '"prev": "chunk-001"', 'chunk-003'],
  ['CT_TWO_HEADS', '"prev": "chunk-002"', '"prev": null', 'chunk-003'],
  ['CT_UNREACHABLE', '"next": "chunk-003"', '"next": null', 'chunk-003'],
])('%s: exit code 13, and no model is asked', async (code, before, after, named) => {
  const { run, edit, prompts } = await withModel();
  edit('pages/chunks.json', (manifest) => manifest.replace(before, after));
  const ended = await run();
  expect(ended).toMatchObject({ code: 13, stdout: '' });
  expect(ended.stderr.split('\n').find((line) => line.includes(code))).toContain(named);
  expect(prompts).toEqual([]);
});

test('a page whose next differs from the manifest: exit code 13, and no model is asked', async () => {
  const { run, edit, prompts } = await withModel();
  edit('pages/chunk-002.md', (text) => text.replace('"next":"chunk-003"', '"next":"chunk-004"'));
  expect(await run()).toMatchObject({ code: 13, stdout: '', stderr: expect.stringContaining('CT_DIFFERS') });
  expect(prompts).toEqual([]);
});

test('a metric that cannot be measured does not pass, and its absence is explained', async () => {
  const { runPlain } = await withModel();
  const { code, stdout, stderr } = await runPlain('--metrics', 'recall,latency', '--context', '1500');
  expect(stdout).toMatch(/^– {4}Latency delta +not measured/m);
  expect(stderr).toContain('Not passed: latency was not measured. To score without it: --metrics f1,recall,pis');
  expect(code).toBe(1);
});

test.each<[string, file: string, (text: string) => string, message: string]>([
  ['an invalid file of questions', 'queries.yaml', () => '- question: a\n', 'queries.yaml:1 error QUERIES_INVALID'],
  [
    'a passage that the document does not hold',
    'queries.yaml',
    (text) => text.replaceAll('- The favourite colour of the fox', '- The colour of the fox'),
    'queries.yaml:6 error QUERIES_INVALID',
  ],
  [
    'questions about other documents',
    'queries.yaml',
    (text) => text.replaceAll('- question', '- document: x.md\n  question'),
    'No question is about guide.md',
  ],
  ['an invalid manifest', 'pages/chunks.json', () => '{}', 'PAGES_MANIFEST_INVALID'],
])('%s: exit code 2', async (_, file, change, message) => {
  const { run, edit } = await workspace();
  edit(file, change);
  expect(await run([])).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test.each<[string, args: readonly string[], message: string]>([
  ['no such manifest', ['--manifest', 'nowhere.json'], 'FILE_UNREADABLE'],
  ['an unknown metric', ['--metrics', 'f1,f2'], '"f2" is not one of'],
  ['a metric twice', ['--metrics', 'f1,f1'], 'is given twice'],
  ['too few thresholds', ['--target-thresholds', '0.9'], '4 metrics but 1 threshold given'],
  ['a threshold that is no number', ['--target-thresholds', 'high'], 'must be a number'],
  ['an unknown model', ['--model', 'mistral:large'], 'GENERATOR_UNKNOWN'],
  ['runs in a row without a history', ['--require-consecutive', '3'], 'needs the history of earlier runs'],
])('%s: exit code 2', async (_, args, message) => {
  const { run } = await workspace();
  expect(await run(args)).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});

test('the plain form of a manifest is scored', async () => {
  const { run, path } = await workspace();
  const id = (index: number) => (animals[index] === undefined ? null : `chunk-${index}`);
  const plain = animals.map((animal, index) => ({
    ct: { id: id(index), prev: id(index - 1), next: id(index + 1) },
    content: `# The ${animal}\n\n${fact(animal)}\n`,
  }));
  writeFileSync(path('plain.json'), JSON.stringify(plain));
  const { code, stdout } = await run([...offline, '--manifest', 'plain.json']);
  expect(stdout).toContain('5 pages, 3 questions');
  expect(code).toBe(0);
});

test('reports are written next to the terminal’s', async () => {
  const { run, path } = await workspace();
  const { code } = await run([...offline, '--junit', 'out/junit.xml', '--html', 'out/report.html', '--first-page']);
  expect(code).toBe(0);
  expect(readFileSync(path('out', 'junit.xml'), 'utf8')).toContain(
    '<testsuite name="guide.md: metrics" tests="3" failures="0"',
  );
  expect(readFileSync(path('out', 'report.html'), 'utf8')).toContain('one page alone');
});

test('the gate opens after three runs in a row that passed', async () => {
  const { run, path } = await workspace();
  const gate = ['--history', 'scores.jsonl', '--require-consecutive', '3'];
  const good = () => run([...offline, ...gate]);
  const codes = [(await good()).code, (await good()).code, (await good()).code];
  expect(codes).toEqual([1, 1, 0]);
  const bad = await run(['--metrics', 'f1', '--target-thresholds', '1.1', ...gate]);
  expect(bad.code).toBe(1);
  const again = await good();
  expect(again).toMatchObject({ code: 1, stderr: '1 of 3 runs in a row passed.\n' });
  expect(readFileSync(path('scores.jsonl'), 'utf8').trim().split('\n')).toHaveLength(5);
});

test.each(['openai', 'ollama'] as const)('%s answers from the pages on the way', async (provider) => {
  const { run, prompts } = await withModel(provider);
  const { code, stderr } = await run();
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(prompts).toHaveLength(3);
  expect(prompts[0]).toContain('<!--CT {"id":"chunk-001"');
});

test('with the latency each question is asked of the whole document too', async () => {
  const { runPlain, prompts } = await withModel();
  const { stdout } = await runPlain('--metrics', 'latency', '--target-thresholds', '100000');
  expect(stdout).toMatch(/^(?:ok {2}|FAIL|– {3}) Latency delta/m);
  expect(prompts).toHaveLength(6);
  expect(prompts.filter((prompt) => prompt.startsWith(guide))).toHaveLength(3);
});

test('a run that failed is gone on with: only what is missing is asked', async () => {
  const { run, prompts, faults, path } = await withModel();
  faults.set(2, { status: 400 });
  const failed = await run();
  expect(failed).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('GENERATOR_REQUEST_REJECTED') });
  expect(prompts).toHaveLength(3);
  expect((await run()).code).toBe(0);
  expect(prompts).toHaveLength(4);
  expect((await run()).code).toBe(0);
  expect(prompts).toHaveLength(4);
  expect((await run('--fresh')).code).toBe(0);
  expect(prompts).toHaveLength(7);
  expect(existsSync(path('.topicmill', 'answers'))).toBe(true);
});

test('an answer on disk that was damaged is asked for again', async () => {
  const { run, prompts, path } = await withModel();
  await run('--answers', 'kept');
  const [name] = readdirSync(path('kept'), { recursive: true, encoding: 'utf8' }).filter((each) =>
    each.endsWith('.json'),
  );
  writeFileSync(path('kept', name!), '{"text":');
  expect((await run('--answers', 'kept')).code).toBe(0);
  expect(prompts).toHaveLength(4);
});

test('faults that pass are waited out', async () => {
  const { run, prompts, faults } = await withModel();
  faults.set(0, { status: 429, headers: { 'retry-after': '0' } });
  faults.set(2, { status: 503, headers: { 'retry-after': '0' } });
  faults.set(4, 'cut the answer');
  expect((await run()).code).toBe(0);
  expect(prompts).toHaveLength(6);
});

test('faults that last end the run with their code', async () => {
  const { run, faults } = await withModel();
  faults.set(0, 'half a JSON');
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('GENERATOR_BAD_RESPONSE') });
  faults.set(1, { status: 401 });
  expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining('GENERATOR_KEY_REJECTED') });
});

test('several documents: each has its report, and the worst result decides', async () => {
  const { run, path, edit } = await workspace();
  const also = ['--manifest', 'pages/chunks.json', 'more/chunks.json'];
  cpSync(path('pages'), path('more'), { recursive: true, dereference: true });
  const passed = await run([...also, ...offline, '--json', '--junit', 'scores.xml']);
  expect(passed).toMatchObject({ code: 0, stderr: '' });
  expect((JSON.parse(passed.stdout) as { passed: boolean }[]).map((report) => report.passed)).toEqual([true, true]);
  expect(readFileSync(path('scores.xml'), 'utf8').match(/<testsuite /g)).toHaveLength(4);
  edit('more/chunks.json', (manifest) => manifest.replace('"next": "chunk-003"', '"next": "chunk-999"'));
  const broken = await run([...also.toSpliced(1, 0, 'more/chunks.json').slice(0, 3), ...offline]);
  expect(broken).toMatchObject({ code: 13, stderr: expect.stringContaining('CT_DANGLING') });
  expect(broken.stdout).toContain('guide.md: 5 pages');
  expect(await run([...also, ...offline, '--html', 'scores.html'])).toMatchObject({ code: 2, stdout: '' });
});
