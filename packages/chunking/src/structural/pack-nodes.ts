import { type BreakPlace, type FlatNode, isTable, type Section } from './flat-node.js';
import type { StructuralOptions } from './options.js';

/** A run of nodes that makes a chunk. */
export interface PackedChunk {
  /** At least one. */
  readonly nodes: readonly FlatNode[];
  /** The section of its first text: that of the headings it starts with, as far as each is deeper than the one before. */
  readonly section: Section;
  /** Tokens of its own text with what it repeats from its own blocks. */
  readonly tokenCount: number;
  /** Whether it starts inside a section and goes on with the next one, whose heading its path does not name. */
  readonly leavesSection: boolean;
  /** Why it begins where it does; only when asked for, and not for the first. */
  readonly decision: BreakDecision | undefined;
}

/** What a chunk must leave free. */
export interface PackingLimits {
  /** Tokens that the prefix of a chunk in this section takes at most. */
  readonly reservedTokens: (section: Section) => number;
  /** What `reservedTokens` never exceeds, so that it need not be found for every section. */
  readonly mostReservedTokens: number;
  /** Tokens by which sums of nodes may differ from the size of the finished text. */
  readonly slackTokens: number;
  /** About how many tokens the overlaps of chunks take that start with these nodes; without it they have none. */
  readonly overlapSizes?: (nodes: readonly FlatNode[]) => ExpectedOverlaps;
}

/** Tokens that overlaps take. */
interface ExpectedOverlaps {
  /** What none exceeds. */
  readonly most: number;
  /** That of a chunk that starts with a node. */
  readonly overlapSizeBefore: (start: number) => number;
}

const DEEPEST_LEVEL = 6;
/** A chunk that breaks a limit is worse than any other. */
const OVER_LIMIT_COST = 1e9;
const UNDER_MINIMUM_COST = 1e4;
/** Cost of a chunk that goes on with the section after the one that it starts inside of. */
const LEAVES_SECTION_COST = 50;
/** Cost of a chunk that has no room for its overlap. */
const OVERLAP_LOST_COST = 0.5;
const NO_OVERLAPS: ExpectedOverlaps = { most: 0, overlapSizeBefore: () => 0 };
/** Cost of having both sides of a heading in one chunk, by its level: half as much for each level deeper. */
const MIXED_COSTS = [0, 0.3, 0.15, 0.075, 0.0375, 0.01875, 0.009375];

/**
 * Fourth stage: groups nodes into chunks. Of all groupings it takes the one with the least cost: each chunk costs more
 * the farther its size is from the target (`sizeCost`), each break what its place costs (`FlatNode.breakCost`, least at
 * the shallowest heading), each heading inside a chunk `MIXED_COSTS` by its level. Chunks stay within minimum
 * and maximum wherever the nodes allow it.
 *
 * Takes time in proportion to the number of nodes times the number of nodes that fit into one chunk.
 *
 * @param explains whether each chunk gets its `decision`, for which time goes with the square of the nodes in a chunk
 */
export function packNodes(
  nodes: readonly FlatNode[],
  options: StructuralOptions,
  limits: PackingLimits,
  explains = false,
): PackedChunk[] {
  if (nodes.length === 0) return [];
  const packing = new Packing(nodes, options, limits);
  return packing.chunks(explains);
}

class Packing implements PackingCosts {
  private readonly maxTokens: number;
  private readonly targetTokens: number;
  /** What a chunk must have by the sums, unless it is the whole document. */
  private readonly leastTokens: number;
  /** Tokens before each node, and the cost of the headings before it. */
  private readonly tokensBefore: Float64Array;
  private readonly mixedBefore: Float64Array;
  private readonly sections: readonly Section[];
  /** For each node the first node after it at which its section ends, with those below it; those of a heading never do. */
  private readonly sectionEnds: Int32Array;
  private readonly breakCosts: Float64Array;
  private readonly openingTokens: Float64Array;
  private readonly closingTokens: Float64Array;
  private readonly overlaps: ExpectedOverlaps;
  /** The overlap of a chunk that starts with each node; NaN until it is asked for. */
  private readonly overlapTokens: Float64Array;
  /** What a chunk that starts with each node may have; NaN until it is asked for. */
  private readonly rooms: Float64Array;
  /** What every chunk may have, whatever its prefix. */
  private readonly leastRoom: number;

