import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  authoredDigestInput,
  mergeGeneratedSections,
  readTopicSpec,
  updatePageSpec,
  updateTopicSpec,
} from '../../src/formats/index.js';
import { pageSpecEdit } from '../../src/formats/topic-spec/page-spec.js';
import { toolSections } from './arbitrary-sections.js';
import { sampleSections, sampleTopic } from './sample-topic.js';

const FILE = 'topic-spec.md';
const update = (text: string, sections = sampleSections, topic = sampleTopic) =>
  updateTopicSpec(text, topic, sections, FILE).text!;
const others = {
  ...sampleSections,
  keywords: sampleSections.keywords.map((each) => ({ ...each, name: `${each.name}s` })),
};

/** Two texts as git leaves them where they differ, with unchanged lines in between; with `diff3`, that of both before, too. */
function conflict(ours: string, theirs: string, base?: string): string {
  return `<<<<<<< HEAD\n${ours}${base === undefined ? '' : `||||||| 1234567\n${base}`}=======\n${theirs}>>>>>>> branch\n`;
}

/** All lines that differ, line by line: a merge of texts with as many lines each. */
function merged(ours: string, theirs: string, base?: string): string {
  const [a, b] = [ours, theirs].map((text) => text.split(/(?<=\n)/)) as [string[], string[]];
  expect(a.length).toBe(b.length);
  return a.map((line, at) => (line === b[at] ? line : conflict(line, b[at]!, base))).join('');
}

/** What a build writes: the step's text, merged with the file. */
function build(present: string, sections = sampleSections, topic = sampleTopic) {
  const made = update(present, sections, topic);
  const { text, diagnostics } = mergeGeneratedSections(present, made, FILE);
  expect(text).toBe(made);
  return { text, diagnostics };
}

describe('a file that two branches generated', () => {
  const renamed = { ...sampleTopic, title: 'Flows' };
  const described = { ...sampleTopic, description: 'Streams move all data.' };
  const both = { ...renamed, description: described.description };

  const madeOf = (topic: typeof sampleTopic) => /made (\w+)/.exec(update('', sampleSections, topic))![1]!;

  it.each([
    [
      'two titles',
      merged(update('', sampleSections, renamed), update('', others, { ...renamed, title: 'Rivers' })),
      renamed,
    ],
    ['a title and a description', merged(update('', sampleSections, renamed), update('', others, described)), both],
    [
      'the text before them, too',
      merged(update('', sampleSections, renamed), update('', others, described), 'Before.\n'),
      both,
    ],
    ['all of it', conflict(update('', sampleSections, renamed), update('', others, described)), both],
    [
      'nothing but the hashes',
      merged(
        update('', sampleSections, both),
        update('', sampleSections, both).replace(/made \w+/, `made ${madeOf(renamed)}`),
      ).replace(/made \w+/, `made ${madeOf(described)}`),
      both,
    ],
  ])('is generated again, with %s in conflict', (_, present, topic) => {
    expect(present).toContain('<<<<<<<');
    expect(authoredDigestInput(present)).toBe('');
    expect(build(present, others, topic)).toEqual({ text: update('', others, topic), diagnostics: [] });
  });

  it('stays that of a person who has edited it on one of them', () => {
    const edited = update('', sampleSections, renamed).replaceAll('Flows', 'My title');
    const { text } = build(merged(edited, update('', others, described)));
    expect(text).toContain('My title');
    const filled = update('', sampleSections, renamed).replace('| Audience |  |', '| Audience | all |');
    expect(build(merged(filled, update('', others, described))).text).toContain('| Audience | all |');
  });
});

