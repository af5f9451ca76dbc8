import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { describeReference, plainText, titleOfId } from '../../src/formats/index.js';

const read = (text: string) => describeReference(text, 'libraries/system-text_json');

describe('describeReference', () => {
  it('takes the title from front matter, else the first H1, else the id', () => {
    expect(read('---\ntitle: Named\n---\n# Heading\n').title).toBe('Named');
    expect(read('---\ntitle: ""\n---\n# The `List<T>` *type*\n').title).toBe('The List<T> type');
    expect(read('# The page <Badge type="tip" text="^2.0" /> {#the-page}\n').title).toBe('The page');
    expect(read('<p>\n <h1 align="center"><a href="x"> The <b>page</b> </a></h1>\n</p>\n\n## Two\n').title).toBe(
      'The page',
    );
    expect(read('```\n<h1>code</h1>\n```\n\nAn `<h1>x</h1>`.\n\n<h1>never closed\n').title).toBe('System Text Json');
    expect(read('---\ntitle: 3.10\n---\n').title).toBe('3.10');
    expect(read('---\n: [\n---\nHeading\n===\n').title).toBe('Heading');
    expect(read('```\n# no heading\n```\n\n## Two\n').title).toBe('System Text Json');
  });

  it.each([
    ['the paragraph after the H1', 'Before.\n\n# T\n\nOne\ntwo.\n\nThree.\n', 'One two.'],
    [
      'a later one, past headings, lists, code, tables and comments',
      '# T\n\n## Overview\n\n<!-- a\n\nb -->\n\n[![badge](x.svg)](y)\n\n- item\n\n| a |\n|---|\n\n```\ncode\n```\n\n> quote\n\n***\n\nText.\n',
      'Text.',
    ],
    ['a later one, past a formula', '# T\n\n$$\nx = 1\n\ny\n$$\n\n$$ a $$\n\nText.\n', 'Text.'],
    [
      'a later one, past scripts and styles with blank lines in them',
      '# T\n\n<script setup>\nlet a\n\nlet b\n</script>\n\n<STYLE>c {}</style>\n\n<pre>\nd\n\ne\n</pre>\n\nText.\n',
      'Text.',
    ],
    ['a line that only begins like a formula', '# T\n\n$$ is slang for\nmoney.\n\nMore.\n', '$$ is slang for money.'],
    ['a later one, past a table without outer pipes', '# T\n\na | b\n--|:-:\n1 | 2\n\nText.\n', 'Text.'],
    [
      'a later one, past what only tools read',
      '# T\n\nimport A from "./a";\nimport \'./b\'\n\nexport const c = 1;\n\n{/* d */}\n\n{% include e %}\n\n{{ f }}\n\n[[toc]]\n\n[TOC]\n\n!!! note\n    inner\n\n??? tip "x"\n    y\n\n*[HTML]: Language\n\nText.\n',
      'Text.',
    ],
    [
      'a sentence that begins like an instruction',
      '# T\n\nimport reads a "file" from disk.\n',
      'import reads a "file" from disk.',
    ],
    [
      'a paragraph without the marks of its line breaks',
      '# T\n\nOne\\\ntwo  \nthree \\\\\nfour.\n',
      'One two three \\ four.',
    ],
    ['nothing of a document without one', '# T\n\n- item\n', ''],
    ['nothing of an empty document', '', ''],
  ])('describes by %s', (_, text, description) => {
    expect(read(text).description).toBe(description);
  });

  it('cuts at the end of a sentence', () => {
    const sentence = `Some ${'word '.repeat(20)}end.`;
    expect(read(`# T\n\n${sentence} ${sentence} ${sentence} ${sentence}\n`).description).toBe(
      `${sentence} ${sentence}`,
    );
  });

  it('cuts one long sentence between words, and one long word inside', () => {
    expect(read(`${'word '.repeat(100)}\n`).description).toBe(`${'word '.repeat(59)}word…`);
    expect(read(`${'😀'.repeat(200)}\n`).description).toBe(`${'😀'.repeat(149)}…`);
  });

  it('gives one line of at most 300 UTF-16 units for any text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('# ', 'a', '\n', '. ', 'B', '`', '[', '](', ')', '*', '<', '>', '😀'.repeat(30)), {
          maxLength: 60,
        }),
        (parts) => {
          const { title, description } = read(parts.join(''));
          expect(title).not.toBe('');
          expect(description.length).toBeLessThanOrEqual(300);
          expect(`${title}${description}`).not.toMatch(/[\r\n]/);
        },
      ),
    );
  });
});

describe('plainText', () => {
  it.each([
    ['a [link](http://x.y/(z) "t") and [[nested] one][ref]', 'a link and [nested] one'],
    ['![alt](a.png) **bold**, *it*, __b__, _i_, ~~s~~', 'bold, it, b, i, s'],
    ['One.<br>Two.<br />Three', 'One. Two. Three'],
    ['`a *b*` and ``c ` d`` and snake_case_name', 'a *b* and c ` d and snake_case_name'],
    ['2 * 3 \\* 4 &lt; 5 & 6', '2 * 3 * 4 < 5 & 6'],
    ['a<br>b <b>c</b> List<T> <https://x.y>', 'a b c List<T> https://x.y'],
    ['note[^1] <!-- hidden -->here', 'note here'],
    ['an array [0] `unclosed', 'an array [0] `unclosed'],
  ])('of %j is %j', (markdown, text) => {
    expect(plainText(markdown)).toBe(text);
  });

  it.each(['[', '`', '*_', '[ (](', '![', '<!--', '\\', '[a]((', '` ``'])('reads many %j in time', (piece) => {
    expect(plainText(piece.repeat(5_000)).length).toBeLessThanOrEqual(4_000);
  });
});

describe('titleOfId', () => {
  it.each([
    ['libraries/system-text-json', 'System Text Json'],
    ['été', 'Été'],
    ['notes/Pop-out windows', 'Pop-out windows'],
    ['-', '-'],
    ['', ''],
  ])('of %j is %j', (id, title) => {
    expect(titleOfId(id)).toBe(title);
  });
});
