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
const FEW_BLOCKS = 4;
const MANY_BLOCKS = 12;
const MAX_EDITS = 4;

/** A document of every kind of block, some nested, some never closed, with a few random edits. */
export function fuzzedDocument(random: Random): string {
  const separator = random.pick(['\n\n', '\n\n', '\n', '\n\n\n']);
  const blocks = Array.from({ length: random.integer(1, random.chance(0.2) ? MANY_BLOCKS : FEW_BLOCKS) }, () =>
    block(random),
  );
  const lineEnd = random.pick(LINE_ENDS);
  let text = (random.pick(STARTS) + blocks.join(separator)).replaceAll('\n', lineEnd);
  for (let edits = random.integer(0, MAX_EDITS); edits > 0; edits--) text = edited(text, random);
  return text;
}

function block(random: Random, depth = 0): string {
  switch (random.integer(0, depth > 2 ? 6 : 9)) {
    case 0:
      return `${'#'.repeat(random.integer(1, 6))} ${words(random, 6)}`;
    case 1:
      return fence(random);
    case 2:
      return table(random);
    case 3:
      return lines(random, 12, () => random.pick(['- ', '  - ', '1. ', '- [ ] ']) + sentence(random));
    case 4:
      return random.pick(ODD_LINES);
    case 5:
      return lines(random, 8, () => random.pick(ODD_LINES));
    case 6:
    case 7:
      return Array.from({ length: random.integer(1, 8) }, () => sentence(random)).join(' ');
    case 8:
      return `<div>\n${block(random, depth + 1)}\n</div>`;
    default:
      return nested(random, depth);
  }
}

function nested(random: Random, depth: number): string {
  const marker = random.pick(['- ', '> ', '1. ', '  ']);
  const indent = marker === '> ' ? '> ' : ' '.repeat(marker.length);
  return block(random, depth + 1)
    .split('\n')
    .map((line, at) => (at === 0 ? marker : indent) + line)
    .join('\n');
}

function fence(random: Random): string {
  const marker = random.pick(['```', '~~~', '````']);
  const body = lines(random, 20, () =>
    random.pick(['const a = 1;', '', '  if (x) {', '}', '# no heading', '```', '$ ls']),
  );
  return [marker + random.pick(['', 'js', 'python title="a"']), body, ...(random.chance(0.8) ? [marker] : [])].join(
    '\n',
  );
}

function table(random: Random): string {
  const columns = random.integer(1, 4);
  const row = () => `| ${Array.from({ length: columns }, () => words(random, 4)).join(' | ')} |`;
  return [row(), `|${' --- |'.repeat(columns)}`, lines(random, 12, row)].join('\n');
}

function lines(random: Random, most: number, line: () => string): string {
  return Array.from({ length: random.integer(1, most) }, line).join('\n');
}

function sentence(random: Random): string {
  return `The ${words(random, 18)}${random.pick(ENDS)}`;
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
