import { describe, expect, it } from 'vitest';
import { conflictMarkers, readQaPairs, readTopicSpec } from '../../src/formats/index.js';

const CONFLICT = '<<<<<<< HEAD\nOurs.\n=======\nTheirs.\n>>>>>>> branch\n';
const linesOf = (text: string) => conflictMarkers(text, 'a.md').map(({ code, line }) => `${line} ${code}`);

describe('conflictMarkers', () => {
  it('names the first line of each conflict', () => {
    expect(linesOf(`# T\n\n${CONFLICT}\nText.\n\n${CONFLICT.replaceAll('\n', '\r\n')}`)).toEqual([
      '3 CONFLICT_MARKERS',
      '11 CONFLICT_MARKERS',
    ]);
    expect(linesOf(`---\n${CONFLICT}---\n# T\n`)).toEqual(['2 CONFLICT_MARKERS']);
  });

  it.each([
    ['an example in a fence', `# T\n\n\`\`\`\n${CONFLICT}\`\`\`\n`],
    ['markers that are no conflict', '<<<<<<< HEAD\n\nTitle\n=======\n\nText.\n'],
    ['an end before the middle', '<<<<<<< a\n>>>>>>> b\n=======\n'],
    ['longer lines', '<<<<<<<< HEAD\n========\n>>>>>>>> b\n'],
    ['code in a line', 'Write <<<<<<< HEAD\n=======\n>>>>>>> b\n'],
  ])('leaves alone %s', (_, text) => {
    expect(linesOf(text)).toEqual([]);
  });

  it('is asked of questions and of topic specs', () => {
    const codes = (diagnostics: readonly { code: string }[]) => diagnostics.map(({ code }) => code);
    expect(codes(readQaPairs(`## Q: Why?\n\n${CONFLICT}`, 'qa-pairs.md').diagnostics)).toEqual(['CONFLICT_MARKERS']);
    expect(codes(readTopicSpec(`# T\n\n${CONFLICT}`, 'topic-spec.md').diagnostics)).toContain('CONFLICT_MARKERS');
  });
});
