import { splitFrontMatter } from '@topicmill/text/markdown';
import { textTokens } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ChunkRecord,
  type ChunkStreamOptions,
  chunkStream,
  chunkSync,
  type DroppedChunk,
} from '../../src/index.js';
import { flattenBlocks } from '../../src/structural/flatten-blocks.js';
import { parseMarkdown } from '../../src/structural/parse-markdown.js';
import { markdownDocument } from './generated-documents.js';
import { expectInvariants } from './record-invariants.js';
import { tokenCounter } from './staged.js';

const named = { fileTitle: 'Guide', filePath: 'docs/guide.md', tokenCounter };
const WINDOW_LENGTH = 1 << 14;

async function streamed(text: string, partLength: number, options: Partial<ChunkStreamOptions> = {}) {
  const dropped: DroppedChunk[] = [];
  const messages: string[] = [];
  function* open() {
    for (let at = 0; at < text.length; at += partLength) yield text.slice(at, at + partLength);
  }
  const chunks: ChunkRecord[] = [];
  const told = {
    onDropped: (chunk: DroppedChunk) => dropped.push(chunk),
    onDiagnostic: ({ line, message }: { line?: number; message: string }) => messages.push(`${line} ${message}`),
  };
  for await (const record of chunkStream(open, { ...named, ...told, ...options })) chunks.push(record);
  return { chunks, dropped, messages };
}

/** Many documents as one, several windows long. */
const longDocument = fc
  .array(markdownDocument, { minLength: 30, maxLength: 60 })
  .map((documents) => documents.map((text) => text.replace(/^\ufeff/, '')).join('\n\n'))
  .filter((text) => text.length > 3 * WINDOW_LENGTH);

describe('records of a text in parts', () => {
  it('are those of the whole when it fits into a window, wherever it is parted', async () => {
    await fc.assert(
      fc.asyncProperty(markdownDocument, fc.integer({ min: 1, max: 400 }), async (text, partLength) => {
        const whole = chunkSync(text, named);
        const { chunks, dropped, messages } = await streamed(text, partLength);
        expect(chunks).toEqual(whole.chunks);
        expect(dropped).toEqual(whole.dropped);
        expect(messages).toEqual(whole.diagnostics.map(({ line, message }) => `${line} ${message}`));
      }),
      { numRuns: 30 },
    );
  });

  it('keep all invariants over the ends of windows, sections and anchors with them', async () => {
    await fc.assert(
      fc.asyncProperty(longDocument, fc.integer({ min: 1000, max: 50_000 }), async (text, partLength) => {
        const { chunks, dropped } = await streamed(text, partLength, { windowLength: WINDOW_LENGTH });
        expectInvariants(
          { chunks, dropped, diagnostics: [] },
          {
            text,
            bodyOffset: splitFrontMatter(text).bodyOffset,
            minTokens: 64,
            maxTokens: 512,
            count: (part) => tokenCounter.count(part),
          },
        );
        const nodes = flattenBlocks(parseMarkdown(text), textTokens(text, tokenCounter));
        for (const { sourcePosition, headerSlugs, source } of chunks) {
          const node = nodes.findLast(({ startOffset }) => startOffset <= sourcePosition.charStart)!;
          const path = node.section.path.map(({ slug }) => slug);
          expect(headerSlugs.slice(0, path.length)).toEqual(path);
          expect(source?.startLine).toBe(text.slice(0, sourcePosition.charStart).split(/\r\n|\n|\r/).length);
        }
      }),
      { numRuns: 6 },
    );
  });

  it('are given as soon as their window is read', async () => {
    const section = `## Part\n\n${'One sentence follows another here. '.repeat(100)}\n\n`;
    let given = 0;
    function* open() {
      for (let i = 0; i < 100; i++) {
        given = i;
        yield section;
      }
    }
    for await (const { chunkNumber } of chunkStream(open, { ...named, windowLength: WINDOW_LENGTH })) {
      if (chunkNumber === 3) break;
    }
    expect(given).toBeLessThan(20);
  });

  it('say what is wrong with a text that has none, and with a window that is too short', async () => {
    expect((await streamed(' \n', 1)).messages).toEqual(['1 The document has no text after its front matter.']);
    await expect(streamed('', 1, { onInvalid: 'throw' })).rejects.toMatchObject({ code: 'EMPTY_DOCUMENT' });
    await expect(streamed('a', 1, { windowLength: 10 })).rejects.toMatchObject({ code: 'INVALID_OPTION' });
  });
});
