import type { EncoderReads } from '@topicmill/text/embedder';
import { describe, expect, it } from 'vitest';
import { type EmbedQuery, openSearchIndex, type SearchOptions, type SearchTopic } from '../../src/retrieval/index.js';
import { chunkOf, loaderOf, questionOf, topicOf } from './sample-docs.js';

/** Words of the sample, a component each: texts that share words are near. */
const WORDS = new Map<string, number>();
const DIMENSIONS = 128;

function vectorOf(text: string): Float32Array {
  const vector = new Float32Array(DIMENSIONS);
  for (const word of new Set(text.toLowerCase().match(/\w+/g))) {
    if (!WORDS.has(word)) WORDS.set(word, WORDS.size);
    vector[WORDS.get(word)!] = 1;
  }
  return vector;
}

const embed: EmbedQuery = async (query) => vectorOf(query);

async function found(
  topics: readonly SearchTopic[],
  query: string,
  embedQuery?: EmbedQuery,
  options?: SearchOptions,
): Promise<string[]> {
  const { results } = await (await openSearchIndex(loaderOf(topics, 'words'), embedQuery)).search(query, options);
  return [...new Set(results.map(({ topic }) => topic))];
}

const pageOf = (id: string, title: string, text: string, ...questions: string[]): SearchTopic =>
  topicOf(
    id,
    title,
    chunkOf(text, {
      vector: vectorOf(text),
      questions: questions.map((question) => ({ ...questionOf(question), vector: vectorOf(question) })),
    }),
  );
const asking = (id: string, text: string, ...questions: string[]): SearchTopic => pageOf(id, id, text, ...questions);

describe('questions as wholes', () => {
  const query = 'who may open the door at night';
  const guard = asking('guard', 'Ask him.', 'Who may come in at night?', 'What does he eat?');
  // Its text has a rare word of the query, and its questions have little in common with it.
  const hinge = asking('hinge', 'Oil the door. Open the door.', 'Why does the door squeak?', 'Which oil is it?');
  const others = ['Rice', 'Bread', 'Soup'].map((title) => pageOf(title.toLowerCase(), title, `${title} is food.`));

  it('find the page that is asked the same, before one that has more of the words', async () => {
    expect((await found([...others, hinge, guard], query))[0]).toBe('hinge');
    expect((await found([...others, hinge, guard], query, embed))[0]).toBe('guard');
  });

  it('count more where a sentence encoder has read the query, and most where it has read the docs', async () => {
    const lead = async (encoder: EncoderReads | undefined): Promise<number> => {
      const index = await openSearchIndex(loaderOf([...others, hinge, guard], 'words'), async (asked) => ({
        vector: vectorOf(asked),
        encoder,
      }));
      const { results } = await index.search(query);
      const scoreOf = (id: string): number =>
        Math.max(...results.filter((each) => each.topic === id).map((each) => each.score));
      return scoreOf('guard') - scoreOf('hinge');
    };
    expect(await lead('questions')).toBeGreaterThan(await lead(undefined));
    expect(await lead('all')).toBeGreaterThan(await lead('questions'));
  });

  it('do not count where the search goes by words, or for a question that is masked', async () => {
    expect((await found([...others, hinge, guard], query, embed, { mode: 'bm25' }))[0]).toBe('hinge');
    const maskedQuestion = 'Who may come in at night?';
    expect((await found([...others, hinge, guard], query, embed, { maskedQuestion }))[0]).toBe('hinge');
  });

  it('keep a question whose hash is near, and that asks something else, from the first place', async () => {
    const asked = 'pass data from child to parent slot scope';
    const props = asking('props', 'Give them down.', 'pass data from parent to child');
    const slots = pageOf('slots', 'Slots', 'The scope of a slot: a child has data, and the parent passes a slot.');
    expect((await found([...others, props, slots], asked))[0]).toBe('props');
    expect((await found([...others, props, slots], asked, embed))[0]).toBe('slots');
  });

  it('still put a page first that is asked in the same words', async () => {
    const same = asking('same', 'Nothing.', 'pipx equivalent');
    const tools = pageOf('tools', 'Tools', 'Instead of pipx there are tools: the equivalent of pipx.');
    expect((await found([...others, same, tools], 'pipx equivalent', embed))[0]).toBe('same');
  });
});
