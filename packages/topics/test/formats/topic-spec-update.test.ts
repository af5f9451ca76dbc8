import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { authoredDigestInput, readTopicSpec, type ToolSections, updateTopicSpec } from '../../src/formats/index.js';
import { formatSections, joinTopicSpec, markSection } from '../../src/formats/topic-spec/generated-sections.js';
import { formatSkeleton, isUnedited } from '../../src/formats/topic-spec/skeleton.js';
import { sampleSections, sampleTopic } from './sample-topic.js';

const folder = join(import.meta.dirname, 'fixtures', 'topic-spec');
const cases = readdirSync(folder).map((name) => {
  const after = join(folder, name, 'after.md');
  return {
    name,
    files: readdirSync(join(folder, name)).sort(),
    before: readFileSync(join(folder, name, 'before.md'), 'utf8'),
    after: existsSync(after) ? readFileSync(after, 'utf8') : undefined,
  };
});
const update = (text: string, sections: ToolSections = sampleSections, topic = sampleTopic) =>
  updateTopicSpec(text, topic, sections, 'topic-spec.md');
const digest = (text: string) => authoredDigestInput(text);
const otherSections: ToolSections = { ...sampleSections, keywords: [], chunks: undefined, hasQuestions: false };
const toCrlf = (text: string) => text.replaceAll('\n', '\r\n');

describe.each(cases)('fixture $name', ({ name, files, before, after }) => {
  const isOpen = name.startsWith('unclosed-');

  it('has a text before and, unless it must be left alone, one after', () => {
    expect(files).toEqual(isOpen ? ['before.md'] : ['after.md', 'before.md']);
  });

  it('becomes the content of after.md', () => {
    expect(update(before).text).toBe(after);
  });

  it('does not change when updated again, nor after other sections in between', () => {
    if (after === undefined) return expect(update(before).text).toBeUndefined();
    expect(update(after).text).toBe(after);
    expect(update(update(after, otherSections).text!).text).toBe(after);
  });

  it('has the same digest before and after, whatever the tool writes', () => {
    if (after === undefined) return expect(digest(before)).not.toBe('');
    expect(digest(after)).toBe(digest(before));
    expect(digest(update(before, otherSections).text!)).toBe(digest(before));
  });

  it('keeps CRLF line ends and writes its own sections with them', () => {
    const isMade = before.trim() === '';
    expect(update(toCrlf(before)).text).toBe(isMade || after === undefined ? after : toCrlf(after));
  });
});

describe('updateTopicSpec', () => {
  it.each([
    ['unclosed-fence', 'UNCLOSED_FENCE', 3],
    ['unclosed-comment', 'TOPIC_SPEC_INVALID', undefined],
  ])('leaves %s alone and says why', (name, code, line) => {
    const { before } = cases.find((fixture) => fixture.name === name)!;
    const { text, diagnostics } = update(before);
    expect(text).toBeUndefined();
    expect(diagnostics.map(({ code, line, severity }) => [severity, code, line])).toEqual([['error', code, line]]);
  });

  it('warns of each section that occurs twice, with its line', () => {
    const { before } = cases.find((fixture) => fixture.name === 'duplicated-sections')!;
    expect(update(before).diagnostics.map(({ severity, line }) => [severity, line])).toEqual([
      ['warning', 12],
      ['warning', 27],
    ]);
  });

  it('keeps every hand-written line, in order, whatever it contains', () => {
    const line = fc.constantFrom(
      '',
      '# A',
      '## B',
      'text',
      '- item',
      '    code',
      '```',
      '<div>',
      '| a | b |',
      '===',
      '---',
      '> q',
    );
    const lineEnd = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), lineEnd, fc.boolean(), (lines, end, closes) => {
        const text = lines.join(end) + (closes ? end : '');
        const result = update(text);
        if (text.trim() === '' || result.text === undefined) return;
        expect(result.text.startsWith(text)).toBe(true);
        expect(update(result.text).text).toBe(result.text);
        expect(digest(result.text)).toBe(digest(text));
        expect(readTopicSpec(result.text, 'topic-spec.md').sections).toEqual(sampleSections);
      }),
      { numRuns: 500 },
    );
  });
});

