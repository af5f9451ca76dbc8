import { dialectOf, LineKind, scanLines, scanMarkdown, splitFrontMatter } from '@topicmill/text/markdown';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Chunking } from '../src/chunk.js';
import { chunkFileText, semanticStrategy, trimBlankLines } from '../src/index.js';
import { wordsCounter } from './words-counter.js';

const line = fc.oneof(
  fc.constantFrom(
    '',
    '',
    '# One',
    '## Two',
    '### Three',
    '#### Four',
    '```',
    '````',
    '~~~',
    '- item',
    '  ```',
    '> quote',
    '===',
    '---',
    '\t',
  ),
  fc.stringMatching(/^[a-z é漢😀#`~>|-]{0,40}$/u),
);
const lineEnd = fc.constantFrom('\n', '\n', '\n', '\r\n', '\r');
const body = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 60 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));
const frontMatter = fc.constantFrom('', '', '---\ntitle: T\n---\n', '\ufeff', '\ufeff---\r\na: 1\r\n---\r\n');
const source = fc
  .tuple(frontMatter, body, fc.boolean())
  .map(([head, text, cut]) => head + (cut ? text.trimEnd() : text));
const sizes = fc
  .tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 1, max: 40 }))
  .map(([minTokens, more]) => ({ minTokens, maxTokens: minTokens + more }));

function chunk(
  text: string,
  options: { minTokens: number; maxTokens: number },
  tail: 'merge' | 'keep' | 'drop' = 'merge',
): Chunking {
  return semanticStrategy({ ...options, tail, tokenCounter: wordsCounter }).chunk({
    text,
    file: 'f.md',
    fileTitle: 'f',
  });
}

function isEmpty(text: string): boolean {
  return /^\s*$/.test(text.slice(splitFrontMatter(text).bodyOffset));
}

describe('semantic strategy, whatever the input', () => {
  const documents = source.filter((text) => !isEmpty(text));

  it('joins back to the source after byte order mark and front matter', () => {
    fc.assert(
      fc.property(documents, sizes, fc.constantFrom('merge' as const, 'keep' as const), (text, options, tail) => {
        const { chunks } = chunk(text, options, tail);
        expect(chunks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)).join('')).toBe(
          text.slice(splitFrontMatter(text).bodyOffset),
        );
      }),
    );
  });

  it('gives byte offsets that cut the UTF-8 bytes into the same texts', () => {
    fc.assert(
      fc.property(documents, sizes, (text, options) => {
        const bytes = Buffer.from(text, 'utf8');
        for (const { startOffset, endOffset, startByte, endByte } of chunk(text, options).chunks) {
          expect(bytes.subarray(startByte, endByte).toString('utf8')).toBe(text.slice(startOffset, endOffset));
        }
      }),
    );
  });

  it('gives lines that contain just the own text', () => {
    fc.assert(
      fc.property(documents, sizes, (text, options) => {
        const lines = text.split(/(?<=\r\n|\n|\r(?!\n))/);
        for (const { startOffset, endOffset, startLine, endLine } of chunk(text, options).chunks) {
          expect(
            lines
              .slice(startLine - 1, endLine)
              .join('')
              .replace(/^\ufeff/, ''),
          ).toBe(text.slice(startOffset, endOffset));
        }
      }),
    );
  });

  it('never starts or ends a chunk inside a fence', () => {
    fc.assert(
      fc.property(documents, sizes, (text, options) => {
        const scan = scanLines(text, splitFrontMatter(text).bodyOffset);
        const inside = new Set(
          scan.fences.flatMap(({ firstLine, lastLine }) => [...scan.starts.subarray(firstLine + 1, lastLine + 1)]),
        );
        for (const { startOffset } of chunk(text, options).chunks) expect(inside.has(startOffset)).toBe(false);
      }),
    );
  });

  it('exceeds the maximum only where it says so', () => {
    fc.assert(
      fc.property(documents, sizes, (text, options) => {
        for (const { tokenCount, oversized } of chunk(text, options).chunks)
          expect(tokenCount > options.maxTokens).toBe(oversized);
      }),
    );
  });

  it('keeps an own text that is not blank in every chunk file', () => {
    fc.assert(
      fc.property(documents, sizes, (text, options) => {
        for (const each of chunk(text, options).chunks) {
          const own = trimBlankLines(text.slice(each.startOffset, each.endOffset));
          expect(own.trim()).not.toBe('');
          expect(chunkFileText(each, text).endsWith(`${own}\n`)).toBe(true);
        }
      }),
    );
  });

  it('refuses a document without text', () => {
    fc.assert(
      fc.property(source.filter(isEmpty), sizes, (text, options) => {
        expect(() => chunk(text, options)).toThrow(expect.objectContaining({ code: 'EMPTY_DOCUMENT' }));
      }),
    );
  });
});

