import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authoredDigestInput,
  mergeGeneratedSections,
  readTopicSpec,
  updateTopicSpec,
} from '../../src/formats/index.js';
import { formatSections, joinTopicSpec, splitTopicSpec } from '../../src/formats/topic-spec/generated-sections.js';
import { toolSections } from './arbitrary-sections.js';
import { sampleSections, sampleTopic } from './sample-topic.js';

const FILE = 'topic-spec.md';
const AUTHORED = '# Streams\n\nWhat people say.\n\n## Limits\n\nNone.\n';
const update = (text: string, sections = sampleSections) => updateTopicSpec(text, sampleTopic, sections, FILE);
const built = update(AUTHORED).text!;
const other = { ...sampleSections, keywords: [], chunks: undefined };
const digest = (text: string) => authoredDigestInput(text);
const linesOf = (text: string) => text.split(/\r\n|\n|\r/);

/** The result of updating an edited file, as a build does it. */
function rebuild(text: string, sections = sampleSections): string {
  const { text: updated, diagnostics } = update(text, sections);
  // What the tool cannot append to is left as it is, and told of.
  if (updated === undefined) expect(diagnostics.some(({ severity }) => severity === 'error')).toBe(true);
  return updated ?? text;
}

function movedCount(text: string): number {
  return splitTopicSpec(text, FILE).moved.length;
}

const LINES = [
  'A note of mine.',
  '## A section of mine',
  '# A title of mine',
  '### Chunk notes',
  '| mine | 1.000 | 3 | 4 | 5 | 6 |',
  '\n| Mine | Too |\n| --- | --- |\n| mine | too |\n',
  '- an item of mine',
  '<!-- a comment of mine -->',
  '<div>mine',
  '    code of mine',
  '~~~ mine',
  '```mine',
  '<!-- mine',
  '<script>mine',
  'mine\n===',
  '---\nmine: 1\n---',
  'mine\n\n\nand mine',
  '[mine]: https://example.org',
  '> mine',
  '$$ mine',
];

describe.each(LINES)('%j, inserted at any line', (added) => {
  const positions = linesOf(built).map((_, line) => line);

  it('is in the file after the next build and any other; it is reported only if it is moved', () => {
    for (const position of positions) {
      const lines = linesOf(built);
      lines.splice(position, 0, added);
      const edited = lines.join('\n');
      const rebuilt = rebuild(edited);
      for (const text of [rebuilt, rebuild(rebuilt, other), rebuild(rebuilt)]) {
        expect(linesOf(text), `inserted at ${position}`).toEqual(expect.arrayContaining(linesOf(added)));
      }
      expect(rebuild(rebuilt), `inserted at ${position}`).toBe(rebuilt);
      expect(digest(rebuilt)).toBe(digest(edited));
      const isMoved = rebuilt !== edited && /^## Moved from /m.test(rebuilt);
      expect(movedCount(edited) > 0, `inserted at ${position}`).toBe(isMoved);
      expect(movedCount(rebuilt)).toBe(0);
    }
  });
});

it.each([
  ['a file with the tool’s sections', built],
  ['a file that was never built', AUTHORED.trimEnd()],
])('mixed line ends in %s: a second build changes nothing, and no line is lost', (_, source) => {
  const ends = fc.constantFrom('\n', '\r\n', '\r');
  const lines = linesOf(source);
  const own = linesOf(AUTHORED).filter((line) => line !== '');
  const chosenEnds = fc.array(ends, { minLength: lines.length, maxLength: lines.length });
  fc.assert(
    fc.property(chosenEnds, toolSections, (chosen, sections) => {
      const edited = lines.map((line, at) => line + chosen[at]!).join('');
      const once = rebuild(edited, sections);
      expect(rebuild(once, sections)).toBe(once);
      expect(rebuild(rebuild(once, other), sections)).toBe(once);
      expect(linesOf(once).filter((line) => own.includes(line))).toEqual(own);
      expect(digest(once)).toBe(digest(edited));
      expect(readTopicSpec(once, FILE).sections).toEqual(sections);
    }),
  );
});

