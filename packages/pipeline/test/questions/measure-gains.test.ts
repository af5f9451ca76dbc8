import { buildSearchIndex, memoryLoader, openSearchIndex, SEARCH_DIRECTORY } from '@topicmill/search/retrieval';
import { simHash64 } from '@topicmill/topics/similarity';
import { expect, it } from 'vitest';
import { measureGains } from '../../src/questions/filter-questions.js';

const ENTRY = 'What is that beeping noise on my pottery machine?';
const SHORT = 'beeping noise pottery machine';
const OTHERS = ['Beeping noise of scales.', 'A pottery machine.', 'Noise of a machine.', 'Beeping pottery.'];

function indexOf(questions: readonly string[]) {
  const topicOf = (id: string, text: string, own: readonly string[]) => ({
    id,
    title: id,
    chunks: [
      {
        title: id,
        path: `${id}/_chunks/0.md`,
        isCode: false,
        tokenCount: 5,
        text,
        questions: own.map((each) => ({ text: each, answer: '', hash: simHash64(each) })),
      },
    ],
  });
  const topics = [
    ...OTHERS.map((text, at) => topicOf(`other-${at}`, text, [])),
    topicOf('kiln', 'It is hot.', questions),
  ];
  const files = [...buildSearchIndex(topics)].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes] as const);
  return openSearchIndex(memoryLoader(new Map(files)));
}

it('asks a question without its own entry in whatever wording the topic has it', async () => {
  const asked = { topic: 'kiln', text: ENTRY };
  const alone = await measureGains(await indexOf([ENTRY]), [asked], []);
  const twice = await measureGains(await indexOf([ENTRY, SHORT]), [asked], []);
  expect(alone.get(ENTRY)!.place).not.toBe(1);
  expect(twice.get(ENTRY)).toEqual(alone.get(ENTRY));
});

it('counts what a question gains for one that is asked in other words', async () => {
  const judged = [{ topic: 'kiln', text: ENTRY }];
  const other = { topic: 'kiln', text: 'beeping noise while the pottery door of a machine is open' };
  const gains = await measureGains(await indexOf([ENTRY]), judged, [other]);
  expect(gains.get(ENTRY)!.gained).toBeGreaterThan(0);
});
