import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSnippetWithCode } from '../../src/retrieval/find-snippet.js';
import { findSnippet, markPieces } from '../../src/retrieval/index.js';

describe('pieces of a text', () => {
  it('mark what a search takes for the words, and leave the text as it is', () => {
    const pieces = markPieces('Trimming JsonSerializer, and a trimmed app.', ['trim', 'json']);
    expect(pieces.filter(({ isHit }) => isHit).map(({ text }) => text)).toEqual([
      'Trimming',
      'JsonSerializer',
      'trimmed',
    ]);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string()), (text, words) => {
        expect(
          markPieces(text, words)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });

  it.each([
    ['要配置搜索，请编辑 config.yaml。搜索索引', '配置搜索', '要[配置搜索]，请编辑 config.yaml。[搜索]索引'],
    ['API設定とパッケージ', 'api 設定', '[API設定]とパッケージ'],
    ['검색을 설정하려면', '검색', '[검색]을 설정하려면'],
    ['แก้ไขเพื่อตั้งค่าการค้นหา', 'ค้นหา', 'แก้ไขเพื่อตั้งค่าการ[ค้นหา]'],
    ['ثمّ عدّل الملف', 'عدّل', 'ثمّ [عدّل] الملف'],
  ])('of %j mark %j only', (text, query, marked) => {
    const pieces = markPieces(text, [query]);
    expect(pieces.map((piece) => (piece.isHit ? `[${piece.text}]` : piece.text)).join('')).toBe(marked);
  });

  it('are taken from where the words are, in scripts without spaces, too', () => {
    const filler = '这里没有什么可看的内容'.repeat(40);
    const snippet = findSnippet(`npm ${filler}配置搜索${filler}`, ['搜索']);
    expect(snippet.filter(({ isHit }) => isHit)).toEqual([{ text: '搜索', isHit: true }]);
    const length = snippet.reduce((sum, { text }) => sum + text.length, 0);
    expect(length).toBeGreaterThan(200);
  });

  it('are taken from where the most words stand, without headings and marks', () => {
    const filler = 'Nothing to see in this sentence at all. '.repeat(12);
    const text = `# Oven\n\n${filler}\n\nThe **oven** bakes [bread](x.md) at \`250\` degrees.\n\n${filler}`;
    const snippet = findSnippet(text, ['oven', 'bread'])
      .map((piece) => piece.text)
      .join('');
    expect(snippet).toContain('The oven bakes bread at 250 degrees.');
    expect(snippet.startsWith('… ')).toBe(true);
    expect(snippet.length).toBeLessThan(260);
  });

  it('keep the lines of code where they are asked for', () => {
    const text = 'Build *it*:\n\n```sh\ntool build \\\n  --port 80\n```\n\nThen open the page.\n';
    expect(findSnippetWithCode(text, ['port', 'open'])).toEqual([
      { text: 'Build it: ', isHit: false },
      { text: 'tool build \\\n  --', isHit: false, isCode: true },
      { text: 'port', isHit: true, isCode: true },
      { text: ' 80', isHit: false, isCode: true },
      { text: ' Then ', isHit: false },
      { text: 'open', isHit: true },
      { text: ' the page.', isHit: false },
    ]);
    const one = findSnippet(text, ['port', 'open']).map((piece) => piece.text);
    expect(one.join('')).toBe('Build it: tool build \\ --port 80 Then open the page.');
  });

  it('show the cells of a table one after the other', () => {
    const table = '| Setting | Meaning |\n| --- | --- |\n| `keep` | how many |\n| `age` | how old |\n';
    const snippet = findSnippet(table, ['age']);
    expect(snippet.map((piece) => piece.text).join('')).toBe('Setting · Meaning · keep · how many · age · how old');
    expect(snippet.filter(({ isHit }) => isHit)).toEqual([{ text: 'age', isHit: true }]);
  });

  it.each([
    ['`[a-zA-Z_:]([a-zA-Z0-9_:])*` is the regex', '[a-zA-Z_:]([a-zA-Z0-9_:])* is the regex'],
    ['See ![Server](a.png) and [rules][r], a `x || y`.\n\n[r]: ./b.md', 'See and rules, a x || y.'],
    ['<code>http\\_requests</code> of a-zA-Z0-9\\_:', 'http_requests of a-zA-Z0-9_:'],
    ['```yaml\na: "*[b](c)*"\n```', 'a: "*[b](c)*"'],
    ['* one **two**\n* three', '- one two - three'],
    ['| `a \\| b` | [c](d) |', 'a | b · c'],
    ['# Kettle\n\n-----\n\nIt boils.\n\n* * *\n\nThen it stops.', 'It boils. Then it stops.'],
    ["import Cup from '@site/cup';\nimport './cup.css'\n\n<Cup size={2}>\n\nA cup.\n\n</Cup>", 'A cup.'],
    ['{/* to do */} A `Vec<Cup>` or Vec<Cup>, or `a <Cup> b`.', 'A Vec<Cup> or Vec<Cup>, or a <Cup> b.'],
    [':::note[Hot]\n\nMind it.\n\n:::\n\n::: tip Cold\nAdd ice.\n:::', 'Hot Mind it. Cold Add ice.'],
    [
      '!!! note\n    Mind it.\n\n??? tip "Cold"\n    Add ice.\n\n=== "Tea"\n    Steep.',
      'Mind it. Cold Add ice. Tea Steep.',
    ],
    ['/// note | Hot\n\nMind it.\n\n///\n\n/// details\nAdd ice.\n///', 'Hot Mind it. Add ice.'],
    ['It pumps.\n\n::: tanks.Pump\n    options:\n        members: false\n\nTwice.', 'It pumps. tanks.Pump Twice.'],
    ['import taxes from abroad "as they are"', 'import taxes from abroad "as they are"'],
  ])('of %j are what a reader sees', (text, shown) => {
    expect(textOf(text)).toBe(shown);
  });

  it('keep what is in code', () => {
    const code = fc.stringMatching(/^[!-_a-~]{1,30}$/);
    fc.assert(
      fc.property(code, (inside) => {
        expect(textOf(`Before \`${inside}\` after`)).toBe(`Before ${inside} after`);
        expect(textOf(`Before\n\n~~~\n${inside}\n~~~\n`)).toBe(`Before ${inside}`);
      }),
    );
  });
});

function textOf(text: string): string {
  return findSnippet(text, [])
    .map((piece) => piece.text)
    .join('');
}
