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
