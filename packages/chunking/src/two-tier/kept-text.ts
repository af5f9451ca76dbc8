/** A range of UTF-16 offsets. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** A text with ranges left out. */
export interface KeptText {
  readonly text: string;
  /** Offsets in `text` at which ranges were left out, ascending. */
  readonly cuts: readonly number[];
  /** Characters left out up to and at each cut. */
  readonly shifts: readonly number[];
}

/** @param ranges ascending and disjoint */
export function keepText(source: string, ranges: readonly TextRange[]): KeptText {
  const parts: string[] = [];
  const cuts: number[] = [];
  const shifts: number[] = [];
  let shift = 0;
  let at = 0;
  for (const { start, end } of ranges) {
    parts.push(source.slice(at, start));
    shift += end - start;
    cuts.push(end - shift);
    shifts.push(shift);
    at = end;
  }
  parts.push(source.slice(at));
  return { text: ranges.length === 0 ? source : parts.join(''), cuts, shifts };
}

/** Gives the offset in the source of the character at an offset of the kept text; offsets must not fall from call to call. */
export function sourceMover({ cuts, shifts }: KeptText): (offset: number) => number {
  let next = 0;
  return (offset) => {
    while (next < cuts.length && cuts[next]! <= offset) next++;
    return offset + (shifts[next - 1] ?? 0);
  };
}
