import { codeBlock } from './code-block.js';
import type { TopicWords } from './topic-words.js';
import { HEADINGS, SENTENCES } from './word-lists.js';

const MIN_CHARACTERS = 6_600;
const MAX_CHARACTERS = 12_000;
const FRONT_MATTER_SHARE = 0.2;

/** The reference of a topic: 6 to 14 kB of headings, paragraphs, lists, tables and code. */
export function goldenReference(title: string, words: TopicWords): string {
  const { random } = words;
  const wanted = random.integer(MIN_CHARACTERS, MAX_CHARACTERS);
  const blocks = random.chance(FRONT_MATTER_SHARE) ? [`---\ntitle: ${title}\n---`] : [];
  blocks.push(`# ${title}`, paragraph(words));
  let length = 0;
  while (length < wanted) {
    const added = section(words);
    length += added.reduce((total, block) => total + block.length + 2, 0);
    blocks.push(...added);
  }
  return `${blocks.join('\n\n')}\n`;
}

function section(words: TopicWords): string[] {
  const blocks = [`## ${headingText(words)}`, paragraph(words), ...someBlocks(words)];
  for (let left = words.random.integer(0, 2); left > 0; left--) {
    blocks.push(`### ${headingText(words)}`, paragraph(words), ...someBlocks(words));
  }
  return blocks;
}

function someBlocks(words: TopicWords): string[] {
  const kinds = [paragraph, paragraph, list, table, codeBlock, codeBlock];
  return Array.from({ length: words.random.integer(0, 2) }, () => words.random.pick(kinds)(words));
}

export function headingText(words: TopicWords): string {
  const text = words.sentence(HEADINGS);
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Some paragraphs are one long line, some are wrapped after each sentence. */
export function paragraph(words: TopicWords): string {
  const sentences = Array.from({ length: words.random.integer(2, 5) }, () => words.sentence(SENTENCES));
  return sentences.join(words.random.chance(0.7) ? ' ' : '\n');
}

export function list(words: TopicWords): string {
  const isNumbered = words.random.chance(0.3);
  const items = Array.from({ length: words.random.integer(3, 7) }, (_, at) => {
    const nested = words.random.chance(0.2) ? `\n   - ${words.sentence(SENTENCES)}` : '';
    return `${isNumbered ? `${at + 1}.` : '-'} ${words.sentence(SENTENCES)}${nested}`;
  });
  return items.join('\n');
}

export function table(words: TopicWords): string {
  const rows = Array.from({ length: words.random.integer(3, 8) }, () =>
    words.fill('| `{i}` | {k} | {a} {n} of the {t} |'),
  );
  return ['| Option | Default | Meaning |', '|---|---:|---|', ...rows].join('\n');
}
