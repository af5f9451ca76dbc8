import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunkBlocks, introducesCode, scoreBlocks } from '../../src/retrieval/context-blocks.js';

const TEXT = `# Tea

## Steeping

Hot water.

- green
- black

\`\`\`sh
kettle on

kettle off
\`\`\`

### Sieve

Then sieve.
`;

describe('chunkBlocks', () => {
  it('keeps lists and code whole, and headings with what follows', () => {
    expect(chunkBlocks(TEXT)).toEqual({
      headings: '# Tea\n\n## Steeping\n\n',
      blocks: [
        'Hot water.\n\n',
        '- green\n- black\n\n',
        '```sh\nkettle on\n\nkettle off\n```\n\n',
        '### Sieve\n\nThen sieve.\n',
      ],
    });
  });

  it('parts long paragraphs at lines and sentences, but no code and no tables', () => {
    const sentence = `${'word '.repeat(59)}word. `;
    const paragraph = `${sentence.repeat(5).trim()}\nA short line.\n`;
    expect(chunkBlocks(paragraph).blocks).toEqual([
      sentence.repeat(2),
      sentence.repeat(2),
      `${sentence.trim()}\nA short line.\n`,
    ]);
    const code = `\`\`\`\n${'code line\n'.repeat(100)}\`\`\`\n`;
    const table = `| a | b |\n| - | - |\n${'| one | two |\n'.repeat(100)}`;
    for (const whole of [code, table]) expect(chunkBlocks(whole).blocks).toEqual([whole]);
  });

  it('keeps code whole that is indented as the body of a tab, a note or a component, whatever is in it', () => {
    const fence = '    ``` py title="a.py"\n    one()\n\n    # two\n\n    three()\n    ```\n';
    expect(chunkBlocks(`=== "Tab"\n\n    Run:\n\n${fence}\n    Done.\n`).blocks).toEqual([
      '=== "Tab"\n\n',
      '    Run:\n\n',
      `${fence}\n`,
      '    Done.\n',
    ]);
    const tag = `<Tab>\n${fence}</Tab>\n`;
    expect(chunkBlocks(`Text.\n\n${tag}`).blocks).toEqual(['Text.\n\n', tag]);
    const quoted = `> \`\`\`\n${'> code line\n'.repeat(100)}> \`\`\`\n`;
    expect(chunkBlocks(quoted).blocks).toEqual([quoted]);
  });

  it('keeps code whole that is only indented, and parts what is indented below a note', () => {
    const code = `    one()\n\n    two()\n\n${'    three()\n'.repeat(100)}`;
    expect(chunkBlocks(`Run:\n\n${code}`).blocks).toEqual(['Run:\n\n', code]);
    expect(chunkBlocks('!!! note\n\n    One.\n\n    Two.\n').blocks).toEqual([
      '!!! note\n\n',
      '    One.\n\n',
      '    Two.\n',
    ]);
  });

  it.each([
    ['Run:\n\n', '```sh\nx\n```\n', true],
    ['**Run:**\n\n', '    ```\n    x\n    ```\n', true],
    ['- Run:\n\n', '  ~~~\n  x\n  ~~~\n', true],
    ['以下：\n\n', '> ```\n> x\n> ```\n', true],
    ['Run:\n\n', '    x\n', true],
    ['- Run:\n\n', '    a paragraph of the item\n', false],
    ['Run.\n\n', '```\nx\n```\n', false],
    ['Run:\n\n', '`x` and `y`\n', false],
    ['Run:\n\n', '### Next\n\n```\nx\n```\n', false],
  ])('of %j and %j says whether the first announces code: %s', (block, next, isAnnounced) => {
    expect(introducesCode(block, next)).toBe(isAnnounced);
  });

  it('loses nothing', () => {
    const line = fc.constantFrom(
      '# A',
      '',
      'One. Two! Three? '.repeat(60),
      'text',
      '- item',
      '```',
      '    code',
      '    ```',
      '!!! note',
      'Run:',
      '| a | b |',
      '| - | - |',
      '> quote',
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const text = lines.join('\n');
        const { headings, blocks } = chunkBlocks(text);
        expect([headings, ...blocks].join('')).toBe(text);
      }),
    );
  });
});

describe('scoreBlocks', () => {
  const chunk = (share: number, ...blocks: readonly string[]) => ({ share, headings: '', blocks });

  it('prefers blocks with words of the question, then those next to them, then those of better chunks', () => {
    const [first, second] = scoreBlocks('green leaves', [
      chunk(1, 'Cups.', 'Plates.', 'Saucers.'),
      chunk(0.5, 'Green leaves.', 'Two minutes.', 'A tin.'),
    ]);
    const [hit, neighbour, far] = second!;
    expect(hit).toBeGreaterThan(neighbour!);
    expect(neighbour).toBeGreaterThan(far!);
    expect(hit).toBeGreaterThan(first![0]!);
    expect(first![0]).toBeGreaterThan(far!);
  });

  it('counts words of the headings above, less than those of the block itself', () => {
    const [[own], [above], [neither]] = scoreBlocks('green leaves', [
      chunk(1, 'Steep green leaves.'),
      { ...chunk(1, 'Steep two minutes.'), headings: '# Green leaves\n\n' },
      chunk(1, 'Steep two minutes.'),
    ]) as [number[], number[], number[]];
    expect(own).toBeGreaterThan(above!);
    expect(above).toBeGreaterThan(neither!);
  });

  it('goes by the scores of chunks where no word is known', () => {
    expect(scoreBlocks('xylophone', [chunk(1, 'Tea.'), chunk(0.5, 'Cups.')])).toEqual([[1], [0.5]]);
    expect(scoreBlocks('tea', [])).toEqual([]);
  });
});
