import { readIndexJson } from '@topicmill/topics/formats';
import { expect, it } from 'vitest';
import { DocsRepo } from './docs-repo.js';

const section = (title: string, text: string): string => `## ${title}\n\n${`${text}\n\n`.repeat(70)}`;
const REFERENCE = `# Kiln\n\nAcme makes it.\n\n${section('Firing', 'Acme takes the kiln to a glaze.')}${section('Glazes', 'See Acme and the glazes of the kiln.')}${section('Clay', 'The kiln needs clay.')}${section('Wheel', 'A kiln and a wheel.')}`;

async function shown(config: string): Promise<{ words: string; topic: string[]; chunks: string[][] }> {
  const repo = new DocsRepo({ 'topicmill.yaml': config, 'docs/kiln/golden-reference.md': REFERENCE });
  expect((await repo.build()).diagnostics).toEqual([]);
  const index = readIndexJson(repo.read('docs/kiln/index.json'), 'index.json');
  return {
    words: repo.read('docs/kiln/_keywords/words.md'),
    topic: index.keywords.map(({ name }) => name),
    chunks: index._embedded.chunks!['golden-reference'].items.map(({ keywords }) => keywords.map(({ name }) => name)),
  };
}

it('readers see no general words, one of singular and plural, and of a chunk what sets it apart', async () => {
  const { words, topic, chunks } = await shown('docsRoot: docs\n');
  for (const term of ['takes', 'see', 'glaze', 'glazes']) expect(words).toContain(`| ${term} |`);
  expect(topic.filter((name) => /^(?:takes|needs|see|glaze|glazes)$/.test(name))).toEqual(['glazes']);
  expect(topic).toContain('kiln');
  expect(chunks.flat()).toContain('kiln');
  expect(chunks.at(-1)).toEqual(['wheel', 'kiln']);
});

it("a team's own stop words are not terms", async () => {
  expect((await shown('docsRoot: docs\n')).words).toContain('| acme |');
  const { words, topic } = await shown('docsRoot: docs\nkeywords: { stopWords: [ACME] }\n');
  expect(words).not.toContain('acme');
  expect(topic).not.toContain('acme');
});

it.each([
  ['a heading', '# Kiln\n\n## Run a kiln\n\nOne run, one more run, and a last run of the glaze, glaze, glaze.\n'],
  [
    'the title of a page',
    '---\ntitle: Run\n---\n\nOne run, one more run, and a last run of the glaze, glaze, glaze.\n',
  ],
])('readers see a general word that %s has, and not another', async (_, page) => {
  const repo = new DocsRepo({
    'topicmill.yaml': 'sources: pages\ndocsRoot: docs\n',
    'docs/kiln.md': page,
    'docs/wheel.md': '# Wheel\n\nOne run, one more run, and a last run of the clay, clay, clay.\n',
  });
  await repo.build();
  const shownOf = (id: string): string[] =>
    readIndexJson(repo.read(`topics/${id}/index.json`), 'index.json').keywords.map(({ name }) => name);
  expect(shownOf('kiln')).toContain('run');
  expect(repo.read('topics/wheel/_keywords/words.md')).toContain('| run |');
  expect(shownOf('wheel')).toEqual(['clay']);
});
