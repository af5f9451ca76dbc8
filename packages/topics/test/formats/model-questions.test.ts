import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type AskedChunk,
  editModelQuestions,
  matchSections,
  readModelQuestions,
  type SectionEdit,
} from '../../src/formats/index.js';
import { simHash64 } from '../../src/similarity/index.js';

const FILE = 'docs/tea/model-questions.md';
const TEXT = 'aaaaaaaaaaaaaaaa';
const OTHER_TEXT = 'bbbbbbbbbbbbbbbb';

function edit(chunk: string, added: readonly string[], more: Partial<SectionEdit> = {}): SectionEdit {
  const written = added.map((question) => ({ hash: simHash64(question) }));
  return { chunk, text: TEXT, by: 'some-model', written, title: `About ${chunk}`, added, removed: new Set(), ...more };
}

function write(text: string | undefined, ...edits: readonly SectionEdit[]): string {
  return editModelQuestions(text, edits, ['', '#one', '#two', '#three'], FILE);
}

function chunk(key: string, textHash: string): AskedChunk {
  return { key, textHash };
}

function questionsOf(text: string): Record<string, string[]> {
  const { sections } = readModelQuestions(text, FILE);
  return Object.fromEntries(sections.map(({ chunk, questions }) => [chunk, questions.map((each) => each.text)]));
}

