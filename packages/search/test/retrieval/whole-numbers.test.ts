import { MAX_GROWTH, TEXTS, timeGrowth } from '@topicmill/test-support/time-growth';
import { describe, expect, it } from 'vitest';
import { analyzeWords, openSearchIndex, type SearchTopic } from '../../src/retrieval/index.js';
import { numberShares } from '../../src/retrieval/ranking/score-words.js';
import { wholeNumbers } from '../../src/retrieval/whole-numbers.js';
import { chunkOf, loaderOf, questionOf, topicOf } from './sample-docs.js';

describe('whole numbers', () => {
  it.each([
    ['Release 3.14.2, and 3.14.', ['3.14.2', '3.14']],
    ['v3.14.2 or V2.0-beta', ['3.14.2', '2.0']],
    ['at 10.0.0.1:8080', ['10.0.0.1']],
    ['see 4.2.', ['4.2']],
    ['３.１４', ['3.14']],
    ['3 14 2, x1.2, e.g. 3 .5', []],
    [`1.${'2'.repeat(64)}`, []],
  ])('of "%s"', (text, numbers) => {
    expect(wholeNumbers(text)).toEqual(numbers);
  });

  it('are found in time that grows with the text', async () => {
    const growth = await timeGrowth((length) => {
      const text = `${'1'.repeat(length / 2)} ${'1.'.repeat(length / 4)}`;
      return () => wholeNumbers(text);
    }, TEXTS);
    expect(growth).toBeLessThan(MAX_GROWTH);
  });
});

/** Pages that have the same words, each as often. */
const ORDERS = ['3.14.2', '2.14.3', '14.3.2', '14.2.3', '3.2.14', '2.3.14'];

async function firstOf(topics: readonly SearchTopic[], query: string): Promise<string> {
  const { results } = await (await openSearchIndex(loaderOf(topics))).search(query);
  return results[0]!.topic;
}

describe('a search for a number with dots', () => {
  const releases = (textOf: (number: string) => SearchTopic): SearchTopic[] => ORDERS.map(textOf);

  it.each(ORDERS)('finds the page that has %s before those that have its parts in another order', async (number) => {
    const inText = releases((each) => topicOf(`v${each}`, 'Release', `It fixes the crash of ${each} and others.`));
    expect(await firstOf(inText, number)).toBe(`v${number}`);
    expect(await firstOf(inText, `what does version v${number} fix`)).toBe(`v${number}`);
    const inTitle = releases((each) => topicOf(`v${each}`, `Release ${each}`, 'It fixes the crash.'));
    expect(await firstOf(inTitle, number)).toBe(`v${number}`);
    const asked = releases((each) =>
      topicOf(`v${each}`, 'Release', chunkOf('It fixes.', { questions: [questionOf(`What is new in ${each}?`)] })),
    );
    expect(await firstOf(asked, number)).toBe(`v${number}`);
  });

  it('finds addresses and sections the same way, and still the parts of a number', async () => {
    const hosts = ['10.0.1.0', '1.0.0.10', '10.0.0.1'].map((each) => topicOf(each, 'Host', `The host is at ${each}.`));
    expect(await firstOf(hosts, '10.0.0.1')).toBe('10.0.0.1');
    const tls = [
      topicOf('never', 'TLS', 'TLS 2.1 never, 1 of 2.'),
      topicOf('since', 'TLS', 'TLS 1.2 since May, or so.'),
    ];
    expect(await firstOf(tls, 'TLS 1.2')).toBe('since');
    const index = await openSearchIndex(loaderOf([topicOf('only', 'Release', 'It is 3.14.2 at last.')]));
    expect((await index.search('14')).results).toHaveLength(1);
  });
});

describe('the parts of a number that docs have as a whole', () => {
  it('count as one word, so that a page that repeats them comes after the one that has the number', async () => {
    const others = Array.from({ length: 8 }, (_, at) =>
      topicOf(`x${at}`, 'Other', `It listens on port ${at} of host ${at}0.`),
    );
    const docs = [
      topicOf('repeats', 'Ranges', 'Ranges: 10.0.0.0/8 10.0.0.0/16 10.0.0.0/24 10.1.0.0/16 0.0.0.0 1 10 0 1.'),
      topicOf(
        'whole',
        'Gateway',
        'The gateway of the office answers at 10.0.0.1, and nobody but the administrators may change that, since all machines use it.',
      ),
      ...others,
    ];
    expect(await firstOf(docs, '10.0.0.1')).toBe('whole');
    expect(await firstOf(docs, 'which host is v10.0.0.1')).toBe('whole');
    expect(await firstOf(docs.slice(0, 1).concat(others), '10.0.0.1')).toBe('repeats');
  });

  it.each([
    ['gateway 10.0.0.1 port 1', ['10.0.0.1'], [1, 0.25, 0.25, 0.25, 0.25, 1, 1]],
    ['upgrade v2.1 from 1.2', ['2.1'], [1, 0.5, 0.5, 1, 1]],
    ['upgrade v2.1', [], [1, 1, 1]],
  ])('share its weight in "%s"', (query, known, shares) => {
    expect(numberShares(analyzeWords(query), new Set(known))).toEqual(shares);
  });
});

describe('a search for a message with numbers', () => {
  const MESSAGE = 'exit code 137: killed by signal 9';
  const scattered = topicOf(
    'scattered',
    'Jobs',
    'Exit the shell. A signal of 137 lamps killed the mood. The code is 9 lines, the code of an exit signal, killed or not.',
  );
  const message = topicOf('message', 'Memory', `A container that has too little memory says ${MESSAGE}, and is gone.`);

  it('finds the only page that has it before one that has its words here and there', async () => {
    expect(await firstOf([scattered, message], MESSAGE)).toBe('message');
    expect(await firstOf([scattered, message], `what does "${MESSAGE}" mean`)).toBe('message');
  });
});
