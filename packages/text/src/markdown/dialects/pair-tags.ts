/** A tag that opens or closes an element. */
export interface PairableTag {
  readonly name: string;
  readonly kind: 'open' | 'close';
}

/**
 * Each tag with the one that closes it, in the order of the closing tags and in linear time. A tag that is never closed,
 * or closed out of turn, has no pair.
 *
 * @param tags in document order
 */
export function pairTags<Tag extends PairableTag>(tags: Iterable<Tag>): [opening: Tag, closing: Tag][] {
  const pairs: [opening: Tag, closing: Tag][] = [];
  const open: Tag[] = [];
  const openCounts = new Map<string, number>();
  for (const tag of tags) {
    const count = openCounts.get(tag.name) ?? 0;
    if (tag.kind === 'open') {
      open.push(tag);
      openCounts.set(tag.name, count + 1);
      continue;
    }
    if (count === 0) continue;
    for (let last = open.pop(); last !== undefined; last = open.pop()) {
      openCounts.set(last.name, openCounts.get(last.name)! - 1);
      if (last.name !== tag.name) continue;
      pairs.push([last, tag]);
      break;
    }
  }
  return pairs;
}
