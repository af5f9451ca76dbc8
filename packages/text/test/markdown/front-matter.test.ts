import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseFrontMatter, readFrontMatter, readPageFrontMatter, splitFrontMatter } from '../../src/markdown/index.js';

describe('splitFrontMatter', () => {
  test.each<[string, string, string | undefined, string]>([
    ['none', '# h\n', undefined, '# h\n'],
    ['one', '---\na: 1\n---\n# h\n', 'a: 1', '# h\n'],
    ['one with CRLF', '---\r\na: 1\r\nb: 2\r\n---\r\n# h\r\n', 'a: 1\r\nb: 2', '# h\r\n'],
    ['one with lone CR', '---\ra: 1\r---\r# h\r', 'a: 1', '# h\r'],
    ['one after a byte order mark', '\ufeff---\na: 1\n---\n# h\n', 'a: 1', '# h\n'],
    ['a byte order mark alone', '\ufeff# h\n', undefined, '# h\n'],
    ['an empty one', '---\n---\n# h\n', '', '# h\n'],
    ['one with spaces after its dashes', '--- \t\na: 1\n---  \n# h\n', 'a: 1', '# h\n'],
    ['one at the end of the text', '---\na: 1\n---', 'a: 1', ''],
    ['one that contains dashes', '---\na: ---\n----\n- ---\n---\n# h\n', 'a: ---\n----\n- ---', '# h\n'],
    ['an opening line without a partner', '---\na: 1\n', undefined, '---\na: 1\n'],
    ['four dashes', '----\na: 1\n---\n', undefined, '----\na: 1\n---\n'],
    ['a language after the dashes', '---js\na: 1\n---\n', undefined, '---js\na: 1\n---\n'],
    ['one after a blank line', '\n---\na: 1\n---\n', undefined, '\n---\na: 1\n---\n'],
    ['an indented closing line', '---\na: 1\n ---\n', undefined, '---\na: 1\n ---\n'],
    ['nothing', '', undefined, ''],
  ])('%s', (_, text, frontMatter, body) => {
    const parts = splitFrontMatter(text);
    expect(parts.frontMatter).toBe(frontMatter);
    expect(text.slice(parts.bodyOffset)).toBe(body);
  });

  test('the body starts on a line of its own, after the front matter', () => {
    const piece = fc.constantFrom('---', '\n', '\r\n', '\r', 'a: 1', ' ', '\ufeff', '----');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = `---\n${pieces.join('')}`;
        const { bodyOffset, frontMatter } = splitFrontMatter(text);
        expect(frontMatter === undefined ? bodyOffset === 0 : text.slice(4).startsWith(frontMatter)).toBe(true);
        expect(bodyOffset === 0 || bodyOffset === text.length || /[\r\n]/.test(text[bodyOffset - 1]!)).toBe(true);
      }),
    );
  });

  test('a megabyte that never closes takes linear time', () => {
    expect(splitFrontMatter(`---\n${'--- a\n'.repeat(160_000)}`).frontMatter).toBeUndefined();
    expect(splitFrontMatter(`---\n${'---'.repeat(300_000)}`).frontMatter).toBeUndefined();
    expect(splitFrontMatter(`---\n---${' '.repeat(1_000_000)}a`).frontMatter).toBeUndefined();
  });
});

