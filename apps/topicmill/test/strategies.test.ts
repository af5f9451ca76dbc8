import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { STRATEGIES, type StrategyName } from '@topicmill/chunking/strategies';
import { OPTIONAL_TARGETS } from '@topicmill/pipeline/optional-targets';
import { runTargets } from '@topicmill/pipeline/runner';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readChunksManifest } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';

/** The files that a strategy's records are in. */
const RECORD_FILES: Readonly<Record<StrategyName, readonly string[]>> = {
  semantic: ['golden-reference.records.json'],
  structural: ['golden-reference.records.json'],
  'two-tier': ['golden-reference.sections.jsonl', 'golden-reference.snippets.jsonl'],
};

const recordsTarget = OPTIONAL_TARGETS.find(({ name }) => name === 'records')!;

const TOPICS = ['bread', 'drinks/coffee', 'drinks/tea'];

function repoWith(chunking: string): DocsRepo {
  return sampleRepo({ 'topicmill.yaml': `docsRoot: docs\nchunking: ${chunking}\nrecords: { enabled: true }\n` });
}

function manifestOf(repo: DocsRepo, id: string) {
  const path = `docs/${id}/_chunks/golden-reference.chunks.json`;
  return readChunksManifest(repo.read(path), path);
}

function strategiesOf(repo: DocsRepo): string[] {
  return TOPICS.map((id) => manifestOf(repo, id).strategy);
}

/** The steps that a build ran, as `<topic>:<step>`. */
async function ranSteps(repo: DocsRepo): Promise<string[]> {
  const { out } = await repo.run('build', '--json');
  const { folders } = JSON.parse(out) as {
    folders: { id: string; steps: { step: string; outcome: string }[] }[];
  };
  return folders.flatMap(({ id, steps }) =>
    steps.filter(({ outcome }) => outcome === 'ran').map(({ step }) => `${id}:${step}`),
  );
}

async function makeRecords(repo: DocsRepo): Promise<void> {
  for await (const { outcome } of runTargets([recordsTarget], openWorkspace(repo.root, { env: {} }))) {
    expect(outcome).toBe('built');
  }
}

it.each(STRATEGIES)('a build by $name is whole, found, and done once', async ({ name }) => {
  const repo = repoWith(`{ strategy: ${name} }`);
  expect(await repo.run('build')).toMatchObject({ exitCode: 0 });
  await makeRecords(repo);
  for (const id of TOPICS) {
    const source = repo.read(`docs/${id}/golden-reference.md`);
    const { chunks, strategy } = manifestOf(repo, id);
    expect(strategy).toMatch(new RegExp(`^${name}-`));
    expect(chunks.map(({ start, end }) => source.slice(start, end)).join('')).toBe(source);
    expect(readdirSync(join(repo.root, `docs/${id}/_records`)).sort()).toEqual(RECORD_FILES[name]);
  }
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
  const { out } = await repo.run('query', '-k', '1', 'storing roasted beans');
  expect(out).toContain('drinks/coffee');
  const before = repo.files();
  expect(await ranSteps(repo)).toEqual([]);
  expect(repo.files()).toEqual(before);
});

it('a build has another strategy by path, and a change of it makes only those topics anew', async () => {
  const byPath = (strategy: string) =>
    `{ byPath: [{ paths: ['docs/drinks/**', '!**/tea/*'], strategy: ${strategy} }], maxTokens: 600 }`;
  const repo = repoWith(byPath('structural, maxTokens: 128'));
  await repo.run('build');
  expect(strategiesOf(repo)).toEqual(['semantic-250-600', 'structural-16-100-128-2s', 'semantic-250-600']);
  repo.write(
    'topicmill.yaml',
    repo.read('topicmill.yaml').replace(byPath('structural, maxTokens: 128'), byPath('two-tier')),
  );
  expect((await ranSteps(repo)).filter((step) => step.endsWith(':chunk'))).toEqual(['drinks/coffee:chunk']);
  expect(strategiesOf(repo)).toEqual(['semantic-250-600', 'two-tier-1700-420-120-80', 'semantic-250-600']);
  expect(await repo.run('verify')).toMatchObject({ exitCode: 0 });
});

it('records of a book are in the build and in the export, its sections are the chunk files', async () => {
  const repo = repoWith(
    '{ strategy: two-tier, sectionTokens: 200, sectionOverlap: 40, snippetTokens: 60, snippetOverlap: 10 }',
  );
  await repo.run('build');
  await makeRecords(repo);
  const sections = repo.read('docs/drinks/tea/_records/golden-reference.sections.jsonl').trimEnd().split('\n');
  expect(manifestOf(repo, 'drinks/tea').chunks).toHaveLength(sections.length);
  expect(await repo.run('export', 'records')).toMatchObject({ exitCode: 0 });
  const exported = repo.read('export/records.jsonl');
  expect(exported.split('\n')).toEqual(expect.arrayContaining(sections));
  expect(exported).toContain('"tier":"snippet"');
});

it.each([
  ['{ strategy: structral }', 'chunking.strategy'],
  ['{ strategy: structural, tail: keep }', 'chunking.tail is not a known key'],
  ['{ strategy: structural, minTokens: 500 }', 'chunking.maxTokens: Chunks of 500 to 512 tokens'],
  ["{ byPath: [{ paths: ['docs/**'] }] }", 'chunking.byPath.0.strategy'],
  ["{ byPath: [{ paths: ['docs/**'], strategy: two-tier, maxTokens: 3 }] }", 'chunking.byPath.0.maxTokens'],
])('chunking: %s is refused with its line', async (chunking, message) => {
  const { exitCode, err } = await repoWith(chunking).run('build');
  expect(exitCode).toBe(2);
  expect(err).toMatch(/^topicmill\.yaml:2 error CONFIG_INVALID: /);
  expect(err).toContain(message);
});
