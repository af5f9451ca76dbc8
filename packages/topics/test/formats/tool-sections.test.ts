import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTopicSpec, updateTopicSpec } from '../../src/formats/index.js';
import { formatSections, joinTopicSpec } from '../../src/formats/topic-spec/generated-sections.js';
import { pageSections, toolSections } from './arbitrary-sections.js';
import { sampleSections } from './sample-topic.js';

const write = (sections: typeof sampleSections, authored = '# Streams\n') =>
  joinTopicSpec({ authored: [authored], slots: [] }, formatSections(sections));
const read = (text: string) => readTopicSpec(text, 'docs/streams/topic-spec.md');

describe('formatSections', () => {
  it('is read back as what was written, line ends of either kind', () => {
    fc.assert(
      fc.property(fc.oneof(toolSections, pageSections), fc.constantFrom('\n', '\r\n'), (sections, lineEnd) => {
        const spec = read(write(sections, `# Streams${lineEnd}`));
        expect(spec.diagnostics).toEqual([]);
        expect(spec.sections).toEqual(sections);
      }),
      { numRuns: 300 },
    );
  });

  it('says the same in the process that wrote it, where it is not read again, whatever white space the texts contain', () => {
    const messy = fc.string({ unit: fc.constantFrom(' ', '\n', '\r', '\t', '\u00a0', '\u2028', '|', '\\', 'a', 'b') });
    fc.assert(
      fc.property(toolSections, messy, (sections, written) => {
        const items = sections.chunks?.items.map((item) => ({ ...item, title: written }));
        const chunks = sections.chunks && { ...sections.chunks, items: items! };
        const topic = { id: 'a', title: 'A', description: '' };
        const { text } = updateTopicSpec('', topic, { ...sections, chunks }, 'topic-spec.md');
        // Another text with the same tables, which this process did not write.
        expect(read(text!).sections).toEqual(read(`${text}\nMine.\n`).sections);
      }),
    );
  });

  it('says that a source is not chunked', () => {
    const sections = { ...sampleSections, chunks: undefined };
    expect(formatSections(sections).chunks).toContain('| Count | 0 |');
    expect(read(write(sections)).sections).toEqual(sections);
  });

  it('writes numbers with fixed decimals', () => {
    const text = write(sampleSections);
    expect(text).toContain('| back pressure | 27.000 | 6 |');
    expect(text).toContain('| How do I pipe? | 0.8125 | 18446744073709551615 |');
    expect(text).toContain('| no | 310 | 1900 | 0 | 1880 | 1.0000 | 0.7176 |');
  });

  it('leaves out of the rows of a page what follows from the page, the index, or the row above', () => {
    const items = sampleSections.chunks!.items.map((item, at) => ({
      ...item,
      similarityTechnical: undefined,
      ...{ file: `_chunks/streams-${at}.md`, id: `streams#${at}`, url: `/streams#${at}` },
      ...{ startByte: at === 0 ? 20 : 1880, endByte: at === 0 ? 1880 : 3500 },
    }));
    const page = { id: 'streams', url: '/streams' };
    const chunks = { ...sampleSections.chunks!, baselineTechnical: undefined, page, items };
    const text = write({ ...sampleSections, chunks });
    expect(text).toContain('| Files | _chunks/streams-N.md |\n');
    expect(text).toContain('| Index | Title | Code | Tokens | Bytes | Start byte | End byte | Conceptual | ID |\n');
    expect(text).toMatch(/^\| 0 \|.*\| 1900 \| 20 \| 1880 \| 1\.0000 \| #0 \|$/m);
    expect(text).toMatch(/^\| 1 \|.*\| 1700 \| {2}\| 3500 \| 0\.7176 \| #1 \|$/m);
    expect(read(text).sections).toEqual({ ...sampleSections, chunks });
    expect(read(text.replace(/\| Files .*\n/, '')).diagnostics[0]!.message).toContain('File should be a path');
  });

  it('leaves the matched prompts out when there are none', () => {
    const chunks = sampleSections.chunks!;
    const items = chunks.items.map((item) => ({ ...item, prompts: [] }));
    expect(write({ ...sampleSections, chunks: { ...chunks, items } })).not.toContain('Matched prompts');
  });
});

describe('readTopicSpec', () => {
  it('has no sections for a file that the tool has not written to, and no complaint', () => {
    const spec = read('# Streams\n\nText.\n');
    expect(spec.sections).toBeUndefined();
    expect(spec.diagnostics).toEqual([]);
    expect([spec.title, spec.description]).toEqual(['Streams', 'Text.']);
  });

  it.each([
    ['a cell too many', '| 1 | _chunks/golden-reference-1.md |', '| 1 | x | _chunks/golden-reference-1.md |'],
    ['an invalid number', '| yes | 290 |', '| yes | many |'],
    ['an invalid similarity', '| 1700 | 1880 | 3500 | 0.7176 |', '| 1700 | 1880 | 3500 | high |'],
    ['a topic folder without a start', '| 1700 | 1880 | 3500 |', '| 1700 |  | 3500 |'],
    ['an invalid flag', '| API Reference: a \\| b | yes |', '| API Reference: a \\| b | maybe |'],
    ['an index out of order', '| 1 | _chunks/golden-reference-1.md |', '| 2 | _chunks/golden-reference-1.md |'],
    ['a wrong count', '| Count | 2 |', '| Count | 3 |'],
    ['a baseline that is not the index of a chunk', '| Conceptual baseline | 0 |', '| Conceptual baseline | 2 |'],
    ['a keyword of no chunk', '| 0 | back pressure |', '| 7 | back pressure |'],
    ['a hash beyond 64 bits', '18446744073709551615', '18446744073709551616'],
    ['another column', '| Chunk | Question |', '| Chunk | Prompt |'],
  ])('reports %s, with its line', (_, from, to) => {
    const text = write(sampleSections);
    expect(text.split(from).length).toBe(2);
    const broken = text.replace(from, () => to);
    const line = broken.slice(0, broken.indexOf(to)).split('\n').length;
    const { sections, diagnostics } = read(broken);
    expect(sections).toBeUndefined();
    expect(diagnostics).toEqual([
      expect.objectContaining({
        severity: 'error',
        code: 'TOPIC_SPEC_INVALID',
        file: 'docs/streams/topic-spec.md',
        line,
        remedy: 'Run the topic-spec step again.',
      }),
    ]);
  });

  it.each([
    ['| Source | golden-reference.md |\n', 'Source'],
    ['| Index | File |', 'Index'],
    ['topicmill:begin keywords', 'Keywords'],
    ['topicmill:begin chunks', 'Chunks'],
  ])('reports that %j is missing', (part, name) => {
    const { sections, diagnostics } = read(write(sampleSections).replace(part, ''));
    expect(sections).toBeUndefined();
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(['TOPIC_SPEC_INVALID']);
    expect(errors[0]!.message).toContain(name);
  });

  it('takes sections without the mark of the tool for people’s', () => {
    const other = '## Keywords\n\n| Keyword | Score |\n|---|---|\n| a | 1.00 |\n\n## Chunks\n\n**Count**: 7\n';
    expect(read(other)).toMatchObject({ sections: undefined, diagnostics: [] });
  });

  it('never throws, whatever the file contains', () => {
    const piece = fc.constantFrom(
      '## Keywords\n',
      '## Chunks\n',
      '## Metadata\n',
      '| Property | Value |\n',
      '| --- | --- |\n',
      '| Year | x |\n',
      '| a |\n',
      '### Chunk keywords\n',
      '```\n',
      '\0',
      '---\n',
      'x',
      '\r',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (pieces) => {
        for (const diagnostic of read(pieces.join('')).diagnostics) expect(diagnostic.remedy).not.toBe('');
      }),
      { numRuns: 500 },
    );
  });
});