describe('a file that people wrote', () => {
  const authored = '# Streams\n\nWhat people say.\n\n## Notes\n\nAsk Maria.\n';
  const before = update(authored);

  it('has its sections generated again, and nothing else changes', () => {
    const present = merged(
      before,
      before.replace('| pipe |', '| pump |').replace(/begin keywords \w+/, 'begin keywords 01234567'),
    );
    expect(present.split('<<<<<<<').length).toBe(3);
    expect(build(present)).toEqual({ text: before, diagnostics: [] });
    expect(authoredDigestInput(present)).toBe(authoredDigestInput(before));
  });

  it.each([
    ['before a section', (text: string, note: string) => text.replace('## Keywords', `${note}\n\n## Keywords`)],
    ['between the sections', (text: string, note: string) => text.replace('## Chunks', `${note}\n\n## Chunks`)],
    ['after them', (text: string, note: string) => `${text}\n${note}\n`],
  ])('keeps both sides of a conflict that reaches from a section into the text %s', (_, write) => {
    const [ours, theirs] = [write(update(authored), 'Ours.'), write(update(authored, others), 'Theirs.')];
    const { text } = build(conflict(ours, theirs), others);
    expect(text.match(/^## (?:Keywords|Chunks)$/gm)).toEqual(['## Keywords', '## Chunks']);
    expect(text.match(/^(?:<<<<<<<|=======|>>>>>>>).*|Ours\.|Theirs\./gm)).toEqual([
      '<<<<<<< ours',
      'Ours.',
      '=======',
      'Theirs.',
      '>>>>>>> theirs',
    ]);
    expect(build(text, others).text).toBe(text);
    expect(readTopicSpec(text, FILE)).toMatchObject({ sections: others, diagnostics: [{ code: 'CONFLICT_MARKERS' }] });
  });

  it('keeps a conflict of its own text byte for byte', () => {
    const present = before.replace('Ask Maria.\n', conflict('Ask Maria.\n', 'Ask Ida.\n', 'Ask.\n'));
    expect(build(present).text).toBe(present);
  });

  it('keeps an example of a conflict in a fence, whatever is in conflict elsewhere', () => {
    const example = `\`\`\`text\n${conflict('a\n', 'b\n')}\`\`\`\n`;
    const text = update(`${authored}\n${example}`);
    const present = text.replace(/(<!-- topicmill:begin keywords .*\n)/, (mark) =>
      conflict(mark, mark.replace('begin keywords', 'begin keywords 01234567')),
    );
    for (const each of [text, present]) expect(build(each).text).toContain('```text\n<<<<<<<');
  });
});

it('whatever two branches wrote in a file, no line of either is lost, no section is doubled, and a second build changes nothing', () => {
  const note = fc.array(fc.constantFrom('Text.', '', '- item', '## Own', '| a | b |', '<div>'), {
    maxLength: 4,
  });
  const side = fc.record({ first: note, second: note, third: note, sections: toolSections });
  const textOf = ({
    first,
    second,
    third,
    sections,
  }: {
    first: string[];
    second: string[];
    third: string[];
    sections: typeof sampleSections;
  }) => {
    const [keywords, chunks] = update('# T\n', sections).split(/^(?=## Chunks$)/m) as [string, string];
    return `${keywords.replace('## Keywords', () => `${first.join('\n')}\n\n## Keywords`)}${second.join('\n')}\n\n${chunks}\n${third.join('\n')}\n`;
  };
  fc.assert(
    fc.property(side, side, toolSections, (ours, theirs, sections) => {
      const [a, b] = [textOf(ours), textOf(theirs)];
      if (a === b || [a, b].some((text) => updateTopicSpec(text, sampleTopic, sections, FILE).text === undefined))
        return;
      const present = conflict(a, b);
      const { text } = updateTopicSpec(present, sampleTopic, sections, FILE);
      if (text === undefined) return;
      const lines = text.split('\n');
      const counts = (all: readonly string[], line: string) => all.filter((each) => each === line).length;
      for (const { first, second, third } of [ours, theirs])
        for (const line of [...first, ...second, ...third]) expect(lines).toContain(line);
      expect(counts(lines, '## Keywords')).toBe(1);
      expect(updateTopicSpec(text, sampleTopic, sections, FILE).text).toBe(text);
    }),
    { numRuns: 200 },
  );
});

it('a table in conflict is not read: the step is to be run', () => {
  const text = update('# T\n');
  const present = text.replace('| pipe | 7.425 | 3 |\n', (row) => conflict(row, '| pump | 1.000 | 1 |\n'));
  const line = present.split('\n').indexOf('<<<<<<< HEAD') + 1;
  const { sections, diagnostics } = readTopicSpec(present, FILE);
  expect(sections).toBeUndefined();
  expect(diagnostics).toContainEqual(
    expect.objectContaining({
      severity: 'error',
      code: 'TOPIC_SPEC_INVALID',
      line,
      remedy: 'Run the topic-spec step again.',
    }),
  );
});

describe('the topic-spec.md of a page', () => {
  const pageSpec = (note: string, sections = sampleSections, topic = sampleTopic) =>
    updatePageSpec(note, topic, sections, 'topicmill/a.topic-spec.md').text!;

  it.each([
    ['without notes', merged(pageSpec(''), pageSpec('', others, { ...sampleTopic, title: 'Flows' })), ''],
    ['with a note', merged(pageSpec('# A\n\nNote.\n'), pageSpec('# A\n\nNote.\n', others)), '# A\n\nNote.\n'],
    ['with two notes', merged(pageSpec('# A\n\nOurs.\n'), pageSpec('# A\n\nTheirs.\n', others)), '# A\n\nMerged.\n'],
    ['made by one branch', conflict(pageSpec('# A\n\nOurs.\n'), pageSpec('')), '# A\n\nOurs.\n'],
  ])('has nothing to be moved into the note, %s', (_, present, note) => {
    expect(present).toContain('<<<<<<<');
    expect(pageSpecEdit(present, pageSpec(note))).toBeUndefined();
  });

  it('has what somebody wrote outside of conflicts', () => {
    const present = merged(pageSpec(''), pageSpec('', others)).replace('## Metadata', 'By hand.\n\n## Metadata');
    expect(pageSpecEdit(present, pageSpec(''))?.text).toContain('By hand.');
  });
});
