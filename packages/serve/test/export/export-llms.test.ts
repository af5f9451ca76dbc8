import { describe, expect, it } from 'vitest';
import { rebaseLinks } from '../../src/export/export-llms.js';
import { exportLlms } from '../../src/export/index.js';
import { hrefOf, sampleDocs } from './sample-docs.js';

const [list, full] = exportLlms(sampleDocs(), hrefOf).map((file) => [...file.pieces()].join(''));

describe('exportLlms', () => {
  it('lists the references by category, with what each is about, and the questions as optional', () => {
    expect(list).toBe(
      [
        '# Kitchen',
        '',
        '> What there is to drink and eat.',
        '',
        '## Topics',
        '',
        '- [Bread \\[sour\\]](bread/golden-reference.md)',
        '',
        '## Drinks',
        '',
        '- [Tea](drinks/tea/golden-reference.md): Leaves in water.',
        '',
        '## Optional',
        '',
        '- [Tea: questions and answers](drinks/tea/qa-pairs.md)',
        '',
      ].join('\n'),
    );
  });

  it('contains all references without front matter, with links from where it is', () => {
    expect(full).toBe(
      [
        '# Kitchen',
        '',
        '> What there is to drink and eat.',
        '',
        '---',
        '',
        'Source: [bread/golden-reference.md](bread/golden-reference.md)',
        '',
        '# Bread',
        '',
        'See [tea](drinks/tea/golden-reference.md#making) and ![oven](bread/oven.png).',
        '',
        '---',
        '',
        'Source: [drinks/tea/golden-reference.md](drinks/tea/golden-reference.md)',
        '',
        '# Tea',
        '',
        'In [water](drinks/tea/golden-reference.md#making).',
        '',
      ].join('\n'),
    );
  });
});

it('contains pages without front matter in any form that sites read', () => {
  const docs = sampleDocs();
  const forms = [
    '---\na: 1\n---\n',
    '+++\na = 1\n+++\n',
    '---json\n{ "a": 1 }\n---\n',
    '---js\n{ a: 1 }\n---\n',
    '{ "a": 1 }\n',
  ];
  for (const form of forms) {
    const topics = [{ ...docs.topics[0]!, text: `${form}\n# Bread\n`, links: new Map(), chunks: [] }];
    const pieces = exportLlms({ ...docs, topics }, hrefOf)[1]!.pieces();
    expect([...pieces].join('')).toMatch(/^# Kitchen\n[^{+=]*\n\n# Bread\n$/);
  }
});

describe('rebaseLinks', () => {
  it.each([
    ['[a](b.md)', '[a](x/y/b.md)'],
    ['[a]( b.md "Title")', '[a]( x/y/b.md "Title")'],
    ['[a](<b c.md>)', '[a](<x/y/b%20c.md>)'],
    ['[a](b%20c.md)', '[a](x/y/b%20c.md)'],
    ['[a](./b.md?x=1#y)', '[a](x/y/b.md?x=1#y)'],
    ['[a](b_(c).md)', '[a](x/y/b_(c).md)'],
    ['[![a](b.png)](../c.md)', '[![a](x/y/b.png)](x/c.md)'],
    ['[a]: ../../top.md', '[a]: top.md'],
    ['[a](#here)', '[a](x/y/golden-reference.md#here)'],
    ['[a](../../../out.md)', '[a](../../../out.md)'],
    ['[a](https://example.org/b.md)', '[a](https://example.org/b.md)'],
    ['[a](mailto:a@example.org)', '[a](mailto:a@example.org)'],
    ['[a](/b.md)', '[a](/b.md)'],
    ['`[a](b.md)` and [c](d.md)', '`[a](b.md)` and [c](x/y/d.md)'],
    ['```md\n[a](b.md)\n```\n[c](d.md)', '```md\n[a](b.md)\n```\n[c](x/y/d.md)'],
    ['[a](%zz.md)', '[a](x/y/%25zz.md)'],
  ])('%j', (before, after) => {
    expect(rebaseLinks(before, 'x/y/golden-reference.md', hrefOf)).toBe(after);
  });

  it('ends on hostile texts', () => {
    const hostile = `${'[('.repeat(20_000)}\n${'](('.repeat(20_000)}\n${'`'.repeat(5000)}${' ``'.repeat(5000)}`;
    expect(rebaseLinks(hostile, 'a.md', hrefOf).length).toBeGreaterThan(0);
  });
});

describe('pages', () => {
  const docs = sampleDocs();
  const page = (text: string, chunkTexts: readonly string[], title = 'Sour Bread') => {
    const [chunk] = docs.topics.flatMap(({ chunks }) => chunks);
    const starts = chunkTexts.map((each) => text.indexOf(each.split('\n').at(-1)!));
    const chunks = chunkTexts.map((each, at) => ({
      ...chunk!,
      ...{ text: each, startByte: starts[at]!, endByte: starts[at + 1] ?? text.length },
    }));
    return { ...docs.topics[0]!, title, text, chunks, url: 'https://b.example.org/bread', links: new Map() };
  };
  const fullOf = (topics: ReturnType<typeof page>[]): string[] =>
    exportLlms({ ...docs, topics }, hrefOf)
      .slice(1)
      .map((file) => [...file.pieces()].join(''));

  it('are contained as readers see them, below their title, with what they include', () => {
    const text =
      "---\ntitle: Sour Bread\n---\nimport Part from './_p.mdx';\n\n{/* later */}\n\n<Part />\n\n## Rye\n\n```js\nimport a from 'a';\n```\n";
    const chunks = [
      "import Part from './_p.mdx';\n\n{/* later */}\n\n<Part />\nBaked twice.\n",
      "# Up\n\n## Rye\n\n```js\nimport a from 'a';\n```\n",
    ];
    const own = [0, 1].map((at) => text.indexOf(['import Part', '## Rye'][at]!));
    const topic = page(text, chunks);
    const placed = topic.chunks.map((each, at) => ({
      ...each,
      startByte: own[at]!,
      endByte: own[at + 1] ?? text.length,
    }));
    expect(fullOf([{ ...topic, chunks: placed }])[0]).toMatch(
      /\n\n# Sour Bread\n\nBaked twice\.\n\n## Rye\n\n```js\nimport a from 'a';\n```\n$/,
    );
  });

  it('are divided by category where they are more than a megabyte, with a list of the files', () => {
    const long = 'Rye and water. '.repeat(40_000);
    const topics = ['bread/rye', 'drinks/tea'].map((id) => ({ ...page(`# A\n\n${long}`, []), id }));
    const files = exportLlms({ ...docs, topics }, hrefOf);
    expect(files.map(({ name }) => name)).toEqual([
      'llms.txt',
      'llms-full.txt',
      'llms-full-bread.txt',
      'llms-full-drinks.txt',
    ]);
    expect(fullOf(topics)[0]).toContain('- [Bread](llms-full-bread.txt): 1 page\n');
    expect(fullOf(topics.slice(0, 1))).toHaveLength(1);
  });
});
