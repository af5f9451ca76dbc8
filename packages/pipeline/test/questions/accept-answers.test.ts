import { type ChunkQuestions, readModelQuestions } from '@topicmill/topics/formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AcceptedAnswers, acceptAnswers } from '../../src/questions/accept-answers.js';
import type { QuestionedTopic } from '../../src/questions/questioned-topic.js';
import { textFingerprint } from '../../src/steps/index.js';

const FILE = 'docs/drinks/coffee/model-questions.md';
const [GRINDER, FRIDGE, BAG] = [
  'Which grinder suits an espresso machine?',
  'Do I need a fridge against stale aroma?',
  'How long can a bag stay open?',
];

/** A page of which each chunk has a text of its own, by a word in it. */
function page(chunks: Readonly<Record<string, string>>, peoplesQuestions: readonly string[] = []): QuestionedTopic {
  const entries = Object.entries(chunks);
  return {
    id: 'drinks/coffee',
    title: 'Coffee',
    languages: ['eng'],
    chunks: entries.map(([key, word], at) => ({
      id: `drinks/coffee#${key}`,
      key: `#${key}`,
      ownText: `Told here is ${word}.`,
      textHash: textFingerprint(`Told here is ${word}.`),
      title: `About ${key}`,
      headings: [],
      text: `Told here is ${word}.`,
      isAskable: true,
      hiddenText: [],
      ...(at === 0 ? { outline: Object.keys(chunks) } : {}),
    })),
    peoplesQuestions,
    file: FILE,
    path: `/nowhere/${FILE}`,
  };
}

function answer(
  topic: QuestionedTopic,
  key: string,
  questions: readonly string[],
  more: Partial<ChunkQuestions> = {},
): ChunkQuestions {
  const { id, textHash } = topic.chunks.find((chunk) => chunk.key === `#${key}`)!;
  return { chunk: id, text_hash: textHash, questions: [...questions], ...more };
}

function accept(
  topic: QuestionedTopic,
  text: string | undefined,
  ...answers: readonly ChunkQuestions[]
): AcceptedAnswers {
  return acceptAnswers(topic, text, answers, { by: 'agent', perChunk: 3 });
}

/** What the file has, by the chunk that it names. */
function questionsIn(text: string | undefined): Record<string, string[]> {
  const { sections } = readModelQuestions(text!, FILE);
  return Object.fromEntries(sections.map(({ chunk, questions }) => [chunk, questions.map((each) => each.text)]));
}

const before = page({ making: 'a', storing: 'b' });
const asked = accept(before, undefined, answer(before, 'making', [GRINDER!, FRIDGE!])).text!;
/** The page with its first chunk edited. */
const edited = page({ making: 'c', storing: 'b' });
const file = (moved: AcceptedAnswers): Record<string, string[]> => questionsIn(moved.text);

