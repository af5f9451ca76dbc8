import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { askAll, type GateTopic, indexTopics, questionsOf } from '../../src/gate/index.js';

function topic(id: string, title: string, texts: readonly string[], questions: GateTopic['questions']): GateTopic {
  return {
    id,
    title,
    description: '',
    strategy: 'semantic-250-750',
    sourceSha256: id,
    questionsSha256: id,
    questions,
    modelQuestions: [],
    chunks: texts.map((text, index) => ({
      title: `${title} ${index}`,
      text: `# ${title}\n\n${text}\n`,
      sha256: `${id}-${index}`,
      tokenCount: 5,
      isCode: false,
    })),
  };
}

const CONFIG = parseConfig('', 'topicmill.yaml');

const TOPICS = [
  topic('drinks/coffee', 'Coffee', ['Roasted beans are ground.', 'A paper filter keeps the grounds back.'], []),
  topic(
    'drinks/tea',
    'Tea',
    ['Leaves steep in hot water.', 'A tin keeps leaves dry.'],
    [
      { text: 'How long do leaves steep?', answer: 'They steep in hot water.' },
      { text: 'Which filter keeps grounds back?', answer: 'None.' },
      { text: 'zzz qqq?', answer: '' },
    ],
  ),
];

const vectors = bundledWordVectors();
const services = {
  model: 'builtin',
  embed: async ({ texts }: { readonly texts: readonly string[] }) => ({
    vectors: texts.map((text) => embedText(vectors, text)),
    refused: new Map(),
    embeddedCount: texts.length,
  }),
  findVectors: () => new Map<string, Float32Array>(),
};

describe('a question of the docs', () => {
  it('counts for the chunk that contains its answer, but never for itself', async () => {
    const asked = 'Why does my drink taste of metal?';
    const topics = [
      topic('a', 'Coffee', ['Beans are roasted.'], []),
      topic('b', 'Tea', ['Leaves steep.', 'A tin keeps leaves dry.'], [{ text: asked, answer: 'The tin.' }]),
    ];
    const index = await indexTopics(topics, CONFIG, services, async () => undefined);
    const { results } = await index.search('drink tastes of metal');
    expect(results[0]).toMatchObject({ topic: 'b', index: 1, match: { question: asked } });
    expect((await index.search(asked, { mode: 'prompts' })).results[0]).toMatchObject({ match: { promptDistance: 0 } });

    const masked = await index.search(asked, { mode: 'bm25', maskedQuestion: asked });
    expect(masked.results).toEqual([]);
    expect((await index.search(asked, { mode: 'prompts', maskedQuestion: asked })).mode).toBe('hybrid');
    expect(await askAll(questionsOf(topics), topics, index)).toMatchObject([
      { question: asked, place: expect.any(Number) },
    ]);
  });

  it('does not count for itself in any wording, whoever asks it and whichever file it is in, but for its neighbours', async () => {
    const entry = 'What is that beeping noise on my pottery machine?';
    const others = ['Beeping noise of scales.', 'A pottery machine.', 'Noise of a machine.', 'Beeping pottery.'];
    const topics = (own: readonly string[]): GateTopic[] => [
      ...others.map((text, at) => topic(`other-${at}`, 'Workshop', [text], [])),
      {
        ...topic(
          'kiln',
          'Kiln',
          ['It is hot.'],
          own.map((text) => ({ text, answer: '' })),
        ),
        modelQuestions: [],
      },
    ];
    const place = async (text: string, own: readonly string[], answering = 'kiln'): Promise<number> => {
      const docs = topics(own);
      const index = await indexTopics(docs, CONFIG, services, async () => undefined);
      const asked = { topic: answering, otherTopics: [], text, answer: '', kind: 'typos' as const };
      return (await askAll([asked], docs, index))[0]!.place;
    };
    for (const text of [entry, 'waht is that beeping noise on my potery machine', 'beeping noise pottery machine']) {
      expect(await place(text, [entry])).toBe(await place(text, []));
      expect(await place(text, [entry])).not.toBe(1);
    }
    expect(await place('beeping noise while the pottery door is open', [entry])).toBe(1);
    const docs = topics([entry]);
    const index = await indexTopics(docs, CONFIG, services, async () => undefined);
    const unasked = await index.search('beeping noise pottery machine', {
      maskedQuestion: 'beeping noise pottery machine',
    });
    expect(unasked.results[0]).toMatchObject({ topic: 'kiln', match: { question: entry } });
  });

  it('is left out of the index when prompts are off', async () => {
    const off = parseConfig('prompts: { enabled: false }', 'topicmill.yaml');
    const topics = [topic('b', 'Tea', ['Leaves steep.'], [{ text: 'Why metal?', answer: 'The tin.' }])];
    const index = await indexTopics(topics, off, services, async () => undefined);
    expect((await index.search('metal')).results).toEqual([]);
  });
});

describe('askAll', () => {
  it('gives the place of the question’s own topic, the first chunks and the share of the answer', async () => {
    const index = await indexTopics(TOPICS, CONFIG, services, async (query) => embedText(vectors, query));
    const told: string[] = [];
    const answers = await askAll(questionsOf(TOPICS), TOPICS, index, (what, done, all) =>
      told.push(`${what} ${done}/${all}`),
    );
    expect(answers.map(({ question, place }) => [question, place])).toEqual([
      ['How long do leaves steep?', 1],
      ['Which filter keeps grounds back?', 2],
      ['zzz qqq?', expect.any(Number)],
    ]);
    expect(answers[0]!.results[0]).toEqual({ topic: 'drinks/tea', index: 0, title: 'Tea 0', sha256: 'drinks/tea-0' });
    expect(answers[0]!.answerWords).toBe(1);
    expect(answers[1]!.results[0]).toMatchObject({ topic: 'drinks/coffee', index: 1 });
    expect(told).toEqual(['Asking 1/3', 'Asking 2/3', 'Asking 3/3']);
  });
});
