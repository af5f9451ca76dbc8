import type { QuestionSection } from './read-model-questions.js';

/** A chunk as sections name it. */
export interface AskedChunk {
  /** Its id without that of its topic. */
  readonly key: string;
  /** First 16 hex digits of the SHA-256 of its own text. */
  readonly text: string;
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
 * Finds the chunk of each section: that of its name with its text, else one with its text that was given another name,
 * else that of its name, whose text has been edited since.
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
  take((section, chunk) => section.chunk === chunk.key && section.text === chunk.text, true);
  take((section, chunk) => section.text === chunk.text, true);
  take((section, chunk) => section.chunk === chunk.key, false);
  return { byChunk, gone: [...left] };
}