describe('a question that another chunk of the page has', () => {
  it('moves where the text of that chunk has changed since', () => {
    const moved = accept(edited, asked, answer(edited, 'storing', [FRIDGE!, BAG!]));
    expect(moved).toMatchObject({
      added: [{ chunk: 'drinks/coffee#storing', question: BAG }],
      moved: [{ chunk: 'drinks/coffee#storing', question: FRIDGE, from: 'drinks/coffee#making' }],
      counts: [{ chunk: 'drinks/coffee#storing', count: 2 }],
      refused: [],
    });
    expect(file(moved)).toEqual({ '#making': [GRINDER], '#storing': [FRIDGE, BAG] });
    const [making] = readModelQuestions(moved.text!, FILE).sections;
    expect(making).toMatchObject({ text: before.chunks[0]!.textHash, deleted: [] });
  });

  it('moves in other words that say the same, and the old ones go', () => {
    const moved = accept(edited, asked, answer(edited, 'storing', ['Do I need the fridge against a stale aroma?']));
    expect(moved.moved).toEqual([
      {
        chunk: 'drinks/coffee#storing',
        question: 'Do I need the fridge against a stale aroma?',
        from: 'drinks/coffee#making',
      },
    ]);
    expect(file(moved)['#making']).toEqual([GRINDER]);
  });

  it('moves from a chunk that is gone', () => {
    const recut = page({ overview: 'd', storing: 'b' });
    const moved = accept(recut, asked, answer(recut, 'storing', [FRIDGE!]));
    expect(moved.moved).toMatchObject([{ from: 'drinks/coffee#making' }]);
    expect(file(moved)).toEqual({ '#making': [GRINDER], '#storing': [FRIDGE] });
  });

  it.each([
    ['before', 0],
    ['after', 1],
  ])('moves in whatever order the chunks are answered, that chunk %s this one', (_, at) => {
    const answers = [
      answer(edited, 'making', ['Is a mill better than a blender?']),
      answer(edited, 'storing', [FRIDGE!]),
    ];
    const moved = accept(edited, asked, answers[at]!, answers[1 - at]!);
    expect(moved).toMatchObject({ moved: [{ question: FRIDGE }], refused: [] });
    expect(file(moved)).toEqual({ '#making': ['Is a mill better than a blender?'], '#storing': [FRIDGE] });
    expect(moved.counts.map(({ count }) => count)).toEqual([1, 1]);
  });

  it('stays with the chunk that it was given for first', () => {
    const again = accept(edited, asked, answer(edited, 'making', [FRIDGE!]), answer(edited, 'storing', [FRIDGE!]));
    expect(again).toMatchObject({ moved: [], repeated: [{ question: FRIDGE }], refused: [{ reason: 'duplicate' }] });
    expect(file(again)).toEqual({ '#making': [GRINDER, FRIDGE] });
  });

  it('stays where its text is as it was asked about, and the refusal says which chunk has it and how it moves', () => {
    const refused = accept(before, asked, answer(before, 'storing', [FRIDGE!]));
    expect(refused).toMatchObject({ text: undefined, moved: [] });
    expect(refused.refused[0]!.message).toBe(
      `The chunk "drinks/coffee#making" (About making) of the page "Coffee" has it already. To move it, cut its line in ${FILE}, and paste it below the comment of the other chunk.`,
    );
  });

  it('is still that of the model where a person cut it out and pasted it', () => {
    const both = accept(before, asked, answer(before, 'storing', [BAG!])).text!;
    const pasted = both.replace(`- ${FRIDGE}\n`, '').replace(`- ${BAG}\n`, `- ${BAG}\n- ${FRIDGE}\n`);
    const [making, storing] = readModelQuestions(pasted, FILE).sections;
    expect(making!.deleted).toEqual([]);
    expect(storing!.questions.map(({ text, isUnchanged }) => [text, isUnchanged])).toEqual([
      [BAG, true],
      [FRIDGE, true],
    ]);
    const added = accept(before, pasted, answer(before, 'storing', ['Where does the lid of it go?'])).text!;
    const alone = added.slice(0, added.indexOf('## About making')) + added.slice(added.indexOf('## About storing'));
    expect(readModelQuestions(alone, FILE).sections[0]!.questions.every(({ isUnchanged }) => isUnchanged)).toBe(true);
  });

  it('is not written for another chunk either where a person deleted it', () => {
    const without = asked.replace(`- ${FRIDGE}\n`, '');
    expect(accept(before, without, answer(before, 'storing', [FRIDGE!])).refused).toMatchObject([
      { reason: 'deleted' },
    ]);
  });

  it('stays deleted in another order of its words', () => {
    const [cooling, reordered] = ['How do I cool a kiln fast?', 'Is there a fast way to cool a kiln?'];
    const first = accept(before, undefined, answer(before, 'making', [cooling!])).text!;
    const without = first.replace(`- ${cooling}\n`, '');
    const { refused } = accept(before, without, answer(before, 'storing', [reordered!]));
    expect(refused).toMatchObject([{ reason: 'deleted' }]);
  });

  it('stays where a person wrote it, and what was deleted stays deleted', () => {
    const own = asked.replace(`- ${GRINDER}\n`, '').replace(FRIDGE!, BAG!);
    const refused = accept(edited, own, answer(edited, 'storing', [BAG!, GRINDER!, FRIDGE!]));
    expect(refused.text).toBe(undefined);
    expect(refused.refused.map(({ reason }) => reason)).toEqual(['duplicate', 'deleted', 'deleted']);
    expect(refused.refused[0]!.message).toContain('A person wrote or changed it there');
  });

  it('is refused with the words that it has there, and with qa-pairs.md where people have answered it', () => {
    const same = accept(before, asked, answer(before, 'making', ['Do I need the fridge against a stale aroma?']));
    expect(same.refused[0]!.message).toBe(
      `The chunk "drinks/coffee#making" (About making) of the page "Coffee" has it already: "${FRIDGE}".`,
    );
    const answered = page({ making: 'a', storing: 'b' }, [BAG!]);
    expect(accept(answered, asked, answer(answered, 'storing', [BAG!])).refused[0]!.message).toBe(
      'qa-pairs.md of the page "Coffee" has it already.',
    );
  });
});

