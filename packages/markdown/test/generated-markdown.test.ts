import fc from 'fast-check';
import { expect, test } from 'vitest';
import { commonmarkLines, remarkOutline, scannedLines, scannedOutline } from './block-outlines.js';

const NUM_RUNS = Number(process.env['TOPICMILL_MARKDOWN_RUNS'] ?? 2000);

const COMMON_PREFIXES = ['', '', '> ', '>', '- ', '* ', '1. ', ' ', '  ', '   ', '+\t', '   \t'];
const COMMON_CONTENT = [
  ...[
    '',
    '',
    'a',
    'b c',
    '# h',
    '## h ##',
    '#',
    '#\t',
    '#######',
    '\\# x',
    '===',
    '=',
    '---',
    '--',
    '- - -',
    '***',
    '_ _ _',
  ],
  ...['```', '~~~', '````', '``` x`', '```js', '~~~ a`b', '<!--', '-->', '# x -->', '<div>', '</div>', '<script>'],
  ...['<?', '?>', '<!A', '[a]: b', '"t"', '[a]', ': b', '[a]:', "[a]: <b> 't", '[a]: b (t', 't)'],
];

/**
 * What goes to the reference implementation alone, since remark departs from CommonMark: it lets a lone tag interrupt a
 * paragraph on a lazy line, and takes a list that starts behind indented code, or inside a container that interrupts a
 * paragraph, for one that interrupts a paragraph itself.
 */
const COMMONMARK_PREFIXES = [...COMMON_PREFIXES, '2. ', '10) ', '    ', '\t', '-', '0)'];
const COMMONMARK_CONTENT = [...COMMON_CONTENT, '-', '</script>', '<x>', '<x y="z">', '</x >', '<x y=>'];

const GFM_PREFIXES = [...COMMON_PREFIXES, '[^a]: ', '[^b\\]]:'];
const GFM_CONTENT = [
  ...COMMON_CONTENT,
  ...[
    '| a |',
    '|-|',
    '-|-',
    ':-',
    '-:',
    '|',
    '||',
    '| a | b',
    '|:-:| - |',
    'a \\| b',
    'a\\\\| b',
    '--- |',
    '[^a]:',
    '[^a b]: c',
  ],
];

/**
 * Where remark is at fault: an empty item starts no list inside a container that interrupts a paragraph, and a footnote
 * inside a footnote goes on without indentation.
 */
const REMARK_FAULTS = /(?:[-+*]|1\.)[ \t]*$|\[\^[\s\S]*\[\^/m;

function markdown(prefixes: readonly string[], content: readonly string[]): fc.Arbitrary<string> {
  const prefix = fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }).map((parts) => parts.join(''));
  const line = fc.tuple(prefix, fc.constantFrom(...content)).map(([before, rest]) => before + rest);
  const lines = fc.array(line, { minLength: 1, maxLength: 8 });
  return fc.tuple(lines, fc.constantFrom('\n', '\n', '\r\n', '\r')).map(([parts, lineEnd]) => parts.join(lineEnd));
}

test('finds the headings and fences that the reference implementation of CommonMark finds', () => {
  fc.assert(
    fc.property(markdown(COMMONMARK_PREFIXES, COMMONMARK_CONTENT), (text) => {
      expect(scannedLines(text)).toEqual(commonmarkLines(text));
    }),
    { numRuns: NUM_RUNS * 4 },
  );
});

test('finds the headings and fences that remark with GFM finds', () => {
  fc.assert(
    fc.property(markdown(GFM_PREFIXES, GFM_CONTENT), (text) => {
      fc.pre(!REMARK_FAULTS.test(text));
      expect(scannedOutline(text)).toEqual(remarkOutline(text));
    }),
    { numRuns: NUM_RUNS },
  );
});
