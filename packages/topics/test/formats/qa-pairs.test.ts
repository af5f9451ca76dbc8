import { describe, expect, it } from 'vitest';
import { readQaPairs } from '../../src/formats/index.js';

const read = (text: string) => readQaPairs(text, 'qa-pairs.md').pairs;

describe('readQaPairs', () => {
  it.each([
    ['headings', '# T\n\n## Q: Why?\nA: Because.\n\n## Q: How? ##\n\nA: So.\n'],
    ['paragraphs', '# T\n\nQ: Why?\nA: Because.\n\nQ: How?\nA: So.\n'],
    ['bold marks', '# T\n\n**Q:** Why?\n**A:** Because.\n\n**Q:** How?\n\n**A:** So.\n'],
    ['bold questions', '# T\n\n**Q: Why?**\nA: Because.\n\n**Q**: How?\n**A**: So.\n'],
    ['numbers', '# T\n\nQ1: Why?\nA1: Because.\n\nQ2: How?\nA2: So.\n'],
    ['answers without a mark', '# T\n\n## Q: Why?\n\nBecause.\n\n## Q: How?\nSo.\n'],
    ['separators', '# T\n\nQ: Why?\nA: Because.\n\n------\n\nQ: How?\nA: So.\n\n---\n'],
    ['sections', '# T\n\n## One\n\nQ: Why?\nA: Because.\n\n## Two\n\nAbout two.\n\nQ: How?\nA: So.\n'],
    ['CRLF', '# T\r\n\r\nQ: Why?\r\nA: Because.\r\n\r\nQ: How?\r\nA: So.\r\n'],
  ])('reads %s', (_, text) => {
    expect(read(text).map(({ question, answer }) => [question, answer])).toEqual([
      ['Why?', 'Because.'],
      ['How?', 'So.'],
    ]);
  });

  it('passes over YAML before a question, whichever blank lines it has', () => {
    const text = [
      '---\ntitle: Questions\n---',
      '## One\n\n---\nlevel: "beginner"\ntopics: ["a"]\n---\nQ: Why?\nA: Because.\n\n------',
      '---\n\ntags: ["b"]\nlist:\n  - x\n---\n\nQ: How?\nA: So.\n',
    ].join('\n\n');
    expect(read(text).map(({ question, answer, line }) => [question, answer, line])).toEqual([
      ['Why?', 'Because.', 11],
      ['How?', 'So.', 23],
    ]);
  });

  it('gives each of several questions the answer that they share', () => {
    expect(read('Q: Why?\nQ: What for?\nA: Because.\n')).toEqual([
      { question: 'Why?', answer: 'Because.', line: 1 },
      { question: 'What for?', answer: 'Because.', line: 2 },
    ]);
  });

  it('keeps an answer whole: lists, headings below the question, breaks, and code with marks of its own', () => {
    const answer =
      'So:\n\n- a\n- b\n\n### Detail\n\n---\n\nMore.\n\n```md\nQ: no question\nA: no answer\n---\n## One\n```';
    expect(read(`## Q: How?\nA: ${answer}\n\n### Trailing\n\n## Q: Why?\nA: x\n`).map((pair) => pair.answer)).toEqual([
      answer,
      'x',
    ]);
  });

  it('takes a question in a fence for code', () => {
    expect(read('```\nQ: Why?\nA: x\n```\n\n> Q: quoted\n')).toEqual([]);
  });

  it('joins a question that runs over lines', () => {
    expect(read('Q: How do I\n  do this?\nA: So.\n')).toEqual([
      { question: 'How do I do this?', answer: 'So.', line: 1 },
    ]);
  });

  it('warns of a question without an answer', () => {
    const { pairs, diagnostics } = readQaPairs('# T\n\nQ: Why?\n\n## Next\n\nText.\n', 'qa-pairs.md');
    expect(pairs).toEqual([{ question: 'Why?', answer: '', line: 3 }]);
    expect(diagnostics).toMatchObject([
      { severity: 'warning', code: 'QUESTION_UNANSWERED', file: 'qa-pairs.md', line: 3 },
    ]);
  });

  it('takes time in proportion to the text', () => {
    const text = `${'---\n\n'.repeat(20_000)}${'Q: x\n'.repeat(2_000)}${'a: b\n'.repeat(20_000)}`;
    expect(read(text)).toHaveLength(2_000);
  });
});

it('a hundred thousand questions that share an answer take no more room than they are', () => {
  const { pairs, diagnostics } = readQaPairs(`${'## Q: Why?\n'.repeat(100_000)}\nA: Because.\n`, 'qa-pairs.md');
  expect(pairs).toHaveLength(100_000);
  expect(pairs.at(-1)).toEqual({ question: 'Why?', answer: 'Because.', line: 100_000 });
  expect(diagnostics).toEqual([]);
});

describe('of too many questions the first are read, and a warning names the first that is not', () => {
  it.each([
    ['two hundred thousand', `# T\n${'Q: Why?\n'.repeat(200_000)}A: Because.\n`, 100_000],
    ['twenty thousand with a long answer', `# T\n${'Q: Why?\n'.repeat(20_000)}A: ${'so '.repeat(10_000)}\n`, 1666],
  ])('%s', (_, text, count) => {
    const { pairs, diagnostics } = readQaPairs(text, 'qa-pairs.md');
    expect(pairs).toHaveLength(count);
    expect(diagnostics).toEqual([
      {
        severity: 'warning',
        code: 'QUESTIONS_TOO_MANY',
        message: expect.stringContaining('from here on are not read'),
        file: 'qa-pairs.md',
        line: count + 2,
        remedy: expect.any(String),
      },
    ]);
  });

  it('a question has its answer however long it is', () => {
    const { pairs, diagnostics } = readQaPairs(`Q: Why?\nA: ${'so '.repeat(20_000_000)}.\n`, 'qa-pairs.md');
    expect(pairs.map(({ answer }) => answer.length)).toEqual([60_000_001]);
    expect(diagnostics).toEqual([]);
  });
});

describe('a file without questions', () => {
  it.each([
    ['questions without a mark', '---\ntags: [a]\n---\n# FAQ\n\nOften asked.\n\n## How do I begin?\n\nSo.\n', 8],
    ['text alone', '# FAQ\n\nNothing was asked yet.\n', 3],
    ['questions in a fence', '# FAQ\n\n```\n## How?\nQ: Why?\n```\n', 3],
  ])('warns of a file without a question: %s', (_, text, line) => {
    expect(readQaPairs(text, 'qa-pairs.md')).toMatchObject({
      pairs: [],
      diagnostics: [{ severity: 'warning', code: 'QUESTIONS_MISSING', file: 'qa-pairs.md', line }],
    });
  });

  it.each(['', '\n\n', '# Questions\n\n', '---\ntags: [a]\n---\n'])(
    'says nothing of a file that is only begun: %j',
    (text) => {
      expect(readQaPairs(text, 'qa-pairs.md')).toEqual({ pairs: [], diagnostics: [] });
    },
  );
});
