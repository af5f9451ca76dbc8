/** How a part is connected to the part before it. */
export const Join = {
  /** Punctuation, markup or the end of a block is between them: no phrase crosses it. */
  Break: 0,
  Space: 1,
  Hyphen: 2,
  Dot: 3,
  /** Nothing is between them: the characters of Han text, or a change of script. */
  Adjacent: 4,
} as const;

/** The words of a heading: parts `start` to `end` (exclusive) of the stream. */
export interface HeadingParts {
  /** 1 to 6. */
  readonly level: number;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, in order, cut into parts at spaces, hyphens and dots; code and markup left out. */
export interface TokenStream {
  /** A part: its word's id in the vocabulary × 8 + its `Join`. */
  readonly parts: readonly number[];
  readonly headings: readonly HeadingParts[];
}

const JOIN_BITS = 3;
const JOIN_MASK = 7;

export function packPart(wordId: number, join: number): number {
  return (wordId << JOIN_BITS) | join;
}

export function wordIdOf(part: number): number {
  return part >> JOIN_BITS;
}

export function joinOf(part: number): number {
  return part & JOIN_MASK;
}

/** Whether the part continues a dotted name such as `system.text.json`, or a hyphenated word. */
export function isInsideWord(part: number): boolean {
  const join = part & JOIN_MASK;
  return join === Join.Hyphen || join === Join.Dot;
}
