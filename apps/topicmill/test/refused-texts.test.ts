import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';
import { serveModel } from './served-model.js';

const FILTERED = { word: 'NANWORD', status: 400, error: { message: 'filtered', code: 'content_filter' } };

function pageOf(name: string, refusedPart?: number): string {
  const parts = [0, 1, 2, 3].map(
    (part) =>
      `## Part ${part} of ${name}\n\n${part === refusedPart ? 'NANWORD ' : ''}${`The lamp ${name}.${part} burns at night and is seen from afar by ships. `.repeat(7)}\n`,
  );
  return `# ${name}\n\n${parts.join('\n')}`;
}

function docsWith(refusedPart: number, model = 'openai:m'): DocsRepo {
  return new DocsRepo({
    'topicmill.yaml': `sources: pages\nsite: { generator: none }\nembedding: { model: '${model}' }\nsearch: { enabled: true }\n`,
    'docs/p0.md': pageOf('p0'),
    'docs/p1.md': pageOf('p1', refusedPart),
    'docs/p2.md': pageOf('p2'),
  });
}

const REMEDY = 'Change the text, or use another model; the next build asks again.';

function unwrapped(text: string): string {
  return text.replace(/\s+/g, ' ');
}

interface Index {
  readonly _embedded: {
    readonly chunks: {
      readonly 'golden-reference': {
        readonly stripe_order: number[];
        readonly items: { readonly similarity_conceptual?: number }[];
      };
    };
  };
}

function chunksOf(repo: DocsRepo): Index['_embedded']['chunks']['golden-reference'] {
  return (JSON.parse(repo.read('topics/p1/index.json')) as Index)._embedded.chunks['golden-reference'];
}

it.each([
  ['openai:m', 400, { message: 'filtered', code: 'content_filter' }],
  ['openai:m', 422, { message: 'invalid input at index 1' }],
  ['ollama:m', 400, 'the text is not taken'],
])('%s refuses one text with %i: it costs that text, until it is taken', async (name, status, error) => {
  const model = await serveModel();
  const repo = docsWith(1, name);
  model.refuses = { word: 'NANWORD', status, error };
  const built = await repo.runIn(model.env, 'build');
  const line = pageOf('p1', 1).split('\n').indexOf('## Part 1 of p1') + 1;
  expect([built.exitCode, built.out]).toEqual([
    1,
    expect.stringContaining(`docs/p1.md:${line} error EMBEDDER_TEXT_REFUSED: `),
  ]);
  expect(built.out).toContain('topics/p1/_chunks/p1-1.md');
  expect(built.out).toMatch(/^1 error and 0 warnings in 1 file$/m);

  const { items, stripe_order } = chunksOf(repo);
  expect(items.map((item) => item.similarity_conceptual !== undefined)).toEqual([true, false, true, true]);
  expect(stripe_order.at(-1)).toBe(1);
  expect((await repo.runIn(model.env, 'query', 'NANWORD')).out).toContain('p1, chunk 1');

  const exported = await repo.runIn(model.env, 'export', 'jsonl', '--out', 'out');
  expect(exported.exitCode).toBe(0);
  const lines = repo.read('out/chunks.jsonl').trim().split('\n');
  expect([lines.length, lines.some((each) => each.includes('NANWORD'))]).toEqual([11, false]);

  const verified = await repo.runIn(model.env, 'verify');
  const finding = `docs/p1.md:${line} error EMBEDDER_TEXT_REFUSED: The model refused topics/p1/_chunks/p1-1.md: the chunk has no vector. Remedy: ${REMEDY}\n`;
  expect([verified.exitCode, verified.err]).toEqual([1, finding]);
  expect(unwrapped((await repo.runIn(model.env, 'doctor', '--offline')).out)).toContain(unwrapped(finding));

  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(1);
  model.refuses = undefined;
  model.asked.length = 0;
  expect(await repo.runIn(model.env, 'build')).toMatchObject({ exitCode: 0, err: '' });
  expect(model.asked.flat().filter((text) => text.includes('p1.0 burns'))).toEqual([]);
  expect(await repo.runIn(model.env, 'verify')).toMatchObject({ exitCode: 0, err: '' });
  const clean = docsWith(1, name);
  expect((await clean.runIn(model.env, 'build')).exitCode).toBe(0);
  expect(repo.files('topics')).toEqual(clean.files('topics'));
});

it('a baseline that is refused leaves no similarity and no stripes', async () => {
  const model = await serveModel();
  model.refuses = FILTERED;
  const repo = docsWith(0);
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(1);
  const { items, stripe_order } = chunksOf(repo);
  expect([items.filter((item) => item.similarity_conceptual !== undefined), stripe_order]).toEqual([[], []]);
  const finding = `docs/p1.md:1 error EMBEDDER_TEXT_REFUSED: The model refused topics/p1/_chunks/p1-0.md, the first chunk: no chunk of the topic has a similarity. Remedy: ${REMEDY}\n`;
  expect(await repo.runIn(model.env, 'verify')).toMatchObject({ exitCode: 1, err: finding });
  const doctor = await repo.runIn(model.env, 'doctor', '--offline');
  expect([doctor.exitCode, unwrapped(doctor.out)]).toEqual([1, expect.stringContaining(unwrapped(finding))]);
  const related = JSON.parse(repo.read('topics/related.json')) as { topics: { id: string; related: object[] }[] };
  expect(related.topics.find(({ id }) => id === 'p1')?.related).toEqual([]);
  model.refuses = undefined;
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(0);
  const clean = docsWith(0);
  await clean.runIn(model.env, 'build');
  expect(repo.files('topics')).toEqual(clean.files('topics'));
});

it('a model that takes no text at all is at fault itself, and no text is named as refused', async () => {
  const model = await serveModel();
  model.refuses = { word: '', status: 400, error: { message: 'no such parameter' } };
  const built = await docsWith(1).runIn(model.env, 'build');
  expect([built.exitCode, built.out]).toEqual([1, expect.stringContaining('EMBEDDER_REQUEST_REJECTED')]);
  expect(built.out).not.toContain('EMBEDDER_TEXT_REFUSED');
});

it('a question that is refused costs that question', async () => {
  const model = await serveModel();
  model.refuses = FILTERED;
  const repo = docsWith(9);
  repo.write(
    'topicmill/p1.qa.md',
    '# Questions\n\n## Q: Where is NANWORD?\n\nThere.\n\n## Q: What burns?\n\nThe lamp.\n',
  );
  const built = await repo.runIn(model.env, 'build');
  expect([built.exitCode, built.out]).toEqual([
    1,
    expect.stringContaining('topicmill/p1.qa.md:3 error EMBEDDER_TEXT_REFUSED'),
  ]);
  expect(repo.read('topics/p1/index.json')).toContain('What burns?');
  model.refuses = undefined;
  expect((await repo.runIn(model.env, 'build')).exitCode).toBe(0);
});
