import { type BreakPlace, type FlatNode, isTable, type Section } from './flat-node.js';

/**
 * Where the subject of a text may change: elsewhere the form of the text decides alone. What illustrates a text belongs
 * to it, however unlike its words are.
 */
const SUBJECT_CHANGE_PLACES: ReadonlySet<BreakPlace> = new Set([
  'announcedBlock',
  'block',
  'clause',
  'innerBlock',
  'item',
  'nestedItem',
  'sentence',
]);
/** Difference in cost between the place at which the subject changes most and that at which it changes least. */
const CHANGE_WEIGHT = 3;
/** A good place to break is worth at most so much, against 1 for an empty chunk: else all chunks would be small. */
const MIN_COST = -0.5;
/** Tokens on either side of a place that are compared: two or three sentences. */
const WINDOW_TOKENS = 60;
/** Similarities are compared in steps, so that places that are alike rank the same, on every machine. */
const SIMILARITY_STEPS = 1e6;
/** Nodes on either side at most, for texts of tiny blocks. */
const MAX_WINDOW_NODES = 30;

/** The sections whose own blocks, without those of sections below, are too large for one chunk. */
export function longSections(nodes: readonly FlatNode[], maxTokens: number): ReadonlySet<Section> {
  const long = new Set<Section>();
  let current: Section | undefined;
  let size = 0;
  for (const { section, tokenCount } of nodes) {
    size = section === current ? size + tokenCount : tokenCount;
    current = section;
    if (size > maxTokens) long.add(section);
  }
  return long;
}

type WordNumbersByHash = Map<number, number>;

/** The words of the nodes of a text, each read once however often its sections are weighed. */
export class NodeWords {
  readonly numbers: WordNumbersByHash = new Map();
  private readonly known = new Map<FlatNode, Uint32Array>();

  constructor(private readonly text: string) {}

  /** The numbers of a node's words, as often as they occur. */
  numbersInNode(node: FlatNode): Uint32Array {
    const known = this.known.get(node);
    if (known !== undefined) return known;
    const found = wordNumbers(this.text, node.startOffset, node.endOffset, this.numbers);
    this.known.set(node, found);
    return found;
  }
}

/**
 * Makes breaks cheaper where a text turns to another subject, inside of long sections, where no heading tells. The
 * words on both sides of a place are compared (Hearst, "TextTiling", Computational Linguistics 23, 1997): the cosine of
 * their counts, each word weighted by how few nodes of these sections contain it; code and tables are passed over. Both count, in equal parts: how unlike the
 * two sides are, and how deep the place is below its surroundings (Hearst's depth score). A place then costs up to half
 * of `CHANGE_WEIGHT` less or more, by its rank among all places of the document, so that no text has more changes than
 * another; but no less than `MIN_COST`.
 */
export function weighSubjectChanges(
  nodes: readonly FlatNode[],
  nodeWords: NodeWords,
  sections: ReadonlySet<Section>,
): readonly FlatNode[] {
  if (sections.size === 0) return nodes;
  const places: number[] = [];
  const similarities: number[] = [];
  const depths: number[] = [];
  const words = weighWords(nodes, nodeWords, sections);
  for (const [start, end] of runsIn(sections, nodes)) {
    const first = similarities.length;
    for (let at = start + 1; at < end; at++) {
      if (!SUBJECT_CHANGE_PLACES.has(nodes[at]!.breakPlace)) continue;
      places.push(at);
      similarities.push(similarity(words, windowStart(nodes, start, at), at, windowEnd(nodes, at, end)));
    }
    for (const depth of valleyDepths(similarities.slice(first))) depths.push(depth);
  }
  if (places.length === 0) return nodes;
  const weighed = [...nodes];
  const bySimilarity = ranks(similarities);
  const byDepth = ranks(depths.map((depth) => -depth));
  ranks(places.map((_, i) => bySimilarity[i]! + byDepth[i]!)).forEach((rank, i) => {
    const node = nodes[places[i]!]!;
    weighed[places[i]!] = { ...node, breakCost: Math.max(MIN_COST, node.breakCost + CHANGE_WEIGHT * (rank - 0.5)) };
  });
  return weighed;
}

