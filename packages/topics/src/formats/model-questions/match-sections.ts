import type { QuestionSection } from './read-model-questions.js';

/** The own text of a chunk, by the names that sections have for it. */
export interface NamedText {
  /** What a section that is written now calls it. */
  readonly name: string;
  /** Whether this is a name of it, the present one or one of an earlier release. */
  isCalled(name: string): boolean;
  /** Whether it had the name while its first heading was another. */
  wasCalled(name: string, heading: string): boolean;
}

/** A chunk as sections name it. */
export interface AskedChunk {
  /** Its id without that of its topic. */
  readonly key: string;
  readonly ownText: NamedText;
}

/** The section of a chunk. */
export interface MatchedSection {
  readonly section: QuestionSection;
  /** Whether it is about the text that the chunk has now. */
  readonly isCurrent: boolean;
}

/** Sections by the chunks that they are about. */
export interface MatchedSections {
  /** By index of the chunk. */
  readonly byChunk: readonly (MatchedSection | undefined)[];
  /** Sections whose chunk is gone. */
  readonly gone: readonly QuestionSection[];
}

/**
 * Finds the chunk of each section: that of its name with its text, else one with its text that was given another name or
 * heading, else that of its name, whose text has been edited since.
 */
export function matchSections(sections: readonly QuestionSection[], chunks: readonly AskedChunk[]): MatchedSections {
  const byChunk: (MatchedSection | undefined)[] = chunks.map(() => undefined);
  const left = new Set(sections);
  const take = (fits: (section: QuestionSection, chunk: AskedChunk) => boolean, isCurrent: boolean): void => {
    for (const section of left) {
      const at = chunks.findIndex((chunk, index) => byChunk[index] === undefined && fits(section, chunk));
      if (at < 0) continue;
      byChunk[at] = { section, isCurrent };
      left.delete(section);
    }
  };
  const keys = new Set(chunks.map(({ key }) => key));
  take((section, { key, ownText }) => section.chunk === key && ownText.isCalled(section.text), true);
  take((section, { ownText }) => ownText.isCalled(section.text), true);
  take((section, { ownText }) => !keys.has(section.chunk) && ownText.wasCalled(section.text, section.title), true);
  take((section, { key }) => section.chunk === key, false);
  return { byChunk, gone: [...left] };
}
