import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  DIALECT_NAMES,
  type Dialect,
  dialectOf,
  LineKind,
  readableMarkdown,
  scanLines,
  scanMarkdown,
} from '../../../src/markdown/index.js';
import { mdxTexts } from './generated-mdx.js';

const NAMES = DIALECT_NAMES.filter((name) => name !== 'none');
const DIALECTS = NAMES.map((name): [string, Dialect] => [name, dialectOf(name, name === 'mdx' ? 'a.mdx' : 'a.md')!]);

const LINES = [
  ...[
    '',
    '',
    'a',
    'b <i>c</i>',
    '# h {#i}',
    '## h',
    '###h',
    '===',
    '```rust',
    '# x',
    '```',
    '| a |',
    '|---|',
    '[^a]: b',
    '[a]: b',
  ],
  ...[
    ':::note[T]',
    '::: tip T',
    ':::',
    '!!! note "T"',
    '??? note',
    '=== "T"',
    '    a',
    '        b',
    '{: #i }',
    '[TOC]',
  ],
  ...[
    '{{< a >}}',
    '{{< /a >}}',
    '{{< highlight go >}}',
    '{{< /highlight >}}',
    '{{% b',
    'c="d" %}}',
    '{{ e }}',
    '{{#include a.md:b}}',
  ],
  ...[
    '{% if a %}',
    '{% endif %}',
    '{% comment %}',
    '{% endcomment %}',
    '{% raw %}',
    '{% endraw %}',
    '<<< @/a{1,2}',
    '--8<-- "a"',
  ],
  ...[
    ':::zone pivot="a"',
    ':::zone-end',
    'a :::image source="b" alt-text="c"::: d',
    ':::code source="a.cs" id="b":::',
    '# [T](#tab/a)',
    '[!NOTE]',
    '[!INCLUDE [a](b.md)]',
    '<xref:A.B%2A?displayProperty=name>',
  ],
  ...[
    '<div',
    'class="a">',
    '</div>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<details>',
    '</details>',
    '[![a](b/badge.svg)](c)',
  ],
  ...[
    '```{note} T',
    '~~~{code-block} c',
    ':::{math}',
    '```{toctree}',
    ':k: v',
    '---',
    '~~~',
    '(a)=',
    '% c',
    '+++',
    '{a}`b <c>` and {math}`d`',
  ],
  ...['::a{b="c"}', '::', ':::a', '```yaml [props]', '#slot', ':a[b `c`]{d} [e]{.f} :g{title="h"}'],
  ...['[!note]- T', '[[a#b|c]] ==d [[e#f]]== ![[g|h]] ^i', '%%', '%% a %% b', 'a == b ==c'],
  ...['{% tab title="a" %}', '{% endtab %}'],
];

function texts(): fc.Arbitrary<string> {
  const line = fc.tuple(fc.constantFrom('', '', '', '- ', '> ', '  '), fc.constantFrom(...LINES));
  const lines = fc.array(
    line.map(([prefix, rest]) => prefix + rest),
    { minLength: 1, maxLength: 12 },
  );
  const joined = fc.tuple(lines, fc.constantFrom('\n', '\r\n', '\r')).map(([parts, lineEnd]) => parts.join(lineEnd));
  return fc.oneof(joined, mdxTexts());
}

describe.each(DIALECTS)('%s', (_, dialect) => {
  test('has the lines of the text, markup apart and in order, and regions of more than one line', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        const scan = scanMarkdown(text, { dialect });
        expect(Array.from(scan.starts)).toEqual(Array.from(scanLines(text).starts));
        let before = 0;
        for (const { start, end } of scan.markups) {
          expect(start).toBeGreaterThanOrEqual(before);
          expect(end).toBeGreaterThan(start);
          before = end;
        }
        expect(before).toBeLessThanOrEqual(text.length);
        for (const { firstLine, lastLine } of scan.regions) {
          expect(lastLine).toBeGreaterThan(firstLine);
          expect(lastLine).toBeLessThan(scan.lineCount);
        }
      }),
    );
  });

  test('every line of code belongs to one fence, and every heading is on lines of its own', () => {
    fc.assert(
      fc.property(texts(), (text) => {
        const { kinds, fences, headings } = scanMarkdown(text, { dialect });
        const expected = Array.from(kinds, () => 0);
        for (const { firstLine, lastLine } of fences) {
          for (let line = firstLine; line <= lastLine; line++) expected[line]! += 1;
        }
        expect(Array.from(kinds, (kind) => (kind === LineKind.Fence ? 1 : 0))).toEqual(expected);
        for (const { line, lineCount } of headings) {
          expect(Array.from(kinds.slice(line, line + lineCount))).toEqual(Array(lineCount).fill(LineKind.Heading));
        }
      }),
    );
  });

  test('plain text is read as it is written', () => {
    const word = fc.constantFrom('a', 'b c', '*d*', '`e`', '- f', '1. g', '', '', '## h', '```', '[i](j)');
    fc.assert(
      fc.property(
        fc.array(word).map((lines) => lines.join('\n')),
        (text) => {
          expect(readableMarkdown(text, dialect)).toBe(text);
        },
      ),
    );
  });
});

const SIZE = 30_000;

/** Pieces that open something and never close it: looking for the end each time would be quadratic. */
const OPENERS = [
  ...[
    '{',
    '{\n',
    '{`',
    '{"\n',
    '{/*',
    '<a ',
    '<a\n',
    '<a b="',
    "<a b='\n",
    '<a b={',
    '<A>\n',
    '<',
    '</',
    '<!--',
    '<!--\n\n',
  ],
  ...[
    ':::a "',
    ':::code ',
    ':::code "',
    '[!INCLUDE [',
    '[!INCLUDE[](',
    '[!code-a[](b?',
    '[!div ',
    '<xref:a',
    '<xref:a?',
    '<script>',
    '<script>\n\n',
    '{{<',
    '{{< a\n',
    '{{< highlight a >}}\n',
    '{{%',
    '{% ',
    '{% comment %}\n',
    '{% raw %}',
    '{{ ',
  ],
  ...[
    ':::a\n',
    '!!! a\n    ',
    '=== "a"\n',
    '[^a',
    '[![a](',
    '`',
    '``a`',
    '{#',
    '{: ',
    'import {\n',
    'export const a = (\n\n',
  ],
  ...[
    '{(',
    '{[',
    '{<a>',
    '{/',
    '<a>{`${',
    '{{#include ',
    '--8<-- "',
    '<<< ',
    '<details>\n',
    '</details>\n',
    '\\',
    '[a]: b\n',
  ],
  ...['```{a}\n', '```{toctree}\n', ':::{a}\n---\n', '{a}`', '{a}``b`', '(', '[a]{', '[a `', '% '],
  ...['::a\n---\n', '::a\n```yaml [props]\n', '::a{', ':a{', ':a["', ':a[b]{"', "[a]{'", '::a\n<b>\n'],
  ...['[[a', '[[#', '![[', '==a', '==a ', '%%', '%%\n\n', '> [!a]\n', '>\n[!', '^a ', '^a\n', '{% a '],
];

describe.each(DIALECTS)('%s reads in time linear in their length', (_, dialect) => {
  test.each(OPENERS)('many %j', (opener) => {
    const text = opener.repeat(SIZE / opener.length);
    expect(scanMarkdown(text, { dialect }).starts.at(-1)).toBe(text.length);
  });
});