describe('authoredDigestInput', () => {
  const keywords = '## Keywords\n\n<!-- topicmill:begin keywords.  -->\n\n<!-- topicmill:end keywords -->\n';
  const chunks = keywords.replaceAll('keywords', 'chunks').replace('Keywords', 'Chunks');
  const text = `# Streams\n\nText.\n\n${keywords}\n## Notes\n\nKept.\n\n${chunks}`;

  it('changes with every edit by hand, also if a section is moved', () => {
    const edits = [
      text.replace('Kept.', 'Kept!'),
      text.replace('Text.\n', 'Text.\n\n'),
      text.replace(`${keywords}\n`, ''),
      text.replace(keywords, keywords.replace(/(?<=-->\n)\n/, '\nAdded.\n')),
      `---\nowner: a\n---\n${text}`,
      `${text}\n# Appendix\n`,
    ];
    expect(new Set([text, ...edits].map(digest)).size).toBe(edits.length + 1);
  });

  it('does not change with the content of the tool’s sections, nor with their absence at the end', () => {
    expect(digest(text.replace(keywords, markSection('keywords', '| a |\n| - |\n\n### z\n')))).toBe(digest(text));
    expect(digest(text.replace(chunks, ''))).toBe(digest(text));
    expect(digest(text.replace(`Kept.\n\n${chunks}`, 'Kept.'))).toBe(digest(text));
  });
});

describe('a topic-spec.md that the tool made', () => {
  const made = update('').text!;

  it('is unedited, with an empty digest, with either line end', () => {
    for (const text of [made, toCrlf(made), formatSkeleton(sampleTopic)]) {
      expect(isUnedited(text)).toBe(true);
      expect(digest(text)).toBe('');
    }
  });

  it('follows the title and description of the reference', () => {
    const renamed = { ...sampleTopic, title: 'Flows', description: 'Flows flow.' };
    expect(update(made, sampleSections, renamed).text).toBe(update('', sampleSections, renamed).text);
  });

  it('belongs to people from their first edit on', () => {
    const edited = made.replace('| Complexity |  |', '| Complexity | 0.5 |');
    const renamed = { ...sampleTopic, title: 'Flows' };
    expect(isUnedited(edited)).toBe(false);
    expect(digest(edited)).toContain('| Complexity | 0.5 |');
    expect(update(edited, sampleSections, renamed).text).toBe(edited);
  });

  it('belongs to people when they move a section of the tool', () => {
    const parts = { authored: ['', made.slice(0, made.indexOf('## Keywords'))], slots: ['keywords'] as const };
    const moved = joinTopicSpec(parts, formatSections(sampleSections));
    expect(isUnedited(moved)).toBe(false);
    expect(digest(moved)).not.toBe('');
  });

  it('holds any title and description without becoming another document', () => {
    const word = fc.constantFrom(
      '#',
      '##',
      'Keywords',
      '-',
      '>',
      '```',
      '<!--',
      '|',
      '\\',
      '1.',
      '~~~',
      '===',
      '[a]:',
      'x',
      '*',
      '_',
      '$1',
    );
    const text = fc.array(word, { maxLength: 5 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(text, text, (title, description) => {
        const topic = { id: 'a/b', title: `T ${title}`, description };
        const made = update('', sampleSections, topic).text!;
        const spec = readTopicSpec(made, 'topic-spec.md');
        expect(spec.diagnostics).toEqual([]);
        expect(spec.sections).toEqual(sampleSections);
        expect(spec.metadata.name).toBe(topic.title.trim());
        // A cell with only a dash says that there is no value.
        expect(spec.metadata.description ?? '').toBe(description === '-' ? '' : description);
        expect(isUnedited(made)).toBe(true);
      }),
    );
  });
});