describe('an answer about an edited chunk', () => {
  const [MILL, MUG] = ['Is a mill better than a blender?', 'Do guests get a mug or a cup?'];
  const three = accept(before, undefined, answer(before, 'making', [GRINDER!, FRIDGE!, BAG!])).text!;
  const staying = (...questions: readonly string[]) => file(accept(edited, three, answer(edited, 'making', questions)));
  const skip = { chunk: edited.chunks[0]!.id, text_hash: edited.chunks[0]!.textHash, skip: true } as const;

  it('replaces no more questions than it brings, the earliest first', () => {
    expect(staying(MILL)).toEqual({ '#making': [FRIDGE, BAG, MILL] });
    expect(staying(MILL, MUG)).toEqual({ '#making': [BAG, MILL, MUG] });
    expect(staying(MILL, MUG, 'Where is the plug of the machine?')).toEqual({
      '#making': [MILL, MUG, 'Where is the plug of the machine?'],
    });
  });

  it('replaces none that it repeats, and those that it puts in other words', () => {
    expect(staying(GRINDER!, MILL)).toEqual({ '#making': [GRINDER, BAG, MILL] });
    expect(staying('Do I need the fridge against a stale aroma?')).toEqual({
      '#making': [GRINDER, BAG, 'Do I need the fridge against a stale aroma?'],
    });
  });

  it('takes nothing away by saying that the text answers nothing', () => {
    const skipped = accept(edited, three, skip);
    expect(file(skipped)).toEqual({ '#making': [GRINDER, FRIDGE, BAG] });
    expect(skipped.skipped).toEqual([edited.chunks[0]!.id]);
  });

  it.each([
    ['skip', skip],
    ['one question', answer(edited, 'making', [MILL])],
    ['a repeated one', answer(edited, 'making', [BAG!])],
  ])('makes what stays be about the text as it is: %s', (_, given) => {
    const { sections } = readModelQuestions(accept(edited, three, given).text!, FILE);
    expect(sections).toMatchObject([{ text: edited.chunks[0]!.textHash, deleted: [] }]);
    expect(sections[0]!.questions.every(({ isUnchanged }) => isUnchanged)).toBe(true);
  });

  it('lets questions of the same kind give way first', () => {
    const PAGE = 'Where do I begin with hot drinks at home?';
    const both = accept(before, undefined, answer(before, 'making', [GRINDER!], { page_questions: [PAGE] })).text!;
    const given = answer(edited, 'making', [], { page_questions: ['Which hot drinks can I make on my own?'] });
    expect(file(accept(edited, both, given))).toEqual({
      '#making': [GRINDER, 'Which hot drinks can I make on my own?'],
    });
  });
});