describe('parseFrontMatter', () => {
  test('takes a title as it is written, whatever it looks like', () => {
    const titleOf = (yaml: string): unknown => parseFrontMatter(yaml, 'a.md').values['title'];
    expect(['title: 3.10', 'title: 2024', 'title: true', 'title: "1.0"', 'title: 2024-01-01'].map(titleOf)).toEqual([
      '3.10',
      '2024',
      'true',
      '1.0',
      '2024-01-01',
    ]);
    expect([titleOf('title:'), titleOf('- a'), titleOf('a: 1.0')]).toEqual([null, undefined, undefined]);
  });

  test('gives the values', () => {
    expect(parseFrontMatter('title: A b\ntags: [x, y]\nyear: 2024\n', 'a.md')).toEqual({
      values: { title: 'A b', tags: ['x', 'y'], year: 2024 },
      diagnostics: [],
    });
  });

  test.each([[undefined], [''], ['# only a comment'], ['null']])('gives none of %j', (yaml) => {
    expect(parseFrontMatter(yaml, 'a.md')).toEqual({ values: {}, diagnostics: [] });
  });

  test.each([
    ['title: "open', 2, { title: '"open' }],
    ['a: 1\nb: [1, 2\nc: 3', 4, { a: 1, c: 3 }],
    ['a: 1\na: 2', 3, { a: 2 }],
    ['a: 1\n\tb: 2', 3, {}],
    ['- a\n- b', 2, {}],
    ['just text', 2, {}],
    ['a: *unknown', 2, {}],
    ['title: {#each ...}\ndraft: true\ntags: [x]', 2, { title: '{#each ...}', draft: true }],
    ['draft: true\ntitle: in: and out:\n', 3, { draft: true, title: 'in: and out:' }],
    ['title: 3.10\r\ndescription: @scope/name\r\n', 3, { title: '3.10', description: '@scope/name' }],
    ['title: one\n  two\nb: [', 4, {}],
  ])(
    'warns of what is no mapping, with its line in the file, and keeps values on the line of their key: %j',
    (yaml, line, kept) => {
      const { values, diagnostics } = parseFrontMatter(yaml, 'docs/a.md');
      expect(values).toEqual(kept);
      expect(diagnostics).toMatchObject([
        { severity: 'warning', code: 'FRONT_MATTER_INVALID', file: 'docs/a.md', line },
      ]);
      expect(diagnostics[0]!.message).toMatch(/^(?!.* at line ).*\.$/);
    },
  );

  test('warns of aliases that grow without end', () => {
    const levels = Array.from({ length: 12 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i}, `.repeat(9)}*a${i}]`);
    const { values, diagnostics } = parseFrontMatter(['a0: &a0 [x]', ...levels].join('\n'), 'a.md');
    expect(values).toEqual({});
    expect(diagnostics.map(({ code }) => code)).toEqual(['FRONT_MATTER_INVALID']);
  });

  test('executes nothing', () => {
    const { values } = parseFrontMatter(
      'a: !!js/function "function () { throw 1 }"\n__proto__: {polluted: true}',
      'a.md',
    );
    expect(values['a']).toBe('function () { throw 1 }');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('readFrontMatter', () => {
  test('gives the values of YAML', () => {
    expect(readFrontMatter('---\ntitle: A\n---\n# h\n', 'a.md')).toEqual({ values: { title: 'A' }, diagnostics: [] });
  });

  test.each(['+++\ntitle = "A"\n+++\n# h\n', '\ufeff+++\r\n+++\r\n', '+++ \na = 1\n\nb = 2\n+++'])(
    'says that TOML is read as text: %j',
    (text) => {
      const { values, diagnostics } = readFrontMatter(text, 'docs/a.md');
      expect(values).toEqual({});
      expect(diagnostics).toMatchObject([
        { severity: 'warning', code: 'FRONT_MATTER_INVALID', file: 'docs/a.md', line: 1 },
      ]);
      expect(diagnostics[0]!.remedy).toContain('YAML');
    },
  );

  test.each([
    '# h\n',
    '+++\n',
    '+++\na = 1\n',
    '+++ diff\n+++\n',
    'a\n+++\nb = 1\n+++\n',
    '---\na: 1\n---\n+++\n+++\n',
  ])('takes no other text for it: %j', (text) => {
    expect(readFrontMatter(text, 'a.md').diagnostics).toEqual([]);
  });
});

describe('readPageFrontMatter', () => {
  test.each<[string, string, unknown]>([
    ['JSON', '---json\n{ "title": "A",\n  "draft": true }\n---\n', { title: 'A', draft: true }],
    ['JSON with CRLF', '---JSON \r\n{ "title": "A" }\r\n---\r\n', { title: 'A' }],
    ['JSON after a byte order mark', '\ufeff---json\n{}\n---\n', {}],
    ['YAML', '---yaml\ntitle: 3.10\n---\n', { title: '3.10' }],
    ['TOML', '---toml\ntitle = "A"\n---\n', { title: 'A' }],
    ['JavaScript that is JSON', '---js\n{ "title": "A" }\n---\n', { title: 'A' }],
  ])('reads %s whose language the first line names', (_, head, values) => {
    const { bodyOffset, ...read } = readPageFrontMatter(`${head}# h\n---\n`, 'a.md');
    expect({ bodyOffset, ...read }).toEqual({ bodyOffset: head.length, values, diagnostics: [] });
  });

  test.each([
    ['---js\n{ title: globalThis.process.exit(1) }\n---\n', 1, 'js, which is not executed'],
    ['---javascript\nconst title = "A";\n---\n', 1, 'javascript, which is not executed'],
    ['---coffee\ntitle: "A"\n---\n', 1, 'coffee, which is not executed'],
    ['---json\n{ title: "A" }\n---\n', 1, 'not valid JSON'],
    ['---json\n[]\n---\n', 1, 'not valid JSON'],
    ['---toml\na = 1\nb\n---\n', 3, 'not valid TOML'],
    ['---yaml\na: 1\nb: [\n---\n', 3, 'not valid YAML'],
  ])('leaves front matter that it does not read out of the text, and says so: %j', (head, line, reason) => {
    const { bodyOffset, diagnostics } = readPageFrontMatter(`${head}# h\n`, 'docs/a.md');
    expect(bodyOffset).toBe(head.length);
    expect(diagnostics).toMatchObject([{ severity: 'warning', code: 'FRONT_MATTER_INVALID', file: 'docs/a.md', line }]);
    expect(diagnostics[0]!.message).toContain(reason);
  });

  test.each([
    '---js\n{}\n',
    '---js {}\n---\n',
    '--- js\n---\n',
    '---two words\n---\n',
    '---1\n---\n',
    '----js\n---\n',
    '---js',
  ])('takes no other text for it: %j', (text) => {
    expect(readPageFrontMatter(text, 'a.md')).toEqual({ bodyOffset: 0, values: {}, diagnostics: [] });
  });

  test('counts the blank lines above TOML that is not valid', () => {
    const { bodyOffset, diagnostics } = readPageFrontMatter('\n\n+++\na = 1\nb\n+++\n# h\n', 'a.md');
    expect([bodyOffset, diagnostics.map(({ line }) => line)]).toEqual([18, [5]]);
  });
});
