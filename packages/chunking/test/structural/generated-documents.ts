import fc from 'fast-check';

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'don’t',
  'naïve',
  'x1',
  '`code span`',
  '[a link](https://a.b/c?d=e)',
  '<b>tag</b>',
  '日本語',
  '😀',
  'e.g.',
  'Dr.',
  '**bold**',
  '\\*',
  '3.14',
  'supercalifragilistic',
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 25 }), fc.constantFrom('.', '.', '?', '!', ':', '', '。'))
  .map(([words, end]) => `The ${words.join(' ')}${end}`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 25 }).map((sentences) => sentences.join(' '));
const heading = fc.tuple(fc.integer({ min: 1, max: 6 }), word).map(([level, text]) => `${'#'.repeat(level)} ${text}`);
const codeLine = fc.constantFrom(
  'const a = 1;',
  '',
  '  if (x) {',
  '}',
  '# not a heading',
  'call(`x`);',
  `long ${'y '.repeat(200)}`,
);
const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~', '````'),
    fc.constantFrom('', 'js', 'python title="a"'),
    fc.array(codeLine, { maxLength: 80 }),
    fc.boolean(),
  )
  .map(([marker, info, lines, isClosed]) => [`${marker}${info}`, ...lines, ...(isClosed ? [marker] : [])].join('\n'));
const table = fc
  .tuple(fc.integer({ min: 1, max: 3 }), fc.array(sentence, { minLength: 1, maxLength: 40 }))
  .map(([columns, cells]) => {
    const row = (cell: string) => `| ${Array.from({ length: columns }, () => cell.replaceAll('|', '')).join(' | ')} |`;
    return [row('Column'), `|${' --- |'.repeat(columns)}`, ...cells.map(row)].join('\n');
  });
const rows = fc
  .array(sentence, { minLength: 2, maxLength: 40 })
  .map((cells) => cells.map((cell, i) => `${cell} | ${i}`).join('\n'));
const item = fc
  .tuple(fc.constantFrom('- ', '- ', '  - ', '1. ', '- [ ] '), sentence)
  .map(([marker, text]) => marker + text);
const list = fc.array(item, { minLength: 1, maxLength: 40 }).map((items) => items.join('\n'));
const nested = fc
  .tuple(fc.constantFrom('- ', '> ', '1. '), fc.oneof(fence, table, paragraph))
  .map(([marker, block]) => {
    const indent = marker === '> ' ? '> ' : ' '.repeat(marker.length);
    return block
      .split('\n')
      .map((line, i) => (i === 0 ? marker : indent) + line)
      .join('\n');
  });
const quote = paragraph.map((text) => `> ${text.replaceAll('. ', '.\n> ')}`);
const html = paragraph.map((text) => `<div>\n${text.replaceAll('. ', '.\n')}\n</div>`);
const odd = fc.constantFrom(
  '---',
  '[a]: https://a.b',
  '[^1]: A note.',
  '<!-- comment -->',
  '    indented code',
  '***',
  'Title\n=====',
  '\u00a0',
  '```',
);

/** Documents of every kind of block, some of them larger than a chunk. */
export const markdownDocument: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('', '', '---\ntitle: x\n---\n', '\ufeff'),
    fc.array(fc.oneof(paragraph, paragraph, heading, heading, fence, table, rows, list, nested, quote, html, odd), {
      maxLength: 14,
    }),
    fc.constantFrom('\n\n', '\n\n', '\n', '\n\n\n'),
    fc.constantFrom('\n', '\n', '\r\n', '\r'),
  )
  .map(([start, blocks, separator, lineEnd]) => (start + blocks.join(separator)).replaceAll('\n', lineEnd));
