import { describe, expect, it } from 'vitest';
import { type NearWords, openSearchIndex, type SearchOptions, type SearchTopic } from '../../src/retrieval/index.js';
import { chunkOf, loaderOf, questionOf, topicOf } from './sample-docs.js';

/** Texts with a share of the query's words: as a table of words compares them, in small. */
function sharedWords(query: string, texts: readonly string[]): number[] {
  const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/\w+/g));
  const asked = wordsOf(query);
  return texts.map((text) => {
    const words = wordsOf(text);
    return [...words].filter((word) => asked.has(word)).length / Math.sqrt(words.size * asked.size);
  });
}

const comparing: NearWords = Object.assign(() => [], { compareTexts: sharedWords });

async function found(
  topics: readonly SearchTopic[],
  query: string,
  nearWords?: NearWords,
  options?: SearchOptions,
): Promise<string[]> {
  const { results } = await (await openSearchIndex(loaderOf(topics), undefined, nearWords)).search(query, options);
  return [...new Set(results.map(({ topic }) => topic))];
}

const asking = (id: string, text: string, ...questions: string[]): SearchTopic =>
  topicOf(id, id, chunkOf(text, { questions: questions.map((question) => questionOf(question)) }));

describe('questions as wholes', () => {
  const query = 'who may open the door at night';
  const guard = asking('guard', 'Ask him.', 'Who may come in at night?', 'What does he eat?');
  // Its text has a rare word of the query, and its questions have little in common with it.
  const hinge = asking('hinge', 'Oil the door. Open the door.', 'Why does the door squeak?', 'Which oil is it?');
  const others = ['Rice', 'Bread', 'Soup'].map((title) => topicOf(title.toLowerCase(), title, `${title} is food.`));

  it('find the page that is asked the same, before one that has more of the words', async () => {
    expect((await found([...others, hinge, guard], query))[0]).toBe('hinge');
    expect((await found([...others, hinge, guard], query, comparing))[0]).toBe('guard');
  });

  it('do not count where the search goes by words, or for a question that is masked', async () => {
    expect((await found([...others, hinge, guard], query, comparing, { mode: 'bm25' }))[0]).toBe('hinge');
    const maskedQuestion = 'Who may come in at night?';
    expect((await found([...others, hinge, guard], query, comparing, { maskedQuestion }))[0]).toBe('hinge');
  });

  it('keep a question whose hash is near, and that asks something else, from the first place', async () => {
    const asked = 'pass data from child to parent slot scope';
    const props = asking('props', 'Give them down.', 'pass data from parent to child');
    const slots = topicOf('slots', 'Slots', 'The scope of a slot: a child has data, and the parent passes a slot.');
    expect((await found([...others, props, slots], asked))[0]).toBe('props');
    expect((await found([...others, props, slots], asked, comparing))[0]).toBe('slots');
  });

  it('still put a page first that is asked in the same words', async () => {
    const same = asking('same', 'Nothing.', 'pipx equivalent');
    const tools = topicOf('tools', 'Tools', 'Instead of pipx there are tools: the equivalent of pipx.');
    expect((await found([...others, same, tools], 'pipx equivalent', comparing))[0]).toBe('same');
  });
});
