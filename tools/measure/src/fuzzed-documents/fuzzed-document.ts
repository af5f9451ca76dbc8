import type { Random } from '@topicmill/test-support/generate';

const WORDS = [
  ...['alpha', 'beta', 'don’t', 'naïve', 'x1', '3.14', 'e.g.', 'Dr.', '`code span`', '``a ` b``', '**bold**', '\\*'],
  ...['[a link](https://a.b/c?d=e)', '![i](u "t")', '<b>tag</b>', '<https://a.b>', '&amp;', '$x_1$', '{{ x }}', '[^1]'],
  ...[
    '日本語',
    'かな',
    '한국어',
    'हिन्दी',
    'עברית',
    'العربية',
    'ไทย',
    'Привет',
    '😀',
    '👨‍👩‍👧',
    '🇨🇭',
    'e\u0301',
    '\u200d',
    '\u202e',
  ],
  ...['\ud83d', '\ude00', '\0', '\ufeff', '\u2028', '\u00a0', '<|endoftext|>', '\x1b[0m', 'supercalifragilistic'],
];
const ENDS = ['.', '.', '?', '!', ':', '', '。', '…', ' —'];
const ODD_LINES = [
  ...['', '---', '***', '===', '```', '~~~', '````js', ':::note', ':::', '!!! note "N"', '{% raw %}', '{{< x >}}'],
  ...['[a]: https://a.b', '[^1]: A note.', '<!-- comment', '-->', '<details>', '</details>', '<pre>', '</pre>'],
  ...[
    '    indented code',
    '\t',
    '\f',
    '| a | b |',
    '|---|:-:|',
    '> ',
    '- ',
    '1. ',
    '+ [ ] ',
    '#',
    '####### seven',
    'Title',
  ],
  ...[
    'import X from "y"',
    'export const a = {',
    '<X a={1}>',
    '</X>',
    'From: a@b.c',
    'On Monday Bo wrote:',
    'Ann: ',
    '$$',
  ],
];
const LINE_ENDS = ['\n', '\n', '\n', '\r\n', '\r'];
const STARTS = ['', '', '', '---\ntitle: x\n---\n', '\ufeff', '---\na: [\n---\n', '+++\na = 1\n+++\n', '---\n'];
const MAX_EDITS = 4;

/** How much there may be of each thing in a document. */
interface Most {
  readonly blocks: number;
  readonly lines: number;
  readonly sentences: number;
  readonly words: number;
}

/** A document that is found wrong is nearly always wrong in a few lines, and many small ones are tried in the time of a large one. */
const MOST: readonly Most[] = [
  ...Array<Most>(12).fill({ blocks: 3, lines: 3, sentences: 2, words: 5 }),
  ...Array<Most>(3).fill({ blocks: 4, lines: 8, sentences: 4, words: 12 }),
  { blocks: 12, lines: 20, sentences: 8, words: 18 },
];

/** A document of every kind of block, some nested, some never closed, with a few random edits. */
export function fuzzedDocument(random: Random): string {
  const most = random.pick(MOST);
  const separator = random.pick(['\n\n', '\n\n', '\n', '\n\n\n']);
  const blocks = Array.from({ length: random.integer(1, most.blocks) }, () => block(random, most));
  const lineEnd = random.pick(LINE_ENDS);
  let text = (random.pick(STARTS) + blocks.join(separator)).replaceAll('\n', lineEnd);
  for (let edits = random.integer(0, MAX_EDITS); edits > 0; edits--) text = edited(text, random);
  return text;
}

function block(random: Random, most: Most, depth = 0): string {
  switch (random.integer(0, depth > 2 ? 6 : 9)) {
    case 0:
      return `${'#'.repeat(random.integer(1, 6))} ${words(random, Math.min(6, most.words))}`;
    case 1:
      return fence(random, most);
    case 2:
      return table(random, most);
    case 3:
      return lines(random, most.lines, () => random.pick(['- ', '  - ', '1. ', '- [ ] ']) + sentence(random, most));
    case 4:
      return random.pick(ODD_LINES);
    case 5:
      return lines(random, most.lines, () => random.pick(ODD_LINES));
    case 6:
    case 7:
      return Array.from({ length: random.integer(1, most.sentences) }, () => sentence(random, most)).join(' ');
    case 8:
      return `<div>\n${block(random, most, depth + 1)}\n</div>`;
    default:
      return nested(random, most, depth);
  }
}

function nested(random: Random, most: Most, depth: number): string {
  const marker = random.pick(['- ', '> ', '1. ', '  ']);
  const indent = marker === '> ' ? '> ' : ' '.repeat(marker.length);
  return block(random, most, depth + 1)
    .split('\n')
    .map((line, at) => (at === 0 ? marker : indent) + line)
    .join('\n');
}

function fence(random: Random, most: Most): string {
  const marker = random.pick(['```', '~~~', '````']);
  const body = lines(random, most.lines, () =>
    random.pick(['const a = 1;', '', '  if (x) {', '}', '# no heading', '```', '$ ls']),
  );
  return [marker + random.pick(['', 'js', 'python title="a"']), body, ...(random.chance(0.8) ? [marker] : [])].join(
    '\n',
  );
}

function table(random: Random, most: Most): string {
  const columns = random.integer(1, 4);
  const row = () => `| ${Array.from({ length: columns }, () => words(random, 4)).join(' | ')} |`;
  return [row(), `|${' --- |'.repeat(columns)}`, lines(random, most.lines, row)].join('\n');
}

function lines(random: Random, most: number, line: () => string): string {
  return Array.from({ length: random.integer(1, most) }, line).join('\n');
}

function sentence(random: Random, most: Most): string {
  return `The ${words(random, most.words)}${random.pick(ENDS)}`;
}

function words(random: Random, most: number): string {
  return Array.from({ length: random.integer(1, most) }, () => random.pick(WORDS)).join(' ');
}

/** The text with a part left out, doubled or moved, or with something put in between. */
function edited(text: string, random: Random): string {
  const at = random.integer(0, text.length);
  const end = Math.min(text.length, at + random.integer(0, 30));
  switch (random.integer(0, 3)) {
    case 0:
      return text.slice(0, at) + text.slice(end);
    case 1:
      return text.slice(0, end) + text.slice(at);
    case 2:
      return text.slice(at, end) + text.slice(0, at) + text.slice(end);
    default:
      return text.slice(0, at) + random.pick([...ODD_LINES, ...WORDS]) + text.slice(at);
  }
}
