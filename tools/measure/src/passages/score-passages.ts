/** UTF-16 offsets, the end excluded. */
export interface Range {
  readonly start: number;
  readonly end: number;
}

/** Shares of 1. */
interface PassageScore {
  /** How much of the passages was found. */
  readonly recall: number;
  /** What was found of the passages, of all that was taken and of the passages that were not found. */
  readonly intersectionOverUnion: number;
}

/** Compares what was taken with the passages that answer a question, by characters. */
export function scorePassages(passages: readonly Range[], taken: readonly Range[]): PassageScore {
  const found = lengthOf(passages.flatMap((passage) => taken.map((chunk) => common(passage, chunk))));
  const wanted = lengthOf(passages);
  const takenLength = taken.reduce((sum, { start, end }) => sum + end - start, 0);
  return { recall: found / wanted, intersectionOverUnion: found / (takenLength + wanted - found) };
}

function common(a: Range, b: Range): Range {
  return { start: Math.max(a.start, b.start), end: Math.min(a.end, b.end) };
}

/** Characters in at least one of the ranges. */
function lengthOf(ranges: readonly Range[]): number {
  let length = 0;
  let covered = 0;
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const from = Math.max(start, covered);
    if (end > from) length += end - from;
    covered = Math.max(covered, end);
  }
  return length;
}
