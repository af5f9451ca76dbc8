/** A part of a text that should stay together: a reply, a section, a turn, a function. Offsets are UTF-16. */
export interface Block {
  readonly startChar: number;
  readonly endChar: number;
  /** Blocks inside it, in order and apart, at which it is cut when it is too large. */
  readonly inner?: readonly Block[];
}

/** Finds the blocks of a text, in order and apart; none when it sees no structure. What is between them is a block too. */
export type BlockFinder = (text: string) => readonly Block[];