  constructor(
    private readonly nodes: readonly FlatNode[],
    options: StructuralOptions,
    private readonly limits: PackingLimits,
  ) {
    this.maxTokens = options.maxTokens;
    this.targetTokens = options.targetTokens;
    this.leastTokens = options.minTokens + limits.slackTokens;
    const count = nodes.length;
    this.tokensBefore = new Float64Array(count + 1);
    this.mixedBefore = new Float64Array(count + 1);
    this.breakCosts = new Float64Array(count);
    this.openingTokens = new Float64Array(count);
    this.closingTokens = new Float64Array(count);
    this.rooms = new Float64Array(count).fill(Number.NaN);
    for (let i = 0, previousLevel = 0; i < count; i++) {
      const { tokenCount, level, breakCost, opening, closing } = nodes[i]!;
      this.tokensBefore[i + 1] = this.tokensBefore[i]! + tokenCount;
      this.mixedBefore[i + 1] = this.mixedBefore[i]! + (previousLevel > 0 ? 0 : MIXED_COSTS[level]!);
      this.breakCosts[i] = i === 0 ? 0 : breakCost;
      if (opening !== undefined) this.openingTokens[i] = opening.tokenCount;
      if (closing !== undefined) this.closingTokens[i] = closing.tokenCount;
      previousLevel = level;
    }
    this.sections = startSections(nodes);
    this.sectionEnds = sectionEnds(nodes);
    this.overlaps = limits.overlapSizes?.(nodes) ?? NO_OVERLAPS;
    this.overlapTokens = new Float64Array(count).fill(Number.NaN);
    this.leastRoom = options.maxTokens - limits.mostReservedTokens - limits.slackTokens;
  }

  chunks(explains: boolean): PackedChunk[] {
    const starts = this.chunkStarts();
    const decisions = explains ? breakDecisions(this.nodes, starts, this) : [];
    return starts.map((start, i): PackedChunk => {
      const end = starts[i + 1] ?? this.nodes.length;
      return {
        nodes: this.nodes.slice(start, end),
        section: this.sections[start]!,
        tokenCount: this.countTokens(start, end),
        leavesSection: this.sectionEnds[start]! < end,
        decision: decisions[i],
      };
    });
  }

  /** Whether both nodes and what is between them may be tried as one chunk. */
  mayJoin(start: number, end: number): boolean {
    return start === end - 1 || this.tokensBefore[end]! - this.tokensBefore[start]! <= this.maxTokens;
  }

  private chunkStarts(): number[] {
    const count = this.nodes.length;
    const costs = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
    const startOf = new Int32Array(count + 1);
    costs[0] = 0;
    for (let end = 1; end <= count; end++) {
      for (let start = end - 1; start >= 0; start--) {
        if (!this.mayJoin(start, end)) break;
        const before = costs[start]!;
        const uncrowded = before + this.costWith(0, start, end);
        if (uncrowded >= costs[end]!) continue;
        const crowdedCost = this.crowdedCost(start, this.countTokens(start, end));
        const cost = crowdedCost === 0 ? uncrowded : before + this.costWith(crowdedCost, start, end);
        if (cost >= costs[end]!) continue;
        costs[end] = cost;
        startOf[end] = start;
      }
    }
    const starts: number[] = [];
    for (let end = count; end > 0; end = startOf[end]!) starts.push(startOf[end]!);
    return starts.reverse();
  }

  chunkCost(start: number, end: number): number {
    return this.costWith(this.crowdedCost(start, this.countTokens(start, end)), start, end);
  }

  /** @param crowdedCost what it costs that the chunk leaves too little room; the rest takes far less time */
  private costWith(crowdedCost: number, start: number, end: number): number {
    const size = this.countTokens(start, end);
    let cost = this.breakCosts[start]! + this.mixedBefore[end]! - this.mixedBefore[start + 1]!;
    if (this.sectionEnds[start]! < end) cost += LEAVES_SECTION_COST;
    cost += crowdedCost;
    if (size < this.leastTokens && !this.isWhole(start, end)) {
      cost += UNDER_MINIMUM_COST * (1 + (this.leastTokens - size) / this.leastTokens);
    }
    return cost + sizeCost(size, this.targetTokens, this.maxTokens);
  }

