/** How much one item of a group counts. */
export interface Weight {
  readonly itemCount: number;
  readonly tokenCount: number;
}

/**
 * Groups consecutive items so that no group exceeds the limit, in items or in tokens; an item that exceeds it alone is
 * a group of its own.
 */
export function groupWithin<Item>(items: readonly Item[], limit: Weight, weigh: (item: Item) => Weight): Item[][] {
  const groups: Item[][] = [];
  let itemCount = 0;
  let tokenCount = 0;
  for (const item of items) {
    const weight = weigh(item);
    itemCount += weight.itemCount;
    tokenCount += weight.tokenCount;
    const group = groups.at(-1);
    if (group !== undefined && itemCount <= limit.itemCount && tokenCount <= limit.tokenCount) {
      group.push(item);
    } else {
      groups.push([item]);
      itemCount = weight.itemCount;
      tokenCount = weight.tokenCount;
    }
  }
  return groups;
}
