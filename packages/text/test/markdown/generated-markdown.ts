import fc from 'fast-check';

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
 * paragraph on a lazy line, and takes a list that starts after indented code, or inside a container that interrupts a
 * paragraph, for one that interrupts a paragraph itself.
 */
export const COMMONMARK_PREFIXES = [...COMMON_PREFIXES, '2. ', '10) ', '    ', '\t', '-', '0)'];
export const COMMONMARK_CONTENT = [...COMMON_CONTENT, '-', '</script>', '<x>', '<x y="z">', '</x >', '<x y=>'];

export const GFM_PREFIXES = [...COMMON_PREFIXES, '[^a]: ', '[^b\\]]:'];
export const GFM_CONTENT = [
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
export const REMARK_FAULTS = /(?:[-+*]|1\.)[ \t]*$|\[\^[\s\S]*\[\^/m;

/** Short texts made of such lines, with one kind of line end. */
export function markdown(prefixes: readonly string[], content: readonly string[]): fc.Arbitrary<string> {
  const prefix = fc.array(fc.constantFrom(...prefixes), { maxLength: 3 }).map((parts) => parts.join(''));
  const line = fc.tuple(prefix, fc.constantFrom(...content)).map(([before, rest]) => before + rest);
  const lines = fc.array(line, { minLength: 1, maxLength: 8 });
  return fc.tuple(lines, fc.constantFrom('\n', '\n', '\r\n', '\r')).map(([parts, lineEnd]) => parts.join(lineEnd));
}
