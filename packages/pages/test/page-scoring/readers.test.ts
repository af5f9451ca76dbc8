import { describe, expect, test } from 'vitest';
import { type AnsweringModel, extractiveReader, modelReader } from '../../src/page-scoring/index.js';
import { words } from './pages.js';

describe('the extractive reader', () => {
  const text = `# Herons

Herons live near water. A heron eats about 300 g of fish a day.

## Limits

| Bird | Weight | Colour |
| --- | --- | --- |
| heron | 2 kg | grey |
| stork | 4500 g | white |

- The stork flies 400 km a day.
- What the stork leaves is eaten by the marabou.

\`\`\`
marabou.height = 150
\`\`\`
`;
  const quote = async (question: string, texts = [text]) =>
    (await extractiveReader(() => 0).answer(texts, question, 'q')).answer;

  test.each([
    ['How much fish does a heron eat a day?', 'A heron eats about 300 g of fish a day.'],
    ['What is the colour and weight of the stork?', 'stork 4500 g white'],
    ['marabou: what is its height?', 'marabou.height = 150'],
    ['Who writes plays?', ''],
  ])('%s', async (question, answer) => {
    expect(await quote(question)).toBe(answer);
  });

  test('quotes several statements for a question that needs them, in the order of the text', async () => {
    expect(await quote('How many km a day does the stork fly, and how much fish does the heron eat?')).toBe(
      'A heron eats about 300 g of fish a day. The stork flies 400 km a day.',
    );
  });

  test('does not quote what adds nothing that was asked, however like a quote it is', async () => {
    const kept = (bird: string, days: number) => `Records of the ${bird} are kept for ${days} days and then removed.`;
    const [owl, hunts] = [kept('owl', 3), 'The owl hunts by night.'];
    const records = `${owl}\n\n${kept('finch', 5)}\n\n${kept('crow', 7)}\n\n${hunts}\n`;
    expect(await quote('owl: for how many days are its records kept, and when does it hunt?', [records])).toBe(
      `${owl} ${hunts}`,
    );
  });

  test('does not quote what leads from page to page, nor a statement twice', async () => {
    const page = '<!--CT {"id":"a"}-->\n\n[Lead-in] Continuing from a: The owl sleeps by day.\n\nThe owl hunts.\n';
    expect(await quote('When does the owl hunt or sleep?', [page, 'The owl hunts.\n'])).toBe('The owl hunts.');
  });

  test('without a clock it reads each text once', async () => {
    let reads = 0;
    const counted = { split: (separator: RegExp) => ++reads && text.split(separator) } as unknown as string;
    expect(await extractiveReader().answer([counted], 'heron', 'q')).toMatchObject({ elapsedMs: 0 });
    expect(reads).toBe(1);
  });

  test('the least disturbed of several rounds is its time', async () => {
    const clock = [0, 9, 10, 13, ...Array.from({ length: 10 }, (_, at) => 20 + 5 * at)];
    const reader = extractiveReader(() => clock.shift()!);
    expect((await reader.answer(['Text.'], 'text', 'q')).elapsedMs).toBe(3);
  });
});

describe('a reader with a model', () => {
  function model(contextTokens: number, replies: readonly string[]) {
    const asked: { system: string; user: string; temperature: number }[] = [];
    const answering: AnsweringModel = {
      model: 'openai:m',
      contextTokens,
      generate: async (prompt) => {
        asked.push(prompt);
        return { text: replies[asked.length - 1]!, elapsedMs: 10 };
      },
    };
    return { asked, reader: modelReader(answering, words) };
  }

  test('asks once for what the context holds', async () => {
    const { asked, reader } = model(16_384, ['grey']);
    expect(await reader.answer(['page one', 'page two'], 'Which colour?', 'q')).toEqual({
      answer: 'grey',
      elapsedMs: 10,
    });
    expect(asked).toMatchObject([{ temperature: 0, user: 'page one\npage two\n\nQuestion: Which colour?' }]);
  });

  test('collects from several requests what does not fit into one, and answers from it', async () => {
    const { asked, reader } = model(1_024 + 200, ['It is grey.', 'None.', 'It is tall.', 'grey and tall']);
    const page = (name: string) => `${name} ${'word '.repeat(60)}`;
    const reading = await reader.answer(['a', 'b', 'c'].map(page), 'Which colour?', 'q');
    expect(reading).toEqual({ answer: 'grey and tall', elapsedMs: 40 });
    expect(asked.map(({ user }) => user[0])).toEqual(['a', 'b', 'c', 'I']);
    expect(asked[3]!.user).toBe('It is grey.\nIt is tall.\n\nQuestion: Which colour?');
    expect(asked[3]!.system).not.toBe(asked[0]!.system);
  });

  test('refuses a page that the context cannot hold', async () => {
    const { asked, reader } = model(1_300, []);
    await expect(reader.answer(['word '.repeat(500)], 'Which?', 'question of line 3')).rejects.toMatchObject({
      code: 'INVALID_OPTION',
      message: expect.stringContaining('question of line 3'),
    });
    expect(asked).toEqual([]);
  });
});