describe('white space that Markdown does not know as blank', () => {
  const SPACES = ['\u00a0', '\f', '\u3000', '\u2028 \u00a0'];

  it.each(SPACES)('makes no chunk alone: %j', (space) => {
    const text = `# One\n\nWords here.\n\n${`${space}\n\n`.repeat(5)}## Two\n\nMore words.\n\n${space}\n`;
    const { chunks } = chunk(text, { minTokens: 0, maxTokens: 1 }, 'keep');
    for (const { startOffset, endOffset } of chunks) expect(text.slice(startOffset, endOffset).trim()).not.toBe('');
    expect(chunks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)).join('')).toBe(text);
  });

  it.each(SPACES)('is not a document: %j', (space) => {
    expect(() => chunk(`${space}\n\n${space}`, { minTokens: 0, maxTokens: 1 })).toThrow(
      expect.objectContaining({ code: 'EMPTY_DOCUMENT' }),
    );
  });
});

describe('the key of the semantic strategy', () => {
  const key = (options: object) =>
    semanticStrategy({
      minTokens: 250,
      maxTokens: 750,
      tail: 'merge',
      tokenCounter: wordsCounter,
      ...options,
    }).getCacheKey();

  it('is the plain one for the defaults and names every other setting', () => {
    expect(key({})).toBe('semantic-250-750');
    expect(key({ maxTokens: 500 })).toBe('semantic-250-500');
    expect(key({ tail: 'drop' })).toBe('semantic-250-750-drop');
    expect(key({ tokenCounter: { ...wordsCounter, name: 'cl100k_base' } })).toBe('semantic-250-750-cl100k_base');
  });

  it('refuses sizes that no chunk can have', () => {
    for (const options of [{ minTokens: 750 }, { minTokens: -1 }, { maxTokens: 2.5 }]) {
      expect(() => key(options)).toThrow(expect.objectContaining({ code: 'INVALID_OPTION' }));
    }
  });
});

