import { splitFrontMatter } from '@topicmill/text/markdown';
import fc from 'fast-check';

const PREFIXES = [
  '',
  '',
  '',
  '',
  '> ',
  '- ',
  '* ',
  '1. ',
  ' ',
  '    ',
  '   ',
  '[^a]: ',
  '[^b]: ',
  '> [^c]: ',
  '- [^c]: ',
];
const LINES = [
  ...['', '', '', '# h', '## h ##', '### deeper', 'Title', '===', '---', '***', 'plain words of some length here'],
  ...['see [x] and [y][z]', 'a note[^a] and[^b]', '![i][z] [text][x]', '[x]: /one "t"', '[z]: <two>', '[x]: /three'],
  ...['note with [z]', 'x[^b]', '[q', 'r]', '[q r]: /four', '```', '~~~', '<div>', '</div>', '<!--', '-->'],
  ...[
    '| a | b |',
    '| - | - |',
    '| [x] | c |',
    '    code',
    '\\[x] `[z]`',
    'www.example.com',
    '[Lead-in] Continuing from',
  ],
  ...['<!--CT {"id":"chunk-001"}-->', 'é 日本 🙂', '\t', 'end.  ', '/path/to', '//'],
];

/**
 * Documents of lines that start, continue and end all kinds of blocks, with one kind of line end. No footnote
 * is defined inside another block: remark lets those go on without indentation.
 */
export function documents(maxLines: number): fc.Arbitrary<string> {
  const line = fc
    .tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...LINES))
    .map(([prefix, content]) => (content === '' ? '' : prefix + content));
  return fc
    .tuple(
      fc.constantFrom('', '', '\uFEFF', '---\ntitle: x\n---\n'),
      fc.array(line, { minLength: 1, maxLength: maxLines, size: 'max' }),
      fc.constantFrom('\n', '\n', '\r\n', '\r'),
      fc.boolean(),
    )
    .map(([head, lines, eol, ends]) => head + lines.join(eol) + (ends ? eol : ''))
    .filter((text) => text.slice(splitFrontMatter(text).bodyOffset).trim() !== '');
}
