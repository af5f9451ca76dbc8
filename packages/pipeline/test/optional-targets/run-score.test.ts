import { mkdtempSync, rmSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { FileFolder } from '@topicmill/test-support/file-folder';
import { expect, onTestFinished, test } from 'vitest';
import { OPTIONAL_TARGETS } from '../../src/optional-targets/index.js';

const CONFIG = `
pages: { enabled: true, baseUrl: https://example.com/handbook }
score: { enabled: true }
`;
const QUESTIONS = [
  ['Who turned the first heap?', 'Rowan turned the first heap.'],
  ['Who turned the second heap?', 'Hazel turned the second heap.'],
] as const;
const STATEMENTS = '/packages/pages/src/page-scoring/quoting.ts';

/** How often the engine calls a function of a file while some work is done. */
async function callsDuring(work: () => Promise<void>, file: string, name: string): Promise<number> {
  const session = new Session();
  session.connect();
  try {
    await session.post('Profiler.enable');
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
    await work();
    const { result } = await session.post('Profiler.takePreciseCoverage');
    const functions = result.filter(({ url }) => url.endsWith(file)).flatMap(({ functions }) => functions);
    const calls = functions.filter(({ functionName }) => functionName === name);
    return calls.reduce((sum, { ranges }) => sum + ranges[0]!.count, 0);
  } finally {
    session.disconnect();
  }
}

test('a score without a clock reads the pages of a question once, and the first page once more', async () => {
  const root = mkdtempSync(join(tmpdir(), 'run-score-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  new FileFolder(root, {
    'topicmill.yaml': CONFIG,
    'docs/compost/golden-reference.md': `# Compost\n\n${QUESTIONS.map(([, answer]) => `${answer}\n`).join('\n')}`,
    'docs/compost/page-queries.yaml': QUESTIONS.map(
      ([question, answer]) => `- { question: '${question}', answer: '${answer}', required: ['${answer}'] }\n`,
    ).join(''),
  });
  const targets = ['pages', 'score'].map((name) => OPTIONAL_TARGETS.find((target) => target.name === name)!);
  const outcomes: string[] = [];
  const build = async (): Promise<void> => {
    for await (const { outcome } of runTargets(targets, openWorkspace(root, { env: {} }))) outcomes.push(outcome);
  };
  const readCount = await callsDuring(build, STATEMENTS, 'readStatements');
  expect(outcomes).toEqual(['built', 'built']);
  // The document is one page: it is the whole of the pages read, and the first page.
  expect(readCount).toBe(QUESTIONS.length * 2);
});