describe('semantic strategy with a dialect', () => {
  const dialects = (['markdown', 'docusaurus', 'vitepress', 'hugo', 'mkdocs', 'jekyll'] as const).map(
    (name) => dialectOf(name, 'f.md')!,
  );
  const parts = fc.constantFrom(
    ...[
      '',
      '',
      '# A',
      '## B',
      'Text of some words.',
      '<Tabs>',
      '</Tabs>',
      '<Tab',
      '  label="c">',
      '</Tab>',
      '<!--',
      '-->',
      '<div id="c">\n  ## C\n</div>',
      'A sentence of enough words to fill most of what a chunk may have in this test.',
    ],
    ...[
      'import a from "b"',
      'export const c = {',
      '}',
      ':::note',
      ':::',
      '!!! note',
      '    body',
      '{{< d >}}',
      '{{< /d >}}',
    ],
    ...['{% if e %}', '{% endif %}', '```', '- item', '<details>', '</details>', '[f]: https://example.org', '```sh'],
  );
  const texts = fc
    .array(parts, { minLength: 1, maxLength: 30 })
    .map((lines) => `${lines.join('\n')}\n`)
    .filter((text) => !isEmpty(text));

  it('starts a chunk with the element around its heading', () => {
    const long = `${'word '.repeat(40)}end.`;
    const text = `# T\n\n${long}\n\n<div id="c">\n  ## C\n</div>\n\n${long}\n\n<div>\n\n### D\n\n</div>\n\n${long}\n`;
    const strategy = semanticStrategy({ minTokens: 50, maxTokens: 60, tail: 'merge', tokenCounter: wordsCounter });
    const { chunks } = strategy.chunk({ text, file: 'f.mdx', fileTitle: 'f', dialect: dialectOf('mdx', 'f.mdx')! });
    const starts = chunks.map(({ startOffset }) => text.slice(startOffset).split('\n', 1)[0]);
    expect(starts).toEqual(['# T', '<div id="c">', '<div>']);
  });

  it('leaves no element alone that has nothing but a heading', () => {
    const long = `${'word '.repeat(60)}end.`;
    const text = `# T\n\n${long}\n\n<div id="c">\n  ## C\n</div>\n\n<div id="d">\n  ### D\n</div>\n\n${long}\n\n<div id="e">\n  ## E\n</div>\n\n${long}\n`;
    const strategy = semanticStrategy({ minTokens: 50, maxTokens: 60, tail: 'merge', tokenCounter: wordsCounter });
    const { chunks } = strategy.chunk({ text, file: 'f.mdx', fileTitle: 'f', dialect: dialectOf('mdx', 'f.mdx')! });
    const starts = chunks.map(({ startOffset }) => text.slice(startOffset).split('\n', 1)[0]);
    expect(starts).toEqual(['# T', '<div id="c">', '<div id="e">']);
  });

  it('leaves an element whole that has text before its heading', () => {
    const text = `# T\n\n<div>\n${'word '.repeat(40)}\n\n## C\n</div>\n\n${'word '.repeat(40)}\n`;
    const strategy = semanticStrategy({ minTokens: 50, maxTokens: 60, tail: 'merge', tokenCounter: wordsCounter });
    const { chunks } = strategy.chunk({ text, file: 'f.mdx', fileTitle: 'f', dialect: dialectOf('mdx', 'f.mdx')! });
    expect(chunks.map(({ startLine, endLine }) => [startLine, endLine])).toEqual([
      [1, 8],
      [9, 9],
    ]);
  });

  it('joins back to the source, and cuts no region that fits and no markup', () => {
    fc.assert(
      fc.property(texts, fc.constantFrom(...dialects), sizes, (text, dialect, options) => {
        const strategy = semanticStrategy({ ...options, tail: 'merge', tokenCounter: wordsCounter });
        const { chunks } = strategy.chunk({ text, file: 'f.md', fileTitle: 'f', dialect });
        expect(chunks.map(({ startOffset, endOffset }) => text.slice(startOffset, endOffset)).join('')).toBe(text);
        const { regions, starts, kinds } = scanMarkdown(text, { dialect });
        for (const { firstLine, lastLine } of regions) {
          const tokens = Array.from(kinds.slice(firstLine, lastLine + 1), (_, line) =>
            wordsCounter.count(text, starts[firstLine + line]!, starts[firstLine + line + 1]!),
          ).reduce((sum, count) => sum + count, 0);
          const isApart = kinds[firstLine] === LineKind.Text || kinds[firstLine] === LineKind.Markup;
          if (tokens > options.maxTokens || !isApart || overlapsAnother(regions, firstLine, lastLine)) continue;
          for (const { startOffset } of chunks) {
            const isInside = startOffset > starts[firstLine]! && startOffset < starts[lastLine + 1]!;
            expect(isInside).toBe(false);
          }
        }
      }),
    );
  });
});

/** Whether a region is not wholly inside or outside of another. */
function overlapsAnother(
  regions: readonly { readonly firstLine: number; readonly lastLine: number }[],
  firstLine: number,
  lastLine: number,
): boolean {
  return regions.some(
    (other) =>
      (other.firstLine < firstLine && other.lastLine >= firstLine && other.lastLine < lastLine) ||
      (other.firstLine > firstLine && other.firstLine <= lastLine && other.lastLine > lastLine),
  );
}
