import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sectionsOfSnippets } from '../examples/book-tiers.js';
import { addToStore } from '../examples/langchain-store.js';
import { loadLargeFile } from '../examples/large-file.js';
import { embeddedTexts } from '../examples/llamaindex-nodes.js';
import { smallChunks } from '../examples/other-sizes.js';
import { recordsOfFile } from '../examples/records-of-a-file.js';
import { reasons } from '../examples/why-here.js';
import { tokenCounter } from './structural/staged.js';

const sentence = 'One sentence follows another here. ';
const guide = [
  '# The Guide',
  sentence.repeat(40).trim(),
  '## Setup',
  sentence.repeat(70).trim(),
  '## Use',
  `${sentence.repeat(40)}The needle is here.`,
].join('\n\n');

let folder: string;
let file: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'));
  file = join(folder, 'guide.md');
  writeFileSync(file, guide);
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

describe('the examples', () => {
  it('records-of-a-file', async () => {
    const records = await recordsOfFile(file);
    expect(records.map(({ fileTitle, sectionTitle }) => [fileTitle, sectionTitle])).toEqual([
      ['The Guide', 'The Guide'],
      ['The Guide', 'Setup'],
      ['The Guide', 'Use'],
    ]);
    expect(records[1]!.source).toEqual({ filePath: file, startLine: 5, endLine: 7 });
  });

  it('other-sizes', async () => {
    const texts = await smallChunks(new Map([['The Guide', guide]]));
    expect(texts.length).toBeGreaterThan(4);
    for (const text of texts) {
      expect(text).toMatch(/^The Guide/);
      expect(tokenCounter.count(text)).toBeLessThanOrEqual(256);
    }
  });

  it('large-file', async () => {
    const long = join(folder, 'long.md');
    writeFileSync(long, Array.from({ length: 150 }, (_, i) => `## Part ${i}\n\n${sentence.repeat(60)}\n\n`).join(''));
    const batches: number[] = [];
    const count = await loadLargeFile(long, async (records) => {
      batches.push(records.length);
    });
    expect(batches).toEqual([100, count - 100]);
    expect(count).toBe(150);
  });

  it('langchain-store', async () => {
    const store = await FakeVectorStore.fromDocuments([], new SyntheticEmbeddings({ vectorSize: 8 }));
    await addToStore(store, guide, 'The Guide');
    const found = await store.similaritySearch('needle', 10);
    expect(found.some(({ pageContent }) => pageContent.includes('The needle is here.'))).toBe(true);
  });

  it('llamaindex-nodes', async () => {
    const texts = await embeddedTexts(guide, 'The Guide');
    expect([...texts.keys()]).toEqual(
      ['doc:The-Guide', 'doc:The-Guide'].map((_, i) => [...texts.keys()][i]).concat([...texts.keys()].slice(2)),
    );
    expect([...texts.values()].at(-1)).toMatch(/^The Guide > Use\n\n/);
  });

  it('book-tiers', async () => {
    const sections = await sectionsOfSnippets(guide, ({ text }) => text.includes('needle'));
    expect(sections.map(({ heading_path }) => heading_path)).toEqual([['The Guide', 'Use']]);
  });

  it('why-here', async () => {
    const lines = await reasons(guide);
    expect(lines).toHaveLength(3);
    expect(lines[1]).toMatch(/^line 5, \d+ tokens, heading: Before an H2/);
  });

  it('are in the readme as they are, all of them', () => {
    const readme = readFileSync(fileURLToPath(new URL('../README.md', import.meta.url)), 'utf8');
    const blocks = [...readme.matchAll(/<!-- example: (\S+) -->\n```ts\n(.*?)```\n/gs)].map(([, name, code]) => [
      name,
      code,
    ]);
    const examples = fileURLToPath(new URL('../examples/', import.meta.url));
    const files = readdirSync(examples).map((name) => [name, readFileSync(join(examples, name), 'utf8')]);
    expect(new Map(blocks as [string, string][])).toEqual(new Map(files as [string, string][]));
  });
});
