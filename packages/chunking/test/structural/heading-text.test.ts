import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { renderedPage } from '../rendered-page.js';
import { nodesOf } from './staged.js';

const NUM_RUNS = Number(process.env['TOPICMILL_CHUNKING_RUNS'] ?? 300);

/** Anchors of the last heading, ours and the page's, of which 1,000 are kept. */
function anchorsOf(text: string): [ours: string | undefined, pages: string | undefined] {
  const anchor = nodesOf(text).at(-1)!.section.path.at(-1)?.slug;
  return [anchor, renderedPage(text).headings.at(-1)?.id.slice(0, 1000)];
}

function expectAnchorOfPage(text: string): void {
  const [ours, pages] = anchorsOf(text);
  expect(ours).toBe(pages);
}

/** After a hard break, remark removes the spaces that code starts with. */
const REMARK_FAULT = /\\[\r\n]+`+ /;
const fragment = fc.constantFrom(
  ...[
    'a',
    'B',
    'snake_case',
    '_',
    '__',
    '*',
    '**',
    '`',
    '``',
    '[a',
    ']',
    '](b)',
    '](b "t")',
    '[a](b)',
    '![a](b)',
    '**a**',
    '[a](b?c=d&e=f)',
    '[a][b]',
    '[b]',
    '[![a][b]][b]',
    '[![a](c)][b]',
    '[a *b* `c`](d)',
    '*a*',
    '_a_',
    '`a`',
    '<sup>',
    '</sup>',
    '<a name="b">',
  ],
  ...[
    '<b>',
    '</b>',
    '<',
    '>',
    '&amp;',
    '&',
    '\\',
    '\\*',
    '~',
    '~~',
    '#',
    '##',
    '-',
    '1.',
    '|',
    '"',
    "'",
    '!',
    '![',
    'https://a.b/',
    'www.a.b',
    'a@b.c',
  ],
);
const line = fc
  .array(fc.tuple(fragment, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 12 })
  .map((fragments) => fragments.flat().join('').trim());

describe('the anchor is the page’s of', () => {
  test('any heading after hashes', () => {
    fc.assert(
      fc.property(line, fc.constantFrom('', '[b]: c\n\n'), (content, before) => {
        expectAnchorOfPage(`${before}# ${content}`);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test('any underlined heading', () => {
    const lines = fc.array(line, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('\n'));
    fc.assert(
      fc.property(lines, fc.constantFrom('\n', '\r\n', '\r'), (written, lineEnd) => {
        const text = `x ${written}\n===`.replaceAll('\n', lineEnd);
        fc.pre(
          !REMARK_FAULT.test(text) &&
            renderedPage(text)
              .blocks.map(({ type }) => type)
              .join() === 'heading',
        );
        expectAnchorOfPage(text);
      }),
      { numRuns: NUM_RUNS },
    );
  });

  test.each([
    ['underscores that are struck through', '# ~~__~~__[a](b)'],
    ['an address with underscores', '# See https://a.b/_c_/d'],
    ['an address followed by a backtick', '# https://a.b/` a `'],
    ['code over two lines', 'x ``a\n``a\n==='],
    ['code of one backtick over three lines', 'x `a\nb`\nc\n==='],
    ['code with two backticks in it', '# `a `` b`'],
    ['an image between brackets and a target', '# [a]![b](c)(d)'],
    ['badges, and a link with a query', '# a [![b](c.svg)](d) [e](f?g=h&i=j)'],
    ['badges by labels, in a tag', '[b]: c\n\n# a <sup>[![x y][b]][b]</sup>'],
    ['a badge by a label that is not defined', '[b]: c\n\n# a [![x y][z]][b]'],
    ['a link by its own text, next to brackets', '[b]: c\n\n# [b] - [c]'],
    ['a closing tag with an attribute', '# a </b c>'],
    ['a version in bold, linked and not', '# [**1.2.3**](a) **1.2**'],
    ['tildes between words', '# 1 ~ 2 ~ *3*'],
    ['hashes at its end, after emphasis', '*a* #\n==='],
    ['two groups of hashes at its end, after emphasis', '# *a* # #'],
    ['three lines in a quote, by which a later one is distinguished', '> Two\n> lines\n> ===\n\n# Twolines'],
    ['three lines with emphasis in a list', '- *Two*\n  lines\n  ===\n\n# Twolines'],
    ['more than 400 characters', `${'[a link](https://a.b/c?d=e) and **bold** text '.repeat(12)}\n===`],
    ['more than 4,000 characters', `${'[a link](https://a.b/c?d=e) and **bold** text\n'.repeat(120)}===`],
    ['more than 1,000 characters with a character halved there', `# ${'日'.repeat(999)}😀`],
    ['the same text twice', `# ${'word '.repeat(400)}\n\n# ${'word '.repeat(400)}`],
  ])('%s', (_, text) => {
    const [ours, pages] = anchorsOf(text);
    expect(ours).toBe(pages!.replace(/[\ud800-\udbff]$/, ''));
  });
});
