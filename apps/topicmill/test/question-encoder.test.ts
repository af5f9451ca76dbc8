import { mkdtempSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createQuestionEncoder } from '@topicmill/embedding/llm-infrastructure';
import { writeTinyEncoder } from '@topicmill/test-support/tiny-encoder';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type DocsRepo, sampleRepo } from './docs-repo.js';
import { serveRepo } from './serve-repo.js';

const folder = (): string => mkdtempSync(join(tmpdir(), 'encoder-'));
const tiny = writeTinyEncoder(folder(), 384);
const NO_ENCODER = { TOPICMILL_ENCODER: folder() };
const configured = (questions: string): string => `docsRoot: docs\nembedding: { questions: '${questions}' }\n`;
const WITHOUT_QUESTIONS = { 'docs/drinks/tea/qa-pairs.md': '' };
const ASKED = ['query', '--json', '--mode', 'vectors', 'a kiln for the clay'];

afterEach(() => {
  vi.restoreAllMocks();
});

/** What `topicmill serve` says about a query. */
interface Served {
  readonly model: string;
  readonly vector: readonly number[];
}

/** What a query finds, with the cosines of its results. */
async function answer(
  repo: DocsRepo,
  env: Record<string, string> = {},
): Promise<readonly (readonly [string, number])[]> {
  const { out } = await repo.runIn(env, ...ASKED);
  const { results } = JSON.parse(out) as { results: { topic: string; index: number; match: { similarity: number } }[] };
  return results.map(({ topic, index, match }) => [`${topic} ${index}`, match.similarity]);
}

describe('questions by an encoder', () => {
  it('are read by it in builds and searches, texts by the table', async () => {
    const repo = sampleRepo({ 'topicmill.yaml': configured(`encoder:${tiny}`) });
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    const kept = Object.keys(repo.files('.embedding-cache'));
    expect(kept.some((path) => /^questions\/encoder%3a[0-9a-f]{16}%3abuiltin-v/.test(path))).toBe(true);
    expect(kept.filter((path) => path.includes('/encoder%3a')).every((path) => path.startsWith('questions/'))).toBe(
      true,
    );

    const { url } = await serveRepo(repo);
    const served = (await (await fetch(`${url}_topicmill/query-vector?text=${ASKED.at(-1)}`)).json()) as Served;
    expect(served.model).toMatch(/^builtin:/);
    const [byEmbedder] = await createQuestionEncoder(
      { model: 'builtin', questions: `encoder:${tiny}` },
      { env: {} },
    )!.embed([ASKED.at(-1)!]);
    expect(served.vector).toEqual([...byEmbedder!]);

    const byEncoder = await answer(repo);
    repo.write('topicmill.yaml', 'docsRoot: docs\n');
    expect(await repo.run('build')).toMatchObject({ exitCode: 0, err: '' });
    const byTable = await answer(repo);
    expect(byEncoder).not.toEqual(byTable);
    const plain = sampleRepo();
    await plain.run('build');
    expect(byTable).toEqual(await answer(plain));
    expect(repo.files('docs')).toEqual(plain.files('docs'));

    repo.write('topicmill.yaml', configured(`encoder:${tiny}`));
    await repo.run('build');
    expect(await answer(repo)).toEqual(byEncoder);
    expect((await repo.run('doctor')).out).toContain('questions by encoder:');
    expect((await repo.run('cache', 'gc')).exitCode).toBe(0);
    expect(Object.keys(repo.files('.embedding-cache')).filter((path) => path.includes('encoder%3a'))).toEqual(
      kept.filter((path) => path.includes('encoder%3a')),
    );
  });

  it('are read by the table in searches where it is missing, with what gets it; nothing is fetched', async () => {
    const connect = vi.spyOn(Socket.prototype, 'connect').mockImplementation(() => {
      throw new Error('no network');
    });
    const repo = sampleRepo({ 'topicmill.yaml': configured('encoder'), ...WITHOUT_QUESTIONS });
    expect(await repo.runIn(NO_ENCODER, 'build')).toMatchObject({ exitCode: 0, err: '' });
    for (const args of [ASKED, ['context', 'a kiln for the clay'], ['query', 'a kiln for the clay']]) {
      const { exitCode, err } = await repo.runIn(NO_ENCODER, ...args);
      expect(exitCode).toBe(0);
      expect(err).toContain('ENCODER_MISSING');
      expect(err).toContain('npx topicmill encoder');
    }
    const plain = sampleRepo(WITHOUT_QUESTIONS);
    await plain.run('build');
    expect(await answer(repo, NO_ENCODER)).toEqual(await answer(plain));
    expect(connect).not.toHaveBeenCalled();
  });

  it.each([
    ['questions that are written', configured('encoder'), {}],
    ['texts', 'docsRoot: docs\nembedding: { model: encoder }\n', WITHOUT_QUESTIONS],
  ])('a build of %s says which command gets it where it is missing', async (_, config, files) => {
    const repo = sampleRepo({ 'topicmill.yaml': config, ...files });
    const { exitCode, out, err } = await repo.runIn(NO_ENCODER, 'build');
    expect(exitCode).not.toBe(0);
    expect(out + err).toContain('ENCODER_MISSING');
    expect(out + err).toContain('npx topicmill encoder');
  });
});

describe('texts and questions by an encoder', () => {
  const TEXTS = `docsRoot: docs\nembedding: { model: 'encoder:${tiny}' }\n`;
  const embeddedIn = (out: string): number => Number(/(\d+) texts? embedded/.exec(out)![1]);

  it('are embedded once each, and searched by every command', async () => {
    const repo = sampleRepo({ 'topicmill.yaml': TEXTS });
    expect((await repo.run('cache', 'fill', '--dry-run')).out).toMatch(/^encoder:[0-9a-f]{16}: .*, \d+ tokens, free\n/);
    const built = await repo.run('build');
    expect(built).toMatchObject({ exitCode: 0, err: '' });
    expect(embeddedIn(built.out)).toBeGreaterThan(3);
    expect(embeddedIn((await repo.run('build', '--force')).out)).toBe(0);
    const outputs = repo.files('docs');

    repo.write('docs/bread/golden-reference.md', '# Bread\n\nA kiln for the clay.\n');
    expect(embeddedIn((await repo.run('build')).out)).toBe(1);
    expect((await answer(repo))[0]).toEqual(['bread 0', expect.any(Number)]);
    for (const args of [
      ['query', 'a kiln'],
      ['context', 'a kiln'],
      ['doctor', '--offline'],
      ['verify'],
      ['cache', 'verify'],
    ])
      expect(await repo.run(...args), args.join(' ')).toMatchObject({ exitCode: 0, err: '' });
    expect((await repo.run('doctor', '--offline')).out).toMatch(/ok model: encoder:[0-9a-f]{16}, 384 dimensions/);
    await repo.run('export', 'qdrant', '--out', 'out');
    const { points } = JSON.parse(repo.read('out/qdrant.points.jsonl').split('\n')[0]!) as {
      points: { vector: number[] }[];
    };
    expect(points[0]!.vector).toHaveLength(384);

    const { url } = await serveRepo(repo);
    const served = (await (await fetch(`${url}_topicmill/query-vector?text=kiln`)).json()) as Served;
    expect(served.model).toMatch(/^encoder:[0-9a-f]{16}$/);
    expect(served.vector).toHaveLength(384);

    repo.write('docs/bread/golden-reference.md', '# Bread\n\nFlour and water.\n');
    expect(embeddedIn((await repo.run('build')).out)).toBe(0);
    expect(repo.files('docs')).toEqual(outputs);
  });
});
