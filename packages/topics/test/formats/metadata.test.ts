import { describe, expect, it } from 'vitest';
import { readMetadata } from '../../src/formats/index.js';

const table = (...rows: string[]) =>
  `# T\n\n## Metadata\n\n| Property | Value |\n|----------|-------|\n${rows.join('\n')}\n\n## Next\n`;
const read = (text: string) => readMetadata(text, 'topic-spec.md');
const findings = (text: string) => read(text).diagnostics.map(({ severity, line }) => `${severity} ${line}`);

describe('readMetadata', () => {
  it('reads the hand-written table with its explanations, and leaves what it does not know', () => {
    const text = table(
      '| Name | Async and Await |',
      '| ID | async-await |',
      '| Category | C# Language |',
      '| Namespace | (none) |',
      '| Description | One \\| two. |',
      '| Complexity | 0.40 |',
      '| **Audience** | All |',
      '| priority | 2 (High - common) |',
      '| Version | 5.0 (first) |',
      '| Year | 2012 |',
    );
    expect(read(text)).toEqual({
      metadata: {
        name: 'Async and Await',
        id: 'async-await',
        category: 'C# Language',
        description: 'One | two.',
        complexity: 0.4,
        audience: 'All',
        priority: 2,
        version: '5.0 (first)',
        year: '2012',
      },
      diagnostics: [],
    });
  });

  it.each([
    ['a blank line', ''],
    ['a line of text', 'Set by the team.'],
  ])('reads the rows after %s in the table, and says where they are', (_, separator) => {
    const text = table('| Name | Tea |', separator, '| Priority | 2 |', '| Year | 2012 |');
    expect(read(text).metadata).toEqual({ name: 'Tea', priority: 2, year: '2012' });
    expect(findings(text)).toEqual(['warning 9']);
  });

  it.each([
    ['no section', '# T\n'],
    ['an empty section', '# T\n\n## Metadata\n\nNothing yet.\n'],
    ['empty values', table('| Complexity |  |', '| Year | |')],
    ['values that say so', table('| Version | N/A |', '| Year | n/a |', '| Priority | - |', '| Category | — |')],
    ['a table in a fence', '# T\n\n```\n## Metadata\n\n| Property | Value |\n|---|---|\n| Year | x |\n```\n'],
  ])('finds nothing in %s, and nothing wrong', (_, text) => {
    expect(read(text)).toEqual({ metadata: {}, diagnostics: [] });
  });

  it.each([
    ['Complexity', 'high'],
    ['Complexity', '3'],
    ['Complexity', '-0.1'],
    ['Priority', 'urgent'],
    ['Priority', '1.5'],
    ['Year', 'soon'],
    ['Year', '20125'],
  ])('warns of %s %s, with its line, and keeps the rest', (property, value) => {
    const text = table('| Name | N |', `| ${property} | ${value} |`);
    expect(read(text).metadata).toEqual({ name: 'N' });
    expect(findings(text)).toEqual(['warning 8']);
    expect(read(text).diagnostics[0]).toMatchObject({
      code: 'TOPIC_SPEC_INVALID',
      remedy: expect.stringMatching(/\w/),
    });
  });

  it('warns of the path of another topic as ID, where the topic is known', () => {
    const text = table('| ID | queues/retries |', '| Category | Queues |');
    expect(readMetadata(text, 'topic-spec.md', 'net/retries').diagnostics).toEqual([
      {
        severity: 'warning',
        code: 'TOPIC_SPEC_INVALID',
        message: 'ID is "queues/retries", but the topic is "net/retries".',
        file: 'topic-spec.md',
        line: 7,
        remedy: 'Fix ID and Category, or leave them empty.',
      },
    ]);
    expect(readMetadata(text, 'topic-spec.md', 'queues/retries').diagnostics).toEqual([]);
    expect(readMetadata(text, 'topic-spec.md').diagnostics).toEqual([]);
    expect(readMetadata(table('| ID | retries |'), 'topic-spec.md', 'net/retries').diagnostics).toEqual([]);
  });

  it('finds the section of a topic that is called Metadata itself, and one under an H1', () => {
    const rows = '| Property | Value |\n| --- | --- |\n| Category | Formats |\n';
    expect(read(`# Metadata\n\nText.\n\n## Metadata\n\n${rows}`).metadata).toEqual({ category: 'Formats' });
    expect(read(`# T\n\n# Metadata\n\n${rows}`).metadata).toEqual({ category: 'Formats' });
  });

  it('reports rows that are broken, with their lines after front matter too', () => {
    const text = `---\nowner: a\n---\n${table('| Name |', '| Description | a | b |', '| Year | 2012 |')}`;
    expect(findings(text)).toEqual(['error 10', 'error 11']);
    expect(read(text).metadata).toEqual({ year: '2012' });
  });

  it.each([
    ['without a row of dashes', '## Metadata\n\n| Property | Value |\n| Name | N |\n'],
    ['of three columns', '## Metadata\n\n| Property | Value | Note |\n|---|---|---|\n| Name | N | x |\n'],
  ])('reports a table %s', (_, text) => {
    expect(findings(text)).toEqual(['error 2']);
    expect(read(text).metadata).toEqual({});
  });
});
