import { expect, test } from 'vitest';
import { AnswerFacts } from '../../src/page-scoring/index.js';

const document = `The Walnut service listens on port 7421; Hazel listens on 7422. Like Hazel, it is small. Requests get three attempts.
Failed requests go to the queue. Set batch_size in main.toml. \`retry now\` starts it again. Clients wait.`;
const facts = new AnswerFacts([document]);

test.each<[why: string, answer: string, expected: string, question: string, f1: number | undefined]>([
  [
    'the sentence around them does not matter',
    'It is 7421.',
    'Walnut listens on port 7421.',
    'On which port does Walnut listen?',
    1,
  ],
  [
    'another component and port',
    'Hazel listens on port 7422.',
    'Walnut listens on port 7421.',
    'Which service listens on which port?',
    0,
  ],
  // Recall 1, precision 1/2.
  [
    'another component',
    'Hazel listens on port 7421.',
    'Walnut listens on port 7421.',
    'Where does Walnut listen?',
    2 / 3,
  ],
  ['another number in words', 'Requests get five attempts.', 'Requests get three attempts.', 'How many attempts?', 0],
  ['a number in digits', '3 attempts', 'Requests get three attempts.', 'How many attempts?', 1],
  ['thousands and units', '1200 MB', 'It takes 1,200MB.', 'How much?', 1],
  // 1 of 2 expected.
  ['a name left out', 'in main.toml', 'Set batch_size in main.toml.', 'What is set where?', 2 / 3],
  ['code in marks', 'Use `retry now`.', 'Type `retry now`.', 'How?', 1],
  ['other code in marks', 'Use `retry later`.', 'Type `retry twice`.', 'How?', 0.5],
  [
    'words that begin a sentence are no names',
    'The queue gets them.',
    'Failed requests go to the queue.',
    'Where?',
    undefined,
  ],
  [
    'facts of the question need not be told again',
    'yes',
    'Walnut listens on 7421.',
    'Does Walnut listen on 7421?',
    undefined,
  ],
  ['no answer', '', 'port 7421', 'Which port?', 0],
])('%s', (_, answer, expected, question, f1) => {
  const found = facts.compare(answer, expected, question);
  if (f1 === undefined) expect(found).toBeUndefined();
  else expect(found).toBeCloseTo(f1, 10);
});
