import type { Region } from './dialect-scan.js';
import type { PlacedTag } from './inline-markup.js';
import { pairTags } from './pair-tags.js';

/**
 * The lines from each tag to the one that closes it, for those on several lines; see `pairTags`.
 *
 * @param tags in document order
 * @param lineOf gives the line of an offset; called with ascending offsets
 */
export function tagRegions(tags: readonly PlacedTag[], lineOf: (offset: number) => number): Region[] {
  const placed = tags.map(({ name, kind, start, end }) => ({
    name,
    kind,
    firstLine: lineOf(start),
    lastLine: lineOf(end - 1),
  }));
  return pairTags(placed)
    .filter(([opening, closing]) => closing.lastLine > opening.firstLine)
    .map(([{ firstLine }, { lastLine }]) => ({ firstLine, lastLine, bodyIndent: 0 }));
}
