import { FaultsError } from '@topicmill/base/diagnostics';
import { describe, expect, it } from 'vitest';
import { readQuestionsFile } from '../../src/gate/index.js';

describe('readQuestionsFile', () => {
  it('reads questions of every kind, for topics and for pages', () => {
    const text = `questions:
  - topic: drinks/tea
    question: How long do leaves steep?
    kind: terms
  - page: [guide/tea.md, guide/pot.md]
    question: my drink is bitter
    kind: everyday
`;
    expect(readQuestionsFile(text, 'q.yaml')).toEqual([
      { topics: ['drinks/tea'], pages: [], question: 'How long do leaves steep?', kind: 'terms', line: 2 },
      {
        topics: [],
        pages: ['guide/tea.md', 'guide/pot.md'],
        question: 'my drink is bitter',
        kind: 'everyday',
        line: 5,
      },
    ]);
  });

  it.each([
    ['questions:\n  - question: x\n    kind: terms\n', 2],
    ['questions:\n  - topic: a\n    page: b\n    question: x\n    kind: terms\n', 2],
    ['questions:\n  - topic: a\n    question: x\n    kind: odd\n', 4],
    ['questions:\n  - topic: a\n    question: ""\n    kind: terms\n', 3],
    ['questions: [\n', 2],
    ['', 1],
  ])('names the line of what is wrong in %j', (text, line) => {
    try {
      readQuestionsFile(text, 'q.yaml');
      expect.unreachable();
    } catch (thrown) {
      expect(thrown).toBeInstanceOf(FaultsError);
      expect((thrown as FaultsError).diagnostics[0]).toMatchObject({ code: 'QUESTIONS_INVALID', file: 'q.yaml', line });
    }
  });
});
