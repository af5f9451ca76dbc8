import type { ContentHint } from './book-record-schema.js';
import type { PieceRun } from './pack-pieces.js';

const MAIN_SHARE = 0.8;

/** The kind that makes up at least 80 % of the characters of a run, its overlap counted, else `mixed`. */
export function contentHintOf({ pieces, overlap }: PieceRun): ContentHint {
  const lengths = new Map<Exclude<ContentHint, 'mixed'>, number>();
  let total = 0;
  for (const { kind, start, end } of [...overlap, ...pieces]) {
    const hint = kind === 'heading' || kind === 'definition' ? 'prose' : kind;
    lengths.set(hint, (lengths.get(hint) ?? 0) + end - start);
    total += end - start;
  }
  for (const [hint, length] of lengths) if (length >= MAIN_SHARE * total) return hint;
  return 'mixed';
}
