import type { Region } from './dialect-scan.js';
import type { PlacedTag } from './inline-markup.js';

/**
 * The lines from each tag to the one that closes it, for those on several lines. A tag that is never closed, or closed
 * out of turn, makes no region.
 *
 * @param tags in document order
 * @param lineOf gives the line of an offset; called with ascending offsets
 */
export function tagRegions(tags: readonly PlacedTag[], lineOf: (offset: number) => number): Region[] {
  const regions: Region[] = [];
  const open: { name: string; line: number }[] = [];
  const openCounts = new Map<string, number>();
  for (const { name, kind, start, end } of tags) {
    const count = openCounts.get(name) ?? 0;
    const line = lineOf(start);
    if (kind === 'open') {
      open.push({ name, line });
      openCounts.set(name, count + 1);
      continue;
    }
    if (count === 0) continue;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      openCounts.set(last.name, openCounts.get(last.name)! - 1);
      if (last.name !== name) continue;
      const lastLine = lineOf(end - 1);
      if (lastLine > last.line) regions.push({ firstLine: last.line, lastLine, bodyIndent: 0 });
      break;
    }
  }
  return regions;
}
