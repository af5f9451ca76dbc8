import { type DialectName, dialectOf } from '@topicmill/text/markdown';
import { loadTokenCounter } from '@topicmill/text/tokens';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chunkSemantically } from '../src/semantic/chunk-semantically.js';

const tokenCounter = await loadTokenCounter('words');
const options = { minTokens: 20, maxTokens: 60, tail: 'merge', sections: 'apart', tokenCounter } as const;

/** How a term and its definition are written; `T` and `D` stand for their words. */
const FORMS: Readonly<Record<string, string>> = {
  tight: '<dt>T</dt>\n<dd>D</dd>\n',
  unclosed: '<dt>T\n<dd>D\n',
  manual: '<dt class="option-term" id="x"><code>T</code></dt>\n<dd class="option-desc"><p>D</p>\n</dd>\n\n',
  apart: '<dt>T</dt>\n<dd>\n\nD\n\n</dd>\n\n',
  nested: '<dt>T</dt>\n<dd>\n<dl>\n<dt>Inner</dt>\n<dd>D</dd>\n</dl>\n</dd>\n',
  twoTerms: '<dt>T</dt>\n<dt>Also</dt>\n<dd>D</dd>\n',
  markdown: 'T\n: D\n\n',
  markdownApart: 'T\n\n:   D\n\n    Later.\n\n',
};

const words = (most: number) =>
  fc.array(fc.constantFrom('brew', 'leaves', 'cup', 'water', 'steep'), { minLength: 1, maxLength: most });

test.each<DialectName>(['markdown', 'mkdocs', 'hugo', 'mdbook', 'docusaurus'])(
  'no chunk of %s ends between a term and its definition',
  (dialect) => {
    fc.assert(
      fc.property(
        fc.constantFrom(...Object.keys(FORMS)),
        fc.array(fc.tuple(words(4), words(70)), { minLength: 2, maxLength: 12 }),
        (form, entries) => {
          const written = entries.map(([term, definition], at) =>
            FORMS[form]!.replace('T', `Term${at} ${term.join(' ')}`).replace(
              'D',
              `Begin${at} ${definition.join(' ')}.`,
            ),
          );
          const isElement = !form.startsWith('markdown');
          const text = `# Options\n\n${isElement ? '<dl>\n' : ''}${written.join('')}${isElement ? '</dl>\n' : ''}`;
          const document = { text, file: 'a.md', fileTitle: 'Options', dialect: dialectOf(dialect, 'a.md') };
          const chunks = chunkSemantically(document, options).chunks.map(({ startOffset, endOffset }) =>
            text.slice(startOffset, endOffset),
          );
          for (const [at] of entries.entries()) {
            const chunk = chunks.find((each) => each.includes(`Term${at} `));
            expect(chunk).toContain(`Begin${at} `);
          }
        },
      ),
      { numRuns: 100, seed: Number(process.env['TOPICMILL_SEED'] ?? 11) },
    );
  },
);

test('details that fit are whole, with their summary', () => {
  const part = (at: number) =>
    `<details>\n<summary>Question ${at}</summary>\n\nSteep ${'the leaves '.repeat(8)}.\n\nServe ${at}.\n\n</details>\n\n`;
  const text = `# Folded\n\n${Array.from({ length: 6 }, (_, at) => part(at)).join('')}`;
  const document = { text, file: 'a.md', fileTitle: 'Folded', dialect: dialectOf('mkdocs', 'a.md') };
  const { chunks } = chunkSemantically(document, options);
  expect(chunks.length).toBeGreaterThan(2);
  for (const { startOffset, endOffset } of chunks) {
    const own = text.slice(startOffset, endOffset);
    expect(own.split('<details>').length).toBe(own.split('</details>').length);
  }
});
