import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { questionsAbout, questionsJsonSchema, readQuestions } from '../../src/page-scoring/index.js';

const published = join(import.meta.dirname, '../../../../schemas/page-queries.schema.json');

test('the JSON Schema is published as it is generated (`npm run schemas`)', () => {
  expect(readFileSync(published, 'utf8')).toBe(questionsJsonSchema());
});

test('questions are read with the lines that they start at, numbers and words of YAML as text', () => {
  const text = `# Questions
- question: How many?
  answer: 42
  required:
    - |
      Forty-two
      of them.

- document: other.md
  question: Is it on?
  answer: yes
  required: ["It is: on"]
`;
  const questions = readQuestions(text, 'queries.yaml');
  expect(questions).toEqual([
    { question: 'How many?', answer: '42', required: ['Forty-two\nof them.'], line: 2 },
    { document: 'other.md', question: 'Is it on?', answer: 'yes', required: ['It is: on'], line: 9 },
  ]);
  expect(questionsAbout(questions, 'guide.md').map(({ line }) => line)).toEqual([2]);
  expect(questionsAbout(questions, 'other.md').map(({ line }) => line)).toEqual([2, 9]);
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(questionsJsonSchema()));
  expect(validate(questions.map(({ line: _, ...question }) => question))).toBe(true);
});

const good = '- question: a\n  answer: b\n  required: [c]\n';

test.each([
  [
    'an unknown key',
    `${good}- question: a\n  answer: b\n  required: [c]\n  requird: [d]\n`,
    7,
    'Question 2: the key "requird" is unknown',
  ],
  ['a key that is missing', `${good}\n- question: a\n  required: [c]\n`, 5, 'Question 2: answer is missing'],
  [
    'text where a list should be',
    `${good}- question: a\n  answer: b\n  required: c\n`,
    6,
    'Question 2: required must be a list',
  ],
  [
    'a list where text should be',
    '- question: a\n  answer: [b]\n  required: [c]\n',
    2,
    'Question 1: answer must be text',
  ],
  ['nothing where text should be', '- question: a\n  answer:\n  required: [c]\n', 2, 'Question 1: answer is empty'],
  ['no passage', '- question: a\n  answer: b\n  required: []\n', 3, 'Question 1: required is empty'],
  [
    'an empty passage',
    '- question: a\n  answer: b\n  required:\n    - c\n    - ""\n',
    5,
    'Question 1: required.1 is empty',
  ],
  ['an entry without keys', `${good}- just text\n`, 4, 'Question 2 is not an entry with keys'],
  ['no list', 'question: a\n', 1, 'The file is not a list of questions'],
  ['an empty list', '[]\n', 1, 'The file is not a list of questions'],
  ['an empty file', '', 1, 'The file is not a list of questions'],
  ['a colon that YAML takes for a key', `${good}- question: What: why?\n  answer: b\n`, 4, 'The file is not YAML'],
  ['a tab', '- question: a\n\tanswer: b\n', 2, 'The file is not YAML'],
])('%s', (_, text, line, message) => {
  let thrown: unknown;
  try {
    readQuestions(text, 'queries.yaml');
  } catch (error) {
    thrown = error;
  }
  const { diagnostics } = thrown as { diagnostics: { code: string; message: string; remedy: string }[] };
  expect(diagnostics[0]).toMatchObject({ code: 'QUERIES_INVALID', file: 'queries.yaml', line });
  expect(diagnostics[0]!.message).toContain(message);
  expect(diagnostics[0]!.remedy).not.toBe('');
});

test('all wrong entries are named at once', () => {
  const text = '- question: a\n- answer: b\n- required: [c]\n';
  expect(() => readQuestions(text, 'queries.yaml')).toThrow(
    expect.objectContaining({ diagnostics: expect.objectContaining({ length: 6 }) }),
  );
});