/** First node of each of these sections, and the one after its last. */
function* runsIn(
  sections: ReadonlySet<Section>,
  nodes: readonly FlatNode[],
): Generator<readonly [start: number, end: number]> {
  for (let start = 0, end = 0; start < nodes.length; start = end) {
    const { section } = nodes[start]!;
    while (end < nodes.length && nodes[end]!.section === section) end++;
    if (sections.has(section)) yield [start, end];
  }
}

const NO_WORDS = new Uint32Array();

interface Words {
  /** For each node the numbers of its words, as often as they occur. */
  readonly ofNode: readonly Uint32Array[];
  /** By number of a word. */
  readonly weights: Float64Array;
  /** Counts of one comparison, all 0 between two. */
  readonly left: Float64Array;
  readonly right: Float64Array;
}

function weighWords(nodes: readonly FlatNode[], nodeWords: NodeWords, sections: ReadonlySet<Section>): Words {
  const ofNode = nodes.map((node) =>
    sections.has(node.section) && hasWords(node) ? nodeWords.numbersInNode(node) : NO_WORDS,
  );
  const { numbers } = nodeWords;
  const nodeCounts = new Uint32Array(numbers.size);
  const lastNode = new Int32Array(numbers.size).fill(-1);
  ofNode.forEach((words, node) => {
    for (const word of words) {
      if (lastNode[word] === node) continue;
      lastNode[word] = node;
      nodeCounts[word]!++;
    }
  });
  const inCount = ofNode.reduce((count, words) => count + (words.length > 0 ? 1 : 0), 0);
  const weights = Float64Array.from(nodeCounts, (count) => Math.log(1 + inCount / count) ** 2);
  return { ofNode, weights, left: new Float64Array(numbers.size), right: new Float64Array(numbers.size) };
}

/** Whether a node's words show its subject; those of code and tables differ from all others in any place. */
function hasWords(node: FlatNode): boolean {
  return node.type !== 'code' && !isTable(node);
}

/** Tokens that count for a window. */
function wordTokens(node: FlatNode): number {
  return hasWords(node) ? node.tokenCount : 0;
}

function windowStart(nodes: readonly FlatNode[], start: number, at: number): number {
  let first = at - 1;
  let tokens = wordTokens(nodes[first]!);
  while (first > start && tokens < WINDOW_TOKENS && at - first < MAX_WINDOW_NODES) {
    tokens += wordTokens(nodes[--first]!);
  }
  return first;
}

function windowEnd(nodes: readonly FlatNode[], at: number, end: number): number {
  let last = at;
  let tokens = wordTokens(nodes[last]!);
  while (last + 1 < end && tokens < WINDOW_TOKENS && last - at < MAX_WINDOW_NODES) {
    tokens += wordTokens(nodes[++last]!);
  }
  return last + 1;
}

/** Cosine in `SIMILARITY_STEPS` of the weighted counts of words in the nodes from `start` to `middle` and from there to `end`. */
function similarity({ ofNode, weights, left, right }: Words, start: number, middle: number, end: number): number {
  for (let node = start; node < middle; node++) for (const word of ofNode[node]!) left[word]!++;
  for (let node = middle; node < end; node++) for (const word of ofNode[node]!) right[word]!++;
  let product = 0;
  let leftSquares = 0;
  let rightSquares = 0;
  for (let node = start; node < end; node++) {
    for (const word of ofNode[node]!) {
      const leftCount = left[word]!;
      const rightCount = right[word]!;
      const weight = weights[word]!;
      product += leftCount * rightCount * weight;
      leftSquares += leftCount * leftCount * weight;
      rightSquares += rightCount * rightCount * weight;
      left[word] = 0;
      right[word] = 0;
    }
  }
  return product === 0 ? 0 : Math.round((SIMILARITY_STEPS * product) / Math.sqrt(leftSquares * rightSquares));
}

