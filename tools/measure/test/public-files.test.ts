import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadTokenCounter, loadTokenLocator } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { publicDocuments } from '../src/public-files/public-documents.js';
import { verifyArtifact } from '../src/public-files/verify-artifact.js';
import { verifySemantic, verifyStructural, verifyTwoTier } from '../src/public-files/verify-chunks.js';
import { verifyPages } from '../src/public-files/verify-pages.js';

test('documents are found at any depth, each text once', () => {
  const folder = mkdtempSync(join(tmpdir(), 'public-files-'));
  mkdirSync(join(folder, 'b/.hidden'), { recursive: true });
  for (const [path, text] of Object.entries({
    'a.md': 'One.',
    'b/c.MDX': 'Two.',
    'b/d.md': 'One.',
    'b/e.txt': 'Three.',
    'b/.hidden/f.md': 'Four.',
    'g.md': ' \n',
  })) {
    writeFileSync(join(folder, path), text);
  }
  expect([...publicDocuments([folder])].map(({ path }) => path)).toEqual(['a.md', 'b/c.MDX']);
  const both = [join(folder, 'b'), folder];
  expect([...publicDocuments(both)].map(({ path }) => path)).toEqual(['c.MDX', 'd.md']);
  rmSync(folder, { recursive: true });
});

test('a document that keeps the rules has no violations', async () => {
  const counters = {
    words: await loadTokenCounter('words'),
    cl100k: await loadTokenCounter('cl100k_base'),
    wordpiece: await loadTokenCounter('wordpiece-fitted'),
  };
  const text = `# Tea\n\n${'Tea is brewed with hot water.\n\n'.repeat(200)}\n\n## Green\n\n- one\n- two\n`;
  const document = { path: 'tea.md', text };
  for (const verify of [verifySemantic, verifyStructural, verifyTwoTier]) {
    const { chunkCount, violations } = verify(document, counters);
    expect(violations).toEqual([]);
    expect(chunkCount).toBeGreaterThan(1);
  }
  const tokens = await loadTokenLocator('cl100k_base');
  for (const found of [
    verifyArtifact(text, 'markdown', tokens, false),
    verifyArtifact(text, 'text', tokens, false),
    await verifyPages(document, tokens),
  ]) {
    expect(found.violations).toEqual([]);
    expect(found.chunkCount).toBeGreaterThan(1);
  }
});

test('a page in a dialect embeds what its readers see, which is no violation', async () => {
  const cl100k = await loadTokenCounter('cl100k_base');
  const text = `import Tea from './tea.js';\n\n# Tea\n\n<Tea />\n\n${'Tea is brewed with hot water. '.repeat(20)}\n`;
  const { violations } = verifyStructural({ path: 'tea.mdx', text }, { words: cl100k, cl100k, wordpiece: cl100k });
  expect(violations).toEqual([]);
});