describe('a file of questions that models wrote', () => {
  it('says in words what it is, and has a section for each chunk in the order of the document', () => {
    const first = write(undefined, edit('#two', ['Why is it cold?']));
    const text = write(first, edit('#one', ['Can I drink it?', 'Who grows it?']), edit('#three', ['Is it dear?']));
    const fingerprints = (...questions: readonly string[]): string =>
      questions.map((each) => simHash64(each).toString(16).padStart(16, '0')).join(' ');
    expect(text).toBe(`# Questions that models wrote

Search counts these questions for the chunks that they are about. Delete or change them, or add your own: what you delete
is not written again, and what you write is kept. Each comment names a chunk and the version of its text that was asked
about, who wrote, and the fingerprints of what was written. To have a chunk asked about anew, delete its whole section.

<!-- model-questions format="1" -->

## About #one

<!-- chunk="#one" text="aaaaaaaaaaaaaaaa" by="some-model" written="${fingerprints('Can I drink it?', 'Who grows it?')}" -->

- Can I drink it?
- Who grows it?

## About #two

<!-- chunk="#two" text="aaaaaaaaaaaaaaaa" by="some-model" written="${fingerprints('Why is it cold?')}" -->

- Why is it cold?

## About #three

<!-- chunk="#three" text="aaaaaaaaaaaaaaaa" by="some-model" written="${fingerprints('Is it dear?')}" -->

- Is it dear?
`);
  });

  it('keeps the words of a fingerprint next to its hash, and reads fingerprints without them', () => {
    const written = [{ hash: simHash64('Can I drink it?') }, { hash: simHash64('Who grows it?'), words: '0123abcd' }];
    const text = write(undefined, edit('#one', [], { written }));
    expect(text).toMatch(/ written="[0-9a-f]{16} [0-9a-f]{16}-0123abcd" -->$/m);
    expect(readModelQuestions(text, FILE).sections[0]!.deleted).toEqual(written);
    for (const broken of ['-0123abcd', '0123abcd', '-0123abcdef'])
      expect(() => readModelQuestions(text.replace(/written="[^"]*"/, `written="${broken}"`), FILE)).toThrow();
  });

  it('tells a question that a person deleted, changed or added from one as a model wrote it', () => {
    const made = write(undefined, edit('#one', ['Can I drink it?', 'Who grows it?', 'Is it dear?']));
    const edited = made
      .replace('- Can I drink it?\n', '')
      .replace('Who grows it?', 'Who plants and picks it,\n  and where?')
      .concat('- What about milk?\n');
    const [section] = readModelQuestions(edited, FILE).sections;
    expect(section!.questions.map(({ text, isUnchanged }) => [text, isUnchanged])).toEqual([
      ['Who plants and picks it, and where?', false],
      ['Is it dear?', true],
      ['What about milk?', false],
    ]);
    expect(section!.deleted.map(({ hash }) => hash)).toEqual(['Can I drink it?', 'Who grows it?'].map(simHash64));
  });

  it('notes once, below the comment, that questions about the page were asked for', () => {
    const isAsked = (text: string): boolean[] =>
      readModelQuestions(text, FILE).sections.map((each) => each.isPageAsked);
    const made = write(undefined, edit('#one', ['Can I drink it?']), edit('#two', []));
    const asked = ({ section }: { section: number }): string => {
      const present = readModelQuestions(made, FILE).sections[section]!;
      return write(made, edit(present.chunk, ['Who grows it?'], { present, isPageAsked: true }));
    };
    expect(isAsked(made)).toEqual([false, false]);
    expect(isAsked(asked({ section: 0 }))).toEqual([true, false]);
    expect(isAsked(asked({ section: 1 }))).toEqual([false, true]);
    const text = write(undefined, edit('#one', ['Can I drink it?'], { isPageAsked: true }));
    const note = ' -->\n<!-- asked about the page as a whole -->\n\n- Can I drink it?\n';
    expect(text).toContain(note);
    expect(asked({ section: 0 })).toContain(`${note}- Who grows it?\n`);
    const [present] = readModelQuestions(text, FILE).sections;
    const again = write(text, edit('#one', ['Is it dear?'], { present: present!, isPageAsked: true }));
    expect(again.match(/as a whole/g)).toHaveLength(1);
  });

  it('takes a change of case and punctuation for the same question', () => {
    const edited = write(undefined, edit('#one', ['Can I drink it?'])).replace('Can I drink it?', 'can I *drink* it??');
    expect(readModelQuestions(edited, FILE).sections[0]!.deleted).toEqual([]);
  });

  it('keeps the order, the line ends and everything that people wrote around questions', () => {
    const made = write(undefined, edit('#one', ['Can I drink it?']), edit('#three', ['Is it dear?']));
    const edited = made
      .replace('- Can I drink it?', 'A note of mine.\n\n- Can I drink it?\n\nAnd one below.')
      .replaceAll('\n', '\r\n');
    const [one] = readModelQuestions(edited, FILE).sections;
    const text = write(edited, edit('#one', ['Who grows it?'], { present: one }), edit('#two', ['Why is it cold?']));
    expect(text).toContain(
      'A note of mine.\r\n\r\n- Can I drink it?\r\n- Who grows it?\r\n\r\nAnd one below.\r\n\r\n## About #two\r\n',
    );
    expect(text.replaceAll('\r\n', '')).not.toContain('\n');
    expect(questionsOf(text)).toEqual({
      '#one': ['Can I drink it?', 'Who grows it?'],
      '#two': ['Why is it cold?'],
      '#three': ['Is it dear?'],
    });
  });

  it('names each comment that cannot be read with its line', () => {
    const made = write(undefined, edit('#one', ['Can I drink it?']));
    const faultsOf = (text: string): unknown => {
      try {
        return readModelQuestions(text, FILE);
      } catch (thrown) {
        return (thrown as { diagnostics: { code: string; line: number }[] }).diagnostics.map(({ code, line }) => [
          code,
          line,
        ]);
      }
    };
    expect(faultsOf(made.replace(' by="some-model"', ''))).toEqual([['MODEL_QUESTIONS_INVALID', 11]]);
    expect(faultsOf(made + made.slice(made.indexOf('## About')))).toEqual([['MODEL_QUESTIONS_INVALID', 16]]);
    expect(faultsOf(made.replace('format="1"', 'format="7"'))).toEqual([['MODEL_QUESTIONS_INVALID', 1]]);
    expect(faultsOf('- A list?\n')).toEqual([['MODEL_QUESTIONS_INVALID', 1]]);
    expect(readModelQuestions(`${made}\n<<<<<<< ours\n=======\n>>>>>>> theirs\n`, FILE).diagnostics).toMatchObject([
      { code: 'CONFLICT_MARKERS' },
    ]);
  });
});

describe('the chunk of a section', () => {
  const sectionsOf = (...edits: readonly SectionEdit[]) =>
    readModelQuestions(write(undefined, ...edits), FILE).sections;

  it('is that of its name, with its text or another', () => {
    const sections = sectionsOf(edit('#one', ['Can I drink it?']));
    const match = (text: string) => matchSections(sections, [chunk('#one', text)]).byChunk[0];
    expect(match(TEXT)).toMatchObject({ isCurrent: true });
    expect(match(OTHER_TEXT)).toMatchObject({ isCurrent: false });
  });

  it('is one with its text under another name, when a section was put before it', () => {
    const sections = sectionsOf(
      edit('#one', ['Can I drink it?']),
      edit('#three', ['Is it dear?'], { text: 'cccccccccccccccc' }),
    );
    const { byChunk, gone } = matchSections(sections, [chunk('#one', OTHER_TEXT), chunk('#one~2', TEXT)]);
    expect(byChunk.map((match) => match && [match.section.chunk, match.isCurrent])).toEqual([
      undefined,
      ['#one', true],
    ]);
    expect(gone.map(({ chunk }) => chunk)).toEqual(['#three']);
  });
});

const question = fc
  .array(fc.constantFrom('tea', 'why', 'café', 'お茶', 'C++', '`flag`', '- x', '#tag', '"so"', '--'), {
    minLength: 2,
    maxLength: 6,
  })
  .map((words) => `${words.join(' ')} really?`);
const key = fc.constantFrom('', '#one', '#two', '#a--b', '#"q">', '#x y', '#p%20', '#ünï');

describe('whatever people do to a file', () => {
  it('reads back what was written', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(key, { minLength: 1 }),
        fc.array(fc.uniqueArray(question, { selector: simHash64, maxLength: 4 }), { minLength: 8, maxLength: 8 }),
        fc.string(),
        (keys, questions, by) => {
          const edits = keys.map((chunk, at) => edit(chunk, questions[at]!, { by }));
          const { sections } = readModelQuestions(editModelQuestions(undefined, edits, keys, FILE), FILE);
          expect(sections.map((section) => [section.chunk, section.text, section.written])).toEqual(
            edits.map(({ chunk, text, written }) => [chunk, text, written]),
          );
          expect(sections.map((section) => section.questions.map(({ text }) => text))).toEqual(
            edits.map(({ added }) => added.map((text) => text.replace(/\s+/g, ' '))),
          );
        },
      ),
    );
  });

  it('leaves all lines as they are that no edit is about', () => {
    const lines = fc.array(
      fc.constantFrom('', 'A note.', '- What about milk?', '* And sugar\n  or honey?', '> quoted', '  indented', '---'),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.array(lines, { minLength: 3, maxLength: 3 }), fc.array(fc.nat(4)), (notes, deleted) => {
        const asked = ['Can I drink it?', 'Who grows it?', 'Is it dear?', 'Why is it cold?', 'Where is it kept?'];
        const made = write(undefined, edit('#one', asked), edit('#three', ['Which mug suits it?']));
        const [head, one, three] = made.split('\n## About ') as [string, string, string];
        const left = asked.filter((_, at) => !deleted.includes(at));
        const changed = asked
          .filter((each) => !left.includes(each))
          .reduce((text, each) => text.replace(`- ${each}\n`, ''), one);
        const parts = [head, changed, three].map(
          (part, at) => `${part}${['', ...notes[at]!].map((line) => `${line}\n`).join('')}`,
        );
        const edited = parts.join('\n## About ');
        const [present] = readModelQuestions(edited, FILE).sections;
        const added = 'How long does it steep?';
        const again = write(edited, {
          ...edit('#one', [added], { present }),
          written: [...present!.written, { hash: simHash64(added) }],
        });
        const expected = edited.split('\n').filter((line) => !line.startsWith('<!-- chunk="#one"'));
        const kept = again.split('\n').filter((line) => !line.startsWith('<!-- chunk="#one"') && line !== `- ${added}`);
        expect(kept.join('\n').replace(/\n+/g, '\n').trim()).toBe(expected.join('\n').replace(/\n+/g, '\n').trim());
        const [section] = readModelQuestions(again, FILE).sections;
        expect(section!.questions.map(({ text }) => text)).toEqual(expect.arrayContaining([...left, added]));
        expect(section!.deleted.map(({ hash }) => hash)).toEqual(
          asked.filter((each) => !left.includes(each)).map(simHash64),
        );
      }),
    );
  });
});