it('a lone CR at the end of a text stays one line end, with a blank line before what is appended', () => {
  const once = rebuild('# Streams\r\rText.\r');
  expect(linesOf(once).slice(0, 5)).toEqual(['# Streams', '', 'Text.', '', '## Keywords']);
  expect(rebuild(once)).toBe(once);
});

it('lines that are moved from one section at different times are below one heading', () => {
  const first = rebuild(built.replace('| pipe |', 'First.\n| pipe |'));
  const second = rebuild(first.replace('| pipe |', 'Second.\n\nThird.\n| pipe |'));
  expect(second.match(/^## Moved from .*/gm)).toEqual(['## Moved from Keywords']);
  expect(second).toContain('## Moved from Keywords\n\nSecond.\n\nThird.\n\nFirst.\n');
});

describe('rows of a generated table', () => {
  const row = '| pipe | 7.425 | 3 |';
  const lineOf = (text: string, each: string) => linesOf(text).lastIndexOf(each) + 1;

  it.each([
    ['edited', row, '| pipe | 9.000 | 3 |'],
    ['added', row, `${row}\n| mine | 1.000 | 3 |`],
    ['doubled', row, `${row}\n${row}`],
    ['edited in the header', '| Keyword | Score | Count |', '| Keyword | Points | Count |'],
  ])('that were %s are generated again, and a warning names the line', (_, from, to) => {
    const edited = built.replace(from, to);
    const { text, diagnostics } = mergeGeneratedSections(edited, built, FILE);
    expect(text).toBe(built);
    expect(rebuild(edited)).toBe(built);
    const line = lineOf(edited, linesOf(to).at(-1)!);
    expect(diagnostics).toMatchObject([{ code: 'TOPIC_SPEC_ROWS_EDITED', severity: 'warning', file: FILE, line }]);
    expect(diagnostics[0]!.message).toContain(`"Keywords" were edited and are generated again: line ${line}.`);
  });

  it('that were edited in both sections are named by one warning a section', () => {
    const edited = built.replace(row, '| pipe | 9.000 | 3 |').replaceAll('| yes |', '| maybe |');
    expect(mergeGeneratedSections(edited, built, FILE).diagnostics.map(({ message }) => message)).toEqual([
      expect.stringMatching(/"Keywords".*: line \d+\.$/),
      expect.stringMatching(/"Chunks".*: lines \d+, \d+\.$/),
    ]);
  });

  it.each([
    ['deleted', (text: string) => text.replace(`${row}\n`, '')],
    ['realigned', (text: string) => text.replace(row, '| pipe   |  7.425 | 3 |')],
    ['written by another build', () => update(AUTHORED, other).text!],
    ['with a line of text between them', (text: string) => text.replace(row, `Mine.\n${row}`)],
  ])('that were %s are reported by no such warning', (_, change) => {
    const codes = mergeGeneratedSections(change(built), built, FILE).diagnostics.map(({ code }) => code);
    expect(codes).not.toContain('TOPIC_SPEC_ROWS_EDITED');
  });
});

it.each([
  [
    'realigned',
    (text: string) => text.replaceAll(/^\| ([^|]+) \|/gm, '| $1      |').replaceAll('| --- |', '|:-----:|'),
  ],
  ['indented', (text: string) => text.replaceAll(/^\|/gm, '  |')],
  ['escaped', (text: string) => text.replaceAll('golden-reference', 'golden\\-reference')],
  ['in CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['without its last newline', (text: string) => text.trimEnd()],
])('tables of the tool that a formatter has %s are the tool’s', (_, format) => {
  const at = built.indexOf('## Keywords');
  const formatted = built.slice(0, at) + format(built.slice(at));
  expect(formatted).not.toBe(built);
  expect(movedCount(formatted)).toBe(0);
  expect(rebuild(formatted).replaceAll('\r\n', '\n')).toBe(built);
});

it('a section whose heading is gone is the tool’s by its mark, and one whose mark is gone is people’s', () => {
  expect(rebuild(built.replace('## Keywords\n\n', ''))).toBe(built);
  const unmarked = built.replace(/<!-- topicmill:begin keywords.*\n\n/, '');
  const { text, diagnostics } = update(unmarked);
  expect(text).toContain(unmarked.slice(0, unmarked.indexOf('## Chunks')));
  expect(text!.match(/^## Keywords$/gm)).toHaveLength(2);
  expect(diagnostics).toEqual([expect.objectContaining({ severity: 'warning', code: 'TOPIC_SPEC_INVALID' })]);
});

it('a section whose end mark is gone ends at the last line of the tool', () => {
  const open = built.replace('<!-- topicmill:end chunks -->\n', 'A note.\n\n## Notes\n\n| mine |\n| --- |\n');
  const rebuilt = rebuild(open);
  expect(rebuilt.endsWith('<!-- topicmill:end chunks -->\n\nA note.\n\n## Notes\n\n| mine |\n| --- |\n')).toBe(true);
  expect(rebuild(rebuilt)).toBe(rebuilt);
});

it('marks inside fenced code are an example, and no section', () => {
  const example = `# Streams\n\n\`\`\`markdown\n${built}\`\`\`\n`;
  expect(rebuild(example).startsWith(example)).toBe(true);
});

describe('generated edits', () => {
  const source = linesOf(built);
  const position = fc.nat(source.length);
  const edit = fc.oneof(
    fc.record({ kind: fc.constant('insert' as const), position, line: fc.constantFrom(...LINES) }),
    fc.record({ kind: fc.constant('delete' as const), position }),
    fc.record({ kind: fc.constant('move' as const), position, to: position }),
    fc.record({ kind: fc.constant('double' as const), position }),
    fc.record({ kind: fc.constant('alter' as const), position }),
  );

  it('keep every line that is no row, and name the rows; a second build changes nothing, with any line ends', () => {
    const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
    const property = fc.property(fc.array(edit, { maxLength: 8 }), fc.infiniteStream(lineEnd), (edits, ends) => {
      const lines = [...source];
      for (const [number, each] of edits.entries()) {
        const taken = lines[each.position] ?? '';
        if (each.kind === 'insert')
          lines.splice(each.position, 0, ...each.line.split('\n').map((l) => `${l} ${number}`));
        else if (each.kind === 'delete') lines.splice(each.position, 1);
        else if (each.kind === 'double') lines.splice(each.position, 0, taken);
        else if (each.kind === 'alter') lines[each.position] = `${taken} altered ${number}`;
        else {
          lines.splice(each.position, 1);
          lines.splice(each.to, 0, taken);
        }
      }
      const text = lines.map((line) => line + ends.next().value).join('');
      const rebuilt = rebuild(text);
      const kept = new Set(linesOf(rebuilt));
      const ours = new Set(source);
      const told = mergeGeneratedSections(text, built, FILE).diagnostics.flatMap(({ message }) =>
        message.match(/\d+/g),
      );
      const lost = linesOf(text).filter((line, at) => {
        const isKept = ours.has(line) || line.trim() === '' || kept.has(line);
        return !isKept && !(line.trim().startsWith('|') && told.includes(String(at + 1)));
      });
      // An altered mark is not hand-written text.
      expect(lost.filter((line) => !/^<!-- topicmill:(?:begin|end) /.test(line))).toEqual([]);
      expect(rebuild(rebuilt)).toBe(rebuilt);
      if (update(text).text !== undefined) expect(digest(rebuilt)).toBe(digest(text));
    });
    fc.assert(property, { numRuns: 100 });
  });
});

it('what the tool writes is taken for its own, whatever the cells contain', () => {
  fc.assert(
    fc.property(toolSections, fc.constantFrom('\n', '\r\n'), (sections, lineEnd) => {
      const text = joinTopicSpec({ authored: [`# A${lineEnd}`], slots: [] }, formatSections(sections));
      const { moved, authored } = splitTopicSpec(text, FILE);
      expect(moved).toEqual([]);
      expect(authored.map((part) => part.trim())).toEqual(['# A', '', '']);
      expect(readTopicSpec(text, FILE).sections).toEqual(sections);
    }),
  );
});

describe('a title that people have taken over', () => {
  const made = update('').text!;
  const edited = made.replace('| Priority |  |', '| Priority | 2 |');
  const codes = (text: string, title: string) =>
    updateTopicSpec(text, { ...sampleTopic, title }, sampleSections, FILE).diagnostics.map(({ code }) => code);

  it('is reported once the reference has another one', () => {
    expect(codes(edited, sampleTopic.title)).toEqual([]);
    expect(codes(edited, 'Flows')).toEqual(['TITLE_OUTDATED']);
    expect(codes(made, 'Flows')).toEqual([]);
  });

  it('is not told of when they chose it themselves, or have deleted the comment', () => {
    const chosen = edited.replace('| Name | Streams |', '| Name | Rivers |');
    expect(codes(chosen, sampleTopic.title)).toEqual([]);
    expect(codes(edited.slice(edited.indexOf('# ')), 'Flows')).toEqual([]);
    expect(codes(edited.replaceAll('Streams', 'Flows'), 'Flows')).toEqual([]);
  });
});

describe('the metadata table', () => {
  const table = '| Property | Value |\n| --- | --- |\n| Name | Streams |\n| Audience | all |\n| Priority | 2 |\n';
  const read = (text: string) => readTopicSpec(text, FILE);

  it.each([
    ['a blank line', '\n', 7],
    ['a line of text', 'A remark.\n', 7],
    ['a repeated header', '\n| Property | Value |\n| --- | --- |\n', 7],
  ])('is read beyond %s, with a warning', (_, between, line) => {
    const { metadata, diagnostics } = read(
      `# A\n\n## Metadata\n\n${table.replace('| Priority', `${between}| Priority`)}`,
    );
    expect(metadata).toMatchObject({ name: 'Streams', audience: 'all', priority: 2 });
    expect(diagnostics.map(({ severity, code }) => [severity, code])).toEqual([['warning', 'TOPIC_SPEC_INVALID']]);
    expect(diagnostics[0]!.line).toBeGreaterThan(line);
  });

  it('is not continued by a hand-written table', () => {
    const own = '\n| Owner | Mail |\n| --- | --- |\n| Year | 1999 |\n';
    expect(read(`# A\n\n## Metadata\n\n${table}${own}`)).toMatchObject({ diagnostics: [] });
    expect(read(`# A\n\n## Metadata\n\n${table}${own}`).metadata.year).toBeUndefined();
  });

  it('is read below another heading, with a warning', () => {
    const { metadata, diagnostics } = read(`# A\n\n## Facts\n\n${table}`);
    expect(metadata.priority).toBe(2);
    expect(diagnostics.map(({ severity, line }) => [severity, line])).toEqual([['warning', 5]]);
  });

  it('is no other table with the same header', () => {
    const { metadata, diagnostics } = read(
      '# A\n\n## Limits\n\n| Property | Value |\n| --- | --- |\n| Name | 64 kB |\n',
    );
    expect([metadata, diagnostics]).toEqual([{}, []]);
  });
});

it('what somebody writes into a mark is kept as a line of their own, and reported', () => {
  const note = 'Topicmill writes this section.';
  for (const [at, name] of ['Keywords', 'Chunks'].entries()) {
    let seen = -1;
    const edited = built.replaceAll(note, (found) =>
      ++seen === at ? `${found} Ask the messaging team first.` : found,
    );
    const rebuilt = rebuild(edited);
    const section = rebuilt.slice(rebuilt.indexOf(`## Moved from ${name}`));
    expect(section).toMatch(/^## Moved from \w+\n\n.*Ask the messaging team first\./);
    expect(splitTopicSpec(edited, FILE).moved).toEqual([
      expect.objectContaining({
        code: 'TOPIC_SPEC_TEXT_MOVED',
        line: linesOf(edited).findIndex((line) => line.includes('Ask')) + 1,
      }),
    ]);
    expect(rebuild(rebuilt)).toBe(rebuilt);
    expect(movedCount(rebuilt)).toBe(0);
    expect(digest(rebuilt)).toBe(digest(edited));
  }
});