  private isWhole(start: number, end: number): boolean {
    return start === 0 && end === this.breakCosts.length;
  }

  private crowdedCost(start: number, size: number): number {
    const { most } = this.overlaps;
    if (size + most <= this.leastRoom) return 0;
    const room = this.availableTokens(start);
    if (size > room) return OVER_LIMIT_COST + size;
    return size + most > room && size + this.overlapBefore(start) > room ? OVERLAP_LOST_COST : 0;
  }

  private overlapBefore(start: number): number {
    const known = this.overlapTokens[start]!;
    if (!Number.isNaN(known)) return known;
    const tokenCount = this.overlaps.overlapSizeBefore(start);
    this.overlapTokens[start] = tokenCount;
    return tokenCount;
  }

  /** Tokens that a chunk that starts with a node may have. */
  availableTokens(start: number): number {
    const known = this.rooms[start]!;
    if (!Number.isNaN(known)) return known;
    const { reservedTokens, slackTokens } = this.limits;
    const fullRoom = this.maxTokens - slackTokens;
    const room = Math.max(
      fullRoom - reservedTokens(this.sections[start]!),
      // The breadcrumb gives way to a table's header with a row.
      isTable(this.nodes[start]!) ? Math.min(fullRoom, this.countTokens(start, start + 1)) : 0,
    );
    this.rooms[start] = room;
    return room;
  }

  countTokens(start: number, end: number): number {
    const inside = this.tokensBefore[end]! - this.tokensBefore[start]!;
    return inside + this.openingTokens[start]! + this.closingTokens[end - 1]!;
  }
}

/** 0 at the target, 1 for an empty chunk and for one as large as the maximum. */
function sizeCost(size: number, target: number, max: number): number {
  const share = size <= target ? (target - size) / target : (size - target) / Math.max(1, max - target);
  return share * share;
}

/** The section that a chunk is in when it starts with this node. */
function startSections(nodes: readonly FlatNode[]): Section[] {
  const sections = nodes.map(({ section }) => section);
  for (let i = nodes.length - 2; i >= 0; i--) {
    const { level, isMarkup, section } = nodes[i]!;
    // What a page imports before its first heading has no section of its own.
    const isPreamble = isMarkup && section.path.length === 0;
    if (isPreamble || (level > 0 && nodes[i + 1]!.level > level)) sections[i] = sections[i + 1]!;
  }
  return sections;
}

function sectionEnds(nodes: readonly FlatNode[]): Int32Array {
  const ends = new Int32Array(nodes.length).fill(nodes.length);
  /** By level: the nearest heading of at most that level after the node. */
  const nextHeadings = new Int32Array(DEEPEST_LEVEL + 1).fill(nodes.length);
  for (let i = nodes.length - 1; i >= 0; i--) {
    const { level, section } = nodes[i]!;
    const sectionLevel = section.path.at(-1)?.level;
    if (level === 0 && sectionLevel !== undefined) ends[i] = nextHeadings[sectionLevel]!;
    for (let deeper = level; level > 0 && deeper <= DEEPEST_LEVEL; deeper++) nextHeadings[deeper] = i;
  }
  return ends;
}

/** What the packer weighs. A chunk is named by its first node and the one after its last. */
interface PackingCosts {
  readonly mayJoin: (start: number, end: number) => boolean;
  readonly chunkCost: (start: number, end: number) => number;
  /** Tokens of a chunk. */
  readonly countTokens: (start: number, end: number) => number;
  /** Tokens that a chunk may have. */
  readonly availableTokens: (start: number) => number;
}

/** Why a chunk begins where it does: what a break costs there, and what would be without it. */
interface BreakDecision {
  readonly place: BreakPlace;
  /** Cost of a break there; see `BREAK_COSTS`. */
  readonly breakCost: number;
  /** The chunk that the best grouping without this break has there; `undefined` when the neighbours fit in no chunk. */
  readonly without: JoinedChunk | undefined;
}

/** A chunk that was not made. */
interface JoinedChunk {
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
function breakDecisions(
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
      best = { tokenCount: costs.countTokens(start, end), roomTokens: costs.availableTokens(start), extraCost };
    }
  }
  return best;
}
