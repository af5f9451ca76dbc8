import { expect, it } from 'vitest';
import { buildDocs } from '../../src/docs-build/index.js';
import { SearchStore } from '../../src/search-store/index.js';
import { DocsRepo } from '../steps/docs-repo.js';
import { wordEmbedder } from '../steps/word-embedder.js';

const SETTINGS = 'sources: pages\nsite: { generator: none }\nchunking: { maxTokens: 60, minTokens: 20 }\n';

/** Chunks of many pages, each with words of its own. */
function pagesOf(count: number): Record<string, string> {
  const section = (page: number, at: number): string =>
    `## Step ${at}\n\n${`Glaze ${at} of kiln ${page} is fired at cone ${page + at}. `.repeat(6)}\n`;
  const text = (page: number): string => `# Kiln ${page}\n\n${[1, 2, 3, 4].map((at) => section(page, at)).join('\n')}`;
  return Object.fromEntries(Array.from({ length: count }, (_, page) => [`docs/kiln-${page}.md`, text(page)]));
}

it('a build asks a table for the vector of each text once, and its search index has them all', async () => {
  const repo = new DocsRepo({ 'topicmill.yaml': SETTINGS, ...pagesOf(40) });
  const table = { ...wordEmbedder(), isTable: true } as const;
  const workspace = repo.open({ embedder: table });
  await buildDocs(workspace, {});
  expect(table.embedded.length).toBeGreaterThan(40);
  expect(table.embedded).toHaveLength(new Set(table.embedded).size);
  const store = new SearchStore(repo.root, workspace.config, { onWarning: (message) => expect.fail(message) });
  try {
    const index = store.current()!;
    expect(index).toMatchObject({ topicCount: 40, model: table.model });
    expect((await index.search('"kiln 7"')).results[0]).toMatchObject({ topic: 'kiln-7' });
  } finally {
    store.close();
  }
});
