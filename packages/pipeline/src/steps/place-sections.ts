import { type AskedChunk, type MatchedSections, matchSections, type QuestionSection } from '@topicmill/topics/formats';
import type { OwnText } from './own-text.js';
import { wordShares } from './place-questions.js';

/** A chunk that sections of questions may be about. */
export interface SectionedChunk extends AskedChunk {
  readonly ownText: OwnText;
  /** Whether questions may wait for it; where no chunk may have any, all may. */
  readonly isAskable?: boolean;
}

/** Sections by the chunks that they are about, or wait for. */
export interface PlacedSections extends MatchedSections {
  /** By index of the chunk: sections with questions whose own chunk is gone, and that fit none better. */
  readonly waiting: readonly (readonly QuestionSection[])[];
}

/** More than all words together: a text that went into another chunk took its heading with it. */
const HEADING_VALUE = 2;
const KEY_VALUE = 1;
const HEADING_LINE = /^ {0,3}#{1,6}[ \t]+(\S.*)$/gm;

/**
 * Finds the chunk of each section. One whose chunk is gone waits for the chunk that contains its heading, else for one of the
 * same anchor, else for the one with most of its words.
 */
export function placeSections(sections: readonly QuestionSection[], chunks: readonly SectionedChunk[]): PlacedSections {
  const matched = matchSections(sections, chunks);
  const waiting = chunks.map((): QuestionSection[] => []);
  const homeless = matched.gone.filter(({ questions }) => questions.length > 0);
  const shares =
    homeless.length === 0
      ? []
      : wordShares(
          homeless.map(wordsOf),
          chunks.map(({ ownText }) => ownText),
        );
  const mayWait = chunks.some(({ isAskable }) => isAskable !== false) ? isOpen : () => true;
  for (const [at, section] of homeless.entries()) {
    const values = chunks.map((chunk, index) =>
      mayWait(chunk) ? placeValue(section, chunk) + shares[at]![index]! : -1,
    );
    waiting[values.indexOf(Math.max(...values))]?.push(section);
  }
  return { ...matched, waiting };
}

function isOpen({ isAskable }: SectionedChunk): boolean {
  return isAskable !== false;
}

function wordsOf({ title, questions }: QuestionSection): string {
  return [title, ...questions.map(({ text }) => text)].join('\n');
}

function placeValue({ title, chunk }: QuestionSection, { key, ownText }: SectionedChunk): number {
  const headings = [...ownText.text.matchAll(HEADING_LINE)].map(([, heading]) => heading!.trim());
  return (
    (title !== '' && headings.includes(title) ? HEADING_VALUE : 0) + (anchorOf(chunk) === anchorOf(key) ? KEY_VALUE : 0)
  );
}

function anchorOf(key: string): string {
  return key.replace(/~\d+$/, '');
}
