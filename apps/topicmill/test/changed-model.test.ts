import { cpSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';
import { type ServedModel, serveModel } from './served-model.js';

const PAGE = '# Lamp\n\nThe lamp burns at night.\n\n## Oil\n\nFill it in the morning.\n';

async function builtWith(model: ServedModel, name: string): Promise<DocsRepo> {
  const repo = new DocsRepo({
    'topicmill.yaml': `sources: pages\nsite: { generator: none }\nembedding: { model: '${name}' }\n`,
    'docs/a.md': PAGE,
    'docs/b.md': PAGE.replaceAll('amp', 'ighthouse'),
  });
  expect(await repo.runIn(model.env, 'build')).toMatchObject({ exitCode: 0, err: '' });
  return repo;
}

const CHANGES: readonly [string, Partial<ServedModel>][] = [
  ['of another length', { length: 6 }],
  ['of the same length', { revision: 'two' }],
];

describe.each(['openai:m', 'ollama:m'])('another model under the name %s', (name) => {
  it.each(CHANGES)(
    '%s is named by the first build that asks it, by each further one, and by doctor',
    async (_, change) => {
      const model = await serveModel();
      const repo = await builtWith(model, name);
      Object.assign(model, change);
      repo.write('docs/a.md', `${PAGE}\n## Wick\n\nTrim it.\n`);
      const before = repo.files('.embedding-cache');
      for (const args of [['build'], ['build'], ['build', '--force'], ['cache', 'fill'], ['cache', 'verify']]) {
        const { exitCode, out, err } = await repo.runIn(model.env, ...args);
        expect([args, exitCode, out + err]).toEqual([args, 1, expect.stringContaining('EMBEDDER_MODEL_CHANGED')]);
      }
      expect(repo.files('.embedding-cache')).toEqual(before);
      const doctor = await repo.runIn(model.env, 'doctor');
      expect([doctor.exitCode, doctor.out]).toEqual([1, expect.stringContaining('EMBEDDER_MODEL_CHANGED')]);

      repo.remove('.embedding-cache');
      repo.remove('.topicmill');
      expect(await repo.runIn(model.env, 'build')).toMatchObject({ exitCode: 0, err: '' });
      expect(await repo.runIn(model.env, 'verify')).toMatchObject({ exitCode: 0, err: '' });
      expect(await repo.runIn(model.env, 'cache', 'verify')).toMatchObject({ exitCode: 0, err: '' });
      expect((await repo.runIn(model.env, 'doctor')).out).not.toContain('EMBEDDER_MODEL_CHANGED');
    },
  );
});

it('the step of related topics names it where the vectors of the other topics are gone', async () => {
  const model = await serveModel();
  const repo = await builtWith(model, 'openai:m');
  repo.remove('.embedding-cache');
  const related = repo.read('topics/related.json');
  model.length = 6;
  repo.write('docs/c.md', PAGE.replaceAll('amp', 'antern'));
  for (const args of [['build'], ['build']]) {
    const { exitCode, out } = await repo.runIn(model.env, ...args);
    expect([exitCode, out]).toEqual([1, expect.stringMatching(/^topics error EMBEDDER_MODEL_CHANGED/m)]);
    expect(repo.read('topics/related.json')).toBe(related);
  }
});

it('the model that it was is taken again, and a build that embeds nothing asks nobody', async () => {
  const model = await serveModel();
  const repo = await builtWith(model, 'openai:m');
  model.revision = 'two';
  repo.write('docs/a.md', `${PAGE}\n## Wick\n\nTrim it.\n`);
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(1);
  model.revision = 'one';
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(0);
  model.asked.length = 0;
  repo.remove('.topicmill');
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(0);
  expect(model.asked).toEqual([]);
});

it('files are checked although nobody can ask the model', async () => {
  const model = await serveModel();
  const repo = await builtWith(model, 'openai:m');
  const env = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
  const { exitCode, out, err } = await repo.runIn(env, 'cache', 'verify');
  expect([exitCode, err]).toEqual([0, '']);
  expect(out).toContain('The model could not be asked');
});

it('a cache of an earlier release, which has no vector of a probe text, is compared by length', async () => {
  const model = await serveModel();
  const repo = await builtWith(model, 'openai:m');
  repo.remove('.embedding-cache/probe');
  model.length = 6;
  repo.write('docs/a.md', `${PAGE}\n## Wick\n\nTrim it.\n`);
  const { exitCode, out } = await repo.runIn(model.env, 'build');
  expect([exitCode, out]).toEqual([1, expect.stringContaining('EMBEDDER_MODEL_CHANGED')]);
});

it('vectors of two lengths in one cache are named by verify, cache verify, doctor, export and build', async () => {
  const model = await serveModel();
  const repo = await builtWith(model, 'openai:m');
  const other = new DocsRepo({
    'topicmill.yaml': repo.read('topicmill.yaml'),
    'docs/c.md': PAGE.replaceAll('amp', 'antern'),
  });
  model.length = 6;
  await other.runIn(model.env, 'build');
  repo.write('docs/c.md', other.read('docs/c.md'));
  cpSync(other.path('.embedding-cache'), repo.path('.embedding-cache'), {
    recursive: true,
    filter: (path) => !path.includes('probe'),
  });
  for (const args of [['verify'], ['cache', 'verify'], ['doctor', '--offline'], ['build'], ['build', '--force']]) {
    const { exitCode, out, err } = await repo.runIn(model.env, ...args);
    expect([args, exitCode, out + err]).toEqual([args, 1, expect.stringContaining('EMBEDDER_MODEL_CHANGED')]);
  }
  const exported = await repo.runIn(model.env, 'export', 'jsonl', '--out', 'out');
  expect([exported.exitCode, exported.err]).toEqual([1, expect.stringContaining('EMBEDDER_MODEL_CHANGED')]);
});
