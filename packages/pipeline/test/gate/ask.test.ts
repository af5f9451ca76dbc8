import { embedText } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { describe, expect, it } from 'vitest';
import { askAll, type GateTopic, indexTopics, questionsOf } from '../../src/gate/index.js';

function topic(id: string, title: string, texts: readonly string[], questions: GateTopic['questions']): GateTopic {
  return {
    id,
    title,
    strategy: 'semantic-250-750',
    sourceSha256: id,
    questions,
    chunks: texts.map((text, index) => ({
      title: `${title} ${index}`,
      text: `# ${title}\n\n${text}\n`,
      sha256: `${id}-${index}`,
      tokenCount: 5,
      isCode: false,
    })),
  };
}

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

describe('askAll', () => {
  it('gives the place of the question’s own topic, the first chunks and the share of the answer', async () => {
    const vectors = bundledWordVectors();
    const services = {
      model: 'builtin',
      embed: async ({ texts }: { readonly texts: readonly string[] }) => ({
        vectors: texts.map((text) => embedText(vectors, text)),
        embeddedCount: texts.length,
      }),
    };
    const index = await indexTopics(TOPICS, services, async (query) => embedText(vectors, query));
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
