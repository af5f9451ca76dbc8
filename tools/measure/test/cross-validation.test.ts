import { loadTokenCounter } from '@topicmill/text/tokens';
import { expect, test } from 'vitest';
import { crossValidation } from '../src/passages/cross-validation.js';
import { rankers } from '../src/passages/rankers.js';
import type { PassageCorpus } from '../src/read-passages.js';
import type { Table } from '../src/table-command.js';

const WORDS = ['harbour', 'lantern', 'orchard', 'granite', 'compass', 'thimble', 'meadow', 'furnace'];

/** A text whose sections are about one word each, which is asked for. */
function corpusOf(name: string, words: readonly string[]): PassageCorpus {
  const section = (word: string) => `## ${word}\n\n${`The ${word} is described here at some length. `.repeat(12)}\n\n`;
  const text = words.map(section).join('');
  const questions = words.map((word) => {
    const start = text.indexOf(`The ${word} is`);
    return { text: `What is the ${word}?`, passages: [{ start, end: start + 40 }] };
  });
  return { name, text, questions };
}

test('what is chosen for a corpus does not depend on it, and nothing is chosen on one that is kept aside', async () => {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  const halves = async (text: string) => {
    const middle = text.length >> 1;
    return [
      { start: 0, end: middle, indexedText: text.slice(0, middle) },
      { start: middle, end: text.length, indexedText: text.slice(middle) },
    ];
  };
  const lengths = (size: number) => async (text: string) =>
    Array.from({ length: Math.ceil(text.length / (4 * size)) }, (_, at) => {
      const [start, end] = [4 * size * at, Math.min(text.length, 4 * size * (at + 1))];
      return { start, end, indexedText: text.slice(start, end) };
    });
  const splitters = {
    tokenCounter,
    count: (text: string) => tokenCounter.count(text),
    make: async (size: number) =>
      [
        ['structural', halves],
        ['LangChain Recursive', lengths(size)],
      ] as const,
  };
  const measured = async (asideWords: readonly string[]): Promise<readonly Table[]> => {
    const corpora = [
      corpusOf('one', WORDS.slice(0, 4)),
      corpusOf('two', WORDS.slice(4)),
      corpusOf('aside', asideWords),
    ];
    const choice = { sizes: [120, 240], isKeptAside: (name: string) => name === 'aside' };
    const tools = { rankers: rankers().slice(0, 1), splitters, log: () => {} };
    const tables: Table[] = [];
    for await (const table of crossValidation(corpora, choice, tools)) tables.push(table);
    return tables;
  };
  const [settings, leftOut] = await measured(['basket', 'anchor']);
  const [, withOthers] = await measured(['pillar']);
  expect(settings!.rows).toHaveLength(24);
  expect(leftOut!.rows.map(({ name }) => name)).toEqual([
    'one',
    'two',
    'aside',
    'BM25, all corpora',
    'all rankers, all corpora',
  ]);
  const chosen = (table: Table | undefined) => table!.rows.slice(0, 3).map(({ values }) => values.at(-1));
  expect(chosen(withOthers)).toEqual(chosen(leftOut));
  const [ours, theirs, difference] = leftOut!.rows[0]!.values;
  expect(Number(String(difference).replace('−', '-'))).toBeCloseTo(Number(ours) - Number(theirs), 1);
});