describe('questions about a chunk that is gone', () => {
  /** The chunk that they wait for has the heading of the one that is gone, or a text of its own. */
  const recut = page({ overview: 'd', storing: 'b' });
  const noted = asked.replace('\n- Which', '\nAsked in the shop.\n\n- Which').replace(FRIDGE!, BAG!);

  it('go to the chunk that they wait for once it is answered, with what people wrote and deleted there', () => {
    const answered = accept(recut, asked.replace(FRIDGE!, BAG!), answer(recut, 'overview', [GRINDER!]));
    expect(answered).toMatchObject({ repeated: [{ question: GRINDER }], added: [], moved: [] });
    expect(file(answered)).toEqual({ '#overview': [GRINDER, BAG] });
    const [section] = readModelQuestions(answered.text!, FILE).sections;
    expect(section!.questions.map(({ isUnchanged }) => isUnchanged)).toEqual([true, false]);
    expect(accept(recut, answered.text, answer(recut, 'overview', [FRIDGE!])).refused).toMatchObject([
      { reason: 'deleted' },
    ]);
  });

  it('join those that the chunk has, and what people noted above them stays', () => {
    const text = accept(recut, noted, answer(recut, 'overview', ['Is a mill better than a blender?'])).text!;
    const gone = text.replace('chunk="#overview"', 'chunk="#making"');
    const both = accept(
      page({ overview: 'd', storing: 'b' }),
      `${gone}\n${asked.slice(asked.indexOf('## '))}`.replace('chunk="#making" text="', 'chunk="#overview" text="'),
      answer(recut, 'overview', [GRINDER!]),
    );
    expect(file(both)['#overview']).toEqual([BAG, 'Is a mill better than a blender?', GRINDER, FRIDGE]);
    expect(both.text).toContain('Asked in the shop.');
    expect(both.text!.match(/^## /gm)).toHaveLength(1);
  });

  it('take nothing away where nothing is kept of an answer', () => {
    expect(accept(recut, asked, answer(recut, 'overview', ['No question.'])).text).toBe(undefined);
  });
});

describe('questions about the page as a whole', () => {
  const PAGE = 'Where do I begin with hot drinks at home?';

  it('have a list of their own, in which they stay when they are given again', () => {
    const { text } = accept(before, undefined, answer(before, 'making', [GRINDER!], { page_questions: [PAGE] }));
    expect(text).toContain(`\n- ${GRINDER}\n\n<!-- about the page as a whole -->\n\n- ${PAGE}\n`);
    const again = accept(edited, text, answer(edited, 'making', [BAG!, PAGE], { page_questions: [FRIDGE!] }));
    expect(again.repeated).toMatchObject([{ question: PAGE }]);
    expect(again.text).toContain(`\n- ${BAG}\n\n<!-- about the page as a whole -->\n\n- ${PAGE}\n- ${FRIDGE}\n`);
  });

  it('are refused at a chunk that does not open the page', () => {
    const refused = accept(before, undefined, answer(before, 'storing', [], { page_questions: [PAGE] }));
    expect(refused).toMatchObject({ text: undefined, refused: [{ reason: 'not-opening' }] });
  });
});

function expectAsReported(text: string, { added, moved, repeated, counts }: AcceptedAnswers): void {
  const byChunk = questionsIn(text);
  const of = (chunk: string): readonly string[] => byChunk[chunk.slice('drinks/coffee'.length)] ?? [];
  const questions = Object.values(byChunk).flat();
  expect(new Set(questions).size).toBe(questions.length);
  for (const { chunk, question } of [...added, ...moved, ...repeated]) expect(of(chunk)).toContain(question);
  for (const { from, question } of moved) expect(of(from)).not.toContain(question);
  for (const { chunk, count } of counts) expect(of(chunk)).toHaveLength(count);
}

describe('whatever is answered while a page is edited', () => {
  const KEYS = ['one', 'two', 'three'];
  const QUESTIONS = ['kiln', 'glaze', 'plate', 'oven', 'bowl'].map((thing) => `Why does my ${thing} break every time?`);
  const letters = fc.record(Object.fromEntries(KEYS.map((key) => [key, fc.constantFrom('a', 'b')])));
  const given = fc.array(
    fc.record({ key: fc.constantFrom(...KEYS), questions: fc.subarray(QUESTIONS), pageCount: fc.nat({ max: 2 }) }),
    { maxLength: 4 },
  );
  const deletions = fc.subarray(QUESTIONS, { maxLength: 1 });
  const rounds = fc.array(fc.record({ letters, given, deletions }), { maxLength: 5 });

  it('leaves each question with one chunk, and reports what it does', () => {
    fc.assert(
      fc.property(rounds, (all) => {
        let text: string | undefined;
        for (const { letters: texts, given: answers, deletions: deleted } of all) {
          // Texts of chunks differ from each other.
          const topic = page(Object.fromEntries(KEYS.map((key, at) => [key, `${texts[key]}${at}`])));
          const seen = text === undefined ? [] : Object.values(questionsIn(text)).flat();
          const gone = deleted.filter((question) => seen.includes(question));
          for (const question of gone) text = text!.replace(`- ${question}\n`, '');
          const result = accept(
            topic,
            text,
            ...answers.map(({ key, questions, pageCount }) =>
              answer(topic, key, questions.slice(pageCount), { page_questions: questions.slice(0, pageCount) }),
            ),
          );
          const after = result.text ?? text;
          if (after === undefined) continue;
          expectAsReported(after, result);
          expect(accept(topic, after).text).toBe(undefined);
          text = after;
        }
      }),
    );
  });

  it('keeps what people wrote, where they wrote it', () => {
    fc.assert(
      fc.property(rounds, (all) => {
        const first = page({ one: 'a', two: 'b', three: 'c' });
        const made = accept(
          first,
          undefined,
          answer(first, 'one', [QUESTIONS[0]!]),
          answer(first, 'two', [QUESTIONS[1]!]),
        );
        const own = 'Who painted my favourite vase?';
        let text = made.text!.replace(`- ${QUESTIONS[0]}\n`, `- ${QUESTIONS[0]}\n- ${own}\n`);
        for (const { letters: texts, given: answers } of all) {
          const topic = page(Object.fromEntries(KEYS.map((key, at) => [key, `${texts[key]}${at}`])));
          const asks = answers.map(({ key, questions }) => answer(topic, key, [...questions, own]));
          text = accept(topic, text, ...asks).text ?? text;
          expect(questionsIn(text)['#one']).toContain(own);
        }
      }),
    );
  });
});
