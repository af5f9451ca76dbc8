import fc from 'fast-check';

/** A text with what was put into it. */
export interface GeneratedBook {
  readonly text: string;
  /** Offsets of fences, tables and quotes at the top level or in a list. */
  readonly atomic: readonly { readonly start: number; readonly end: number }[];
}

interface Part {
  readonly text: string;
  readonly isAtomic: boolean;
}

const word = fc.oneof(
  fc.constantFrom(
    'the',
    'cache',
    'keeps',
    'understanding',
    'Replication',
    'é',
    '漢字',
    '😀',
    'e.g.',
    'Dr.',
    '3.14',
    'a|b',
  ),
  fc.stringMatching(/^[a-z]{1,14}$/),
);
const sentence = fc
  .tuple(fc.array(word, { minLength: 1, maxLength: 12 }), fc.constantFrom('.', '?', '!', '.”', ''))
  .map(([words, end]) => `A ${words.join(' ')}${end}`);
const lineEnd = fc.constantFrom(' ', ' ', '\n');
const paragraph = fc.array(fc.tuple(sentence, lineEnd), { minLength: 1, maxLength: 8 }).map((parts) =>
  parts
    .map(([text, end]) => text + end)
    .join('')
    .trim(),
);
const longWord = fc.integer({ min: 50, max: 600 }).map((length) => 'ab😀'.repeat(length));
const prose = fc.oneof({ weight: 8, arbitrary: paragraph }, { weight: 1, arbitrary: longWord });
const heading = fc
  .tuple(fc.integer({ min: 1, max: 6 }), fc.array(word, { minLength: 1, maxLength: 4 }))
  .map(([level, words]) => `${'#'.repeat(level)} ${words.join(' ')}`);

const fence = fc
  .tuple(
    fc.constantFrom('```', '~~~~'),
    fc.array(fc.constantFrom('', 'let x = 1;', '# no heading', '> x', '| a |'), { maxLength: 20 }),
  )
  .map(([mark, lines]) => [`${mark}js`, ...lines, mark].join('\n'));
const table = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 0, max: 20 })).map(([columns, rows]) =>
  [...Array(rows + 2).keys()]
    .map(
      (row) =>
        `|${Array(columns)
          .fill(row === 1 ? ' --- ' : ` cell ${row} `)
          .join('|')}|`,
    )
    .join('\n'),
);
/** With blank lines and lines inside that mean something elsewhere. */
const htmlTable = fc
  .array(fc.constantFrom('<tr><td>cell</td></tr>', '', '<tr><td>', '# no heading', '| a |', '    <b>x</b>'), {
    maxLength: 20,
  })
  .map((lines) => ['<table>', ...lines, '</table>'].join('\n'));
const quote = fc
  .array(sentence, { minLength: 1, maxLength: 12 })
  .map((lines) => lines.map((line) => `> ${line}`).join('\n'));
const atomic = fc.oneof(fence, table, htmlTable, quote).map((text): Part => ({ text, isAtomic: true }));
const item = fc.tuple(fc.constantFrom('- ', '1. ', '* '), sentence).map(([marker, text]) => `${marker}${text}`);
const list = fc.array(item, { minLength: 1, maxLength: 10 }).map((items) => items.join('\n'));
const nested = fc
  .tuple(item, fc.oneof(fence, table, htmlTable, quote))
  .map(([first, inner]) => ({ first, inner: inner.replace(/^/gm, '   ') }));

function assemble(parts: readonly (readonly Part[])[]): GeneratedBook {
  let text = '';
  const blocks: { start: number; end: number }[] = [];
  for (const group of parts) {
    for (const { text: part, isAtomic } of group) {
      if (isAtomic) blocks.push({ start: text.length, end: text.length + part.length });
      text += part;
    }
    text += '\n\n';
  }
  return { text, atomic: blocks };
}

const plainPart = (text: string): Part[] => [{ text, isAtomic: false }];

/** Markdown with headings, lists, and fences, tables and quotes of all sizes. */
export const markdownBook: fc.Arbitrary<GeneratedBook> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: prose.map(plainPart) },
      { weight: 3, arbitrary: heading.map(plainPart) },
      { weight: 3, arbitrary: atomic.map((part) => [part]) },
      { weight: 2, arbitrary: list.map(plainPart) },
      {
        weight: 2,
        arbitrary: nested.map(({ first, inner }) => [
          { text: `${first}\n\n`, isAtomic: false },
          { text: inner, isAtomic: true },
        ]),
      },
    ),
    { minLength: 1, maxLength: 14 },
  )
  .map(assemble);

const plainLine = fc.oneof(
  paragraph,
  fc.constantFrom(
    'CHAPTER 3',
    'Storage and Retrieval',
    '1.2 Hash Indexes',
    'NOTE',
    'Copyright © 2017 Somebody',
    'Storage ..... 47',
    '12',
    'Page 13',
    'Running Head',
    '“All the world’s a stage.”',
    '— William Shakespeare',
    'apple, 12',
    'banana, 3, 45',
    '',
    '\f',
    '\fRunning Head',
    '| a | b |',
    '---',
  ),
);

/** What a text looks like that was taken from a PDF: pages, headers, numbers, headings without marks. */
export const plainBook: fc.Arbitrary<GeneratedBook> = fc
  .array(fc.tuple(plainLine, fc.constantFrom('\n', '\n\n', '\r\n', '\r\n\r\n')), { minLength: 1, maxLength: 40 })
  .map((lines) => ({ text: lines.map(([text, end]) => text + end).join(''), atomic: [] }));
