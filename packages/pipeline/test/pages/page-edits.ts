/** A page as people edit it: section by section. */
export interface SectionedPage {
  /** Front matter with its delimiters and the line end after them; empty without any. */
  readonly front: string;
  /** What is before the first section. */
  readonly intro: string;
  readonly sections: readonly Section[];
}

/** A heading and what is below it up to the next heading, without blank lines around. */
export interface Section {
  /** As written, with its markers. */
  readonly heading: string;
  readonly body: string;
}

/** The text of a page, with one blank line after each heading and each section. */
export function pageText({ front, intro, sections }: SectionedPage): string {
  return `${front}${intro}\n${sections.map(({ heading, body }) => `${heading}\n\n${body}\n`).join('\n')}`;
}

const WORDS =
  'kiln glaze clay wheel slip oxide cone bisque engobe grog raku saggar pug wedge throw trim fire cool load seal'.split(
    ' ',
  );
const WORDS_PER_SENTENCE = 12;
const SENTENCES_PER_PARAGRAPH = 4;

/** Prose of this many words, different for each seed. */
export function prose(seed: number, wordCount: number): string {
  const words = Array.from(
    { length: wordCount },
    (_, at) => WORDS[(at * (seed + 3) + seed * 7 + (at >> 3)) % WORDS.length]!,
  );
  const sentences = groupsOf(words, WORDS_PER_SENTENCE).map((group) => `The ${group.join(' ')}.`);
  return groupsOf(sentences, SENTENCES_PER_PARAGRAPH)
    .map((group) => group.join(' '))
    .join('\n\n');
}

function groupsOf<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
}

type SectionEdit = (section: Section) => Section | readonly Section[];

const HEADING_LINE = /^#+ .*$/m;

/** The texts of a page after each kind of edit that people make, by the name of the kind; those that change nothing are left out. */
export function pageEdits(page: SectionedPage): ReadonlyMap<string, string> {
  const before = pageText(page);
  const edits = {
    ...editsAroundSections(page),
    ...editsInSections(page),
    ...editsOfHeadings(page),
    ...editsOfOrder(page),
    ...editsOfBytes(before),
  };
  const texts = Object.entries(edits).map(
    ([kind, edited]) => [kind, typeof edited === 'string' ? edited : pageText(edited)] as const,
  );
  return new Map(texts.filter(([, text]) => text !== before));
}

/** @param place share of the sections that are before the one that is edited */
function change(page: SectionedPage, place: number, edit: SectionEdit): SectionedPage {
  const edited = Math.floor(page.sections.length * place);
  return { ...page, sections: page.sections.flatMap((section, at) => (at === edited ? edit(section) : section)) };
}

function editBody(edit: (text: string) => string): SectionEdit {
  return (section) => ({ ...section, body: edit(section.body) });
}

function editsAroundSections(page: SectionedPage): Record<string, SectionedPage> {
  return {
    'a paragraph above all sections': { ...page, intro: `${page.intro}\n${prose(50, 60)}\n` },
    'a long text above all sections': { ...page, intro: `${page.intro}\n${prose(51, 900)}\n` },
    'the title of the page': {
      ...page,
      front: page.front.replace(/^title:.*$/m, 'title: Workshop'),
      intro: page.intro.replace(/^# .*$/m, '# Workshop'),
    },
    'front matter gets a key': { ...page, front: page.front.replace(/^---\r?\n/, '$&reviewed: yesterday\n') },
    'front matter goes': { ...page, front: '' },
  };
}

function editsInSections(page: SectionedPage): Record<string, SectionedPage> {
  return {
    'a paragraph at the start of a section': change(
      page,
      0.25,
      editBody((text) => `${prose(52, 50)}\n\n${text}`),
    ),
    'a paragraph at the end of a section': change(
      page,
      0.25,
      editBody((text) => `${text}\n\n${prose(53, 120)}`),
    ),
    'a word in a section': change(
      page,
      0.1,
      editBody((text) => text.replace(/\b[a-z]{4,}\b/, 'oven')),
    ),
    'a code block changes': change(
      page,
      0.25,
      editBody((text) => text.replace(/^```\S*$/m, `$&${'\nfire(cone);\ncool(cone);'.repeat(12)}`)),
    ),
    'a code block is added': change(
      page,
      0.15,
      editBody((text) => `${text}\n\n\`\`\`sh\n# not a heading\nload kiln\n\`\`\``),
    ),
    'a list and a table are added': change(
      page,
      0.75,
      editBody((text) => `${text}\n\n- one\n- two\n\n| a | b |\n| - | - |\n| 1 | 2 |`),
    ),
  };
}

function editsOfHeadings(page: SectionedPage): Record<string, SectionedPage> {
  return {
    'a heading is renamed': change(page, 0.45, (section) => ({
      ...section,
      heading: section.heading.replace(HEADING_LINE, '## Another name'),
    })),
    'a heading gets another level': change(page, 0.45, (section) => ({
      ...section,
      heading: section.heading.replace(/^#+(?= )/m, (marks) => (marks.length > 2 ? marks.slice(1) : `#${marks}`)),
    })),
    'a section is split in two': change(page, 0.5, ({ heading, body }) => {
      const half = body.indexOf('\n\n', body.length / 2);
      if (half < 0) return { heading, body };
      return [
        { heading, body: body.slice(0, half) },
        { heading: '## Second half', body: body.slice(half + 2) },
      ];
    }),
    'two sections become one': joined(page, Math.floor(page.sections.length * 0.6)),
  };
}

/** The page with the section at `first` and the next one as one. */
function joined(page: SectionedPage, first: number): SectionedPage {
  const { sections } = page;
  const [one, other] = [sections[first]!, sections[first + 1]!];
  const rest = `${other.heading.replace(HEADING_LINE, '')}\n\n${other.body}`.replace(/^\n+/, '');
  const both = { ...one, body: `${one.body}\n\n${rest}` };
  return { ...page, sections: [...sections.slice(0, first), both, ...sections.slice(first + 2)] };
}

function editsOfOrder(page: SectionedPage): Record<string, SectionedPage> {
  const { sections } = page;
  const swapped = Math.floor(sections.length * 0.3);
  const last = sections.length - 1;
  return {
    'a section is added at the start': change(page, 0, (section) => [
      { heading: '## New first', body: prose(54, 150) },
      section,
    ]),
    'a section is added in the middle': change(page, 0.5, (section) => [
      section,
      { heading: '## New middle', body: prose(55, 40) },
    ]),
    'a section is added at the end': {
      ...page,
      sections: [...sections, { heading: '## New last', body: prose(56, 500) }],
    },
    'a section early in the page is deleted': change(page, 0.2, () => []),
    'a section in the middle is deleted': change(page, 0.5, () => []),
    'two sections change places': {
      ...page,
      sections: [
        ...sections.slice(0, swapped),
        sections[swapped + 1]!,
        sections[swapped]!,
        ...sections.slice(swapped + 2),
      ],
    },
    'the last section becomes the first': { ...page, sections: [sections[last]!, ...sections.slice(0, last)] },
  };
}

function editsOfBytes(text: string): Record<string, string> {
  return {
    'all line ends become CRLF': text.replaceAll('\n', '\r\n'),
    'a byte order mark is put before it': `\uFEFF${text}`,
    'blank lines are added between sections': text.replaceAll('\n## ', '\n\n\n## '),
    'white space is added at the ends of lines': text.replaceAll('.\n', '.  \n'),
  };
}