/** How far the values rise to the left and to the right of each before they fall again, added up. */
function valleyDepths(values: readonly number[]): number[] {
  const leftPeaks = [...values];
  const rightPeaks = [...values];
  for (let i = 1; i < values.length; i++) if (values[i - 1]! >= values[i]!) leftPeaks[i] = leftPeaks[i - 1]!;
  for (let i = values.length - 2; i >= 0; i--) if (values[i + 1]! >= values[i]!) rightPeaks[i] = rightPeaks[i + 1]!;
  return values.map((value, i) => leftPeaks[i]! + rightPeaks[i]! - 2 * value);
}

/** For each value the share of the others that are smaller, equal ones counted half; 0.5 for one alone. */
function ranks(values: readonly number[]): Float64Array {
  const order = values.map((_, i) => i).sort((a, b) => values[a]! - values[b]! || a - b);
  const found = new Float64Array(values.length).fill(0.5);
  for (let first = 0; first < order.length && values.length > 1; ) {
    let last = first;
    while (last + 1 < order.length && values[order[last + 1]!] === values[order[first]!]) last++;
    for (let at = first; at <= last; at++) found[order[at]!] = (first + last) / 2 / (values.length - 1);
    first = last + 1;
  }
  return found;
}

const UTF16_UNIT_COUNT = 0x10000;
const NOT_IN_WORDS = 1;
const IN_WORD = 2;
const WORD_ALONE = 3;
/** Scripts that put no spaces between words. */
const UNSPACED_SCRIPT = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LETTER = /[\p{L}\p{N}]/u;

/** What each UTF-16 unit is, and the unit in lower case; determined on first use. */
const kinds = new Uint8Array(UTF16_UNIT_COUNT);
const lowerUnits = new Uint16Array(UTF16_UNIT_COUNT);
/** Where the numbers of one range are gathered. */
let scratch = new Uint32Array(1 << 10);

/**
 * The numbers of the words in a range of text, in their order: runs of two or more letters and digits, and each
 * character of a script without spaces. A word that is new to `numbers` gets the next number; upper and lower case are
 * the same, and so are two words in a thousand million that have the same hash. Characters outside of the Basic
 * Multilingual Plane part words.
 */
export function wordNumbers(text: string, start: number, end: number, numbers: WordNumbersByHash): Uint32Array {
  if (scratch.length < end - start) scratch = new Uint32Array(2 * (end - start));
  const found = scratch;
  let count = 0;
  for (let at = start; at < end; ) {
    let unit = text.charCodeAt(at);
    let kind = kinds[unit] || classify(unit);
    if (kind === NOT_IN_WORDS) {
      at++;
      continue;
    }
    let hash = 0;
    const first = at;
    const wanted = kind;
    do {
      hash = Math.imul(hash ^ lowerUnits[unit]!, 0x9e3779b1);
      hash ^= hash >>> 15;
      at++;
      unit = at < end ? text.charCodeAt(at) : 0;
      kind = kinds[unit] || classify(unit);
    } while (kind === wanted && wanted === IN_WORD);
    if (wanted === WORD_ALONE || at - first > 1) found[count++] = wordNumber(hash & 0x3fffffff, numbers);
  }
  return found.slice(0, count);
}

function wordNumber(hash: number, numbers: WordNumbersByHash): number {
  const known = numbers.get(hash);
  if (known !== undefined) return known;
  numbers.set(hash, numbers.size);
  return numbers.size - 1;
}

function classify(unit: number): number {
  const character = String.fromCharCode(unit);
  const kind = UNSPACED_SCRIPT.test(character) ? WORD_ALONE : LETTER.test(character) ? IN_WORD : NOT_IN_WORDS;
  const lower = character.toLowerCase();
  lowerUnits[unit] = lower.length === 1 ? lower.charCodeAt(0) : unit;
  kinds[unit] = kind;
  return kind;
}
