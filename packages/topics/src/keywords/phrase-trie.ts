import { Join, joinOf, wordIdOf } from './token-stream.js';

const LINK_KINDS = 3;
/** More than any vocabulary's size times `LINK_KINDS`; times `MAX_NODES` it still is an exact integer. */
const EDGES_PER_NODE = 2 ** 30;
const NONE = -1;

/** The longest phrase, in parts: five dotted or hyphenated words seldom have more. */
export const MAX_PHRASE_PARTS = 8;

/** Phrases by their parts. A hyphen is equal to a space; a dot, or nothing between two parts, is not. */
export class PhraseTrie {
  /** Bounds the memory of a document made from headings only. Phrases beyond it are not added. */
  static readonly MAX_NODES = 2 ** 20;

  private readonly firstNodes: number[] = [];
  private readonly nodes = new Map<number, number>();
  private readonly phrases: number[] = [];
  private phraseCount = 0;

  /** Number of phrases; they are numbered from 0 in the order in which they were added. */
  get size(): number {
    return this.phraseCount;
  }

  /** The number of the phrase that is parts `start` to `end` (exclusive); `undefined` when there is no room for it. */
  add(parts: readonly number[], start: number, end: number): number | undefined {
    if (this.phrases.length + (end - start) > PhraseTrie.MAX_NODES) return undefined;
    let node = this.firstNodes[wordIdOf(parts[start]!)] ?? NONE;
    if (node === NONE) {
      node = this.addNode();
      this.firstNodes[wordIdOf(parts[start]!)] = node;
    }
    for (let i = start + 1; i < end; i++) node = this.childOf(node, edgeOf(parts[i]!));
    if (this.phrases[node] === NONE) this.phrases[node] = this.phraseCount++;
    return this.phrases[node]!;
  }

  /** The node of phrases that start with this part, or -1. */
  startAt(part: number): number {
    return this.firstNodes[wordIdOf(part)] ?? NONE;
  }

  /** The node that `part` leads to, or -1; no phrase crosses a break. */
  step(node: number, part: number): number {
    return joinOf(part) === Join.Break ? NONE : (this.nodes.get(node * EDGES_PER_NODE + edgeOf(part)) ?? NONE);
  }

  /** The phrase that ends at this node, or -1. */
  phraseAt(node: number): number {
    return this.phrases[node]!;
  }

  private childOf(node: number, edge: number): number {
    const key = node * EDGES_PER_NODE + edge;
    let child = this.nodes.get(key);
    if (child === undefined) {
      child = this.addNode();
      this.nodes.set(key, child);
    }
    return child;
  }

  private addNode(): number {
    this.phrases.push(NONE);
    return this.phrases.length - 1;
  }
}

function edgeOf(part: number): number {
  const join = joinOf(part);
  const link = join === Join.Dot ? 1 : join === Join.Adjacent ? 2 : 0;
  return wordIdOf(part) * LINK_KINDS + link;
}

/** Whether a phrase may start at this part of a text or end before it: not inside a dotted name. */
export function isPhraseBoundary(part: number | undefined): boolean {
  return part === undefined || joinOf(part) !== Join.Dot;
}
