import type { BreakPlace } from './break-costs.js';
import type { FlatNode } from './flat-node.js';

/** What the packer weighs. A chunk is named by its first node and the one after its last. */
export interface PackingCosts {
  readonly mayJoin: (start: number, end: number) => boolean;
  readonly chunkCost: (start: number, end: number) => number;
  /** Tokens of a chunk. */
  readonly size: (start: number, end: number) => number;
  /** Tokens that a chunk may have. */
  readonly room: (start: number) => number;
}

/** Why a chunk begins where it does: what a break costs there, and what would be without it. */
export interface BreakDecision {
  readonly place: BreakPlace;
  /** Cost of a break there; see `BREAK_COSTS`. */
  readonly breakCost: number;
  /** The chunk that the best grouping without this break has there; `undefined` when the neighbours fit in no chunk. */
  readonly without: JoinedChunk | undefined;
}

/** A chunk that was not made. */
export interface JoinedChunk {
  readonly tokenCount: number;
  readonly roomTokens: number;
  /** How much more its grouping costs than the one that was chosen. */
  readonly extraCost: number;
}

/**
 * The decision for each chunk; none for the first. The packer looks for the cheapest grouping; this looks for the
 * cheapest of those that lack one break, by the same costs.
 *
 * @param starts first nodes of the chunks that were chosen
 */
export function breakDecisions(
  nodes: readonly FlatNode[],
  starts: readonly number[],
  costs: PackingCosts,
): (BreakDecision | undefined)[] {
  const before = costsBefore(nodes.length, costs);
  const after = costsAfter(nodes.length, costs);
  return starts.map((start, i) => {
    if (i === 0) return undefined;
    const { breakPlace, breakCost } = nodes[start]!;
    return { place: breakPlace, breakCost, without: bestJoined(start, before, after, costs) };
  });
}

/** Minimum cost of the nodes before each node. */
function costsBefore(count: number, costs: PackingCosts): Float64Array {
  const least = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let end = 1; end <= count; end++) {
    for (let start = end - 1; start >= 0 && costs.mayJoin(start, end); start--)
      least[end] = Math.min(least[end]!, least[start]! + costs.chunkCost(start, end));
  }
  return least;
}

/** Minimum cost of each node with those after it. */
function costsAfter(count: number, costs: PackingCosts): Float64Array {
  const least = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  least[count] = 0;
  for (let start = count - 1; start >= 0; start--) {
    for (let end = start + 1; end <= count && costs.mayJoin(start, end); end++)
      least[start] = Math.min(least[start]!, costs.chunkCost(start, end) + least[end]!);
  }
  return least;
}

function bestJoined(
  place: number,
  before: Float64Array,
  after: Float64Array,
  costs: PackingCosts,
): JoinedChunk | undefined {
  let best: JoinedChunk | undefined;
  const chosen = before.at(-1)!;
  for (let start = place - 1; start >= 0 && costs.mayJoin(start, place + 1); start--) {
    for (let end = place + 1; end < after.length && costs.mayJoin(start, end); end++) {
      const extraCost = before[start]! + costs.chunkCost(start, end) + after[end]! - chosen;
      if (best !== undefined && best.extraCost <= extraCost) continue;
      best = { tokenCount: costs.size(start, end), roomTokens: costs.room(start), extraCost };
    }
  }
  return best;
}
