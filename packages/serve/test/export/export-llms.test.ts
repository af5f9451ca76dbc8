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
    const topics = [{ ...docs.topics[0]!, text: `${form}\n# Bread\n`, links: new Map() }];
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
