import type { IndexTables } from '../search-index/index-tables.js';
import { weakenChangePages } from './change-pages.js';
import { chunkEvidence } from './chunk-evidence.js';
import type { Candidate, Findings } from './rank-chunks.js';
import type { Scope } from './scope.js';
import type { WordScores } from './score-words.js';
import type { SearchMode } from './search-mode.js';
import { WEIGHTS } from './weights.js';

/** The parts of one search. */
interface Search {
  readonly reader: Pick<IndexTables, 'core' | 'manifest' | 'similarities' | 'questionSimilarities' | 'promptHashes'>;
  readonly scope: Scope;
  readonly words: WordScores;
  /** Of length 1; `undefined` when vectors do not count. */
  readonly vector: Float32Array | undefined;
  /** How much nearness counts, compared with that to a vector of the built-in model. */
  readonly trust: number;
  /** Whether the query asks for the way to do something. */
  readonly howTo: boolean;
  /** Whether the query asks for what changed: pages that tell it then count as others do. */
  readonly asksForChanges: boolean;
  /** Topics whose chunks may be results, the best of all. */
  readonly topicCount: number;
  /** How many pages, the best by words, are compared by vectors and questions; left out, all are. */
  readonly comparedCount?: number | undefined;
  /** Distance to the nearest of some questions, by their hashes and the number of the first, if it is near. */
  nearestPrompt(hashes: BigUint64Array, first: number): number | undefined;
  /** Questions that do not count, by number. */
  isMasked(question: number): boolean;
}

/** The chunks that may answer a query, and the scores of their topics. */
export async function findCandidates(search: Search, mode: SearchMode): Promise<Findings> {
  if (mode === 'prompts') return findByPrompts(search);
  if (mode === 'vectors') return findByVectors(search, (await passageNearness(search))!);
  return findByWords(search, mode === 'hybrid');
}

/** By words and, in a hybrid search that has a vector, by the nearness of passages. */
async function findByWords(search: Search, isHybrid: boolean): Promise<Findings> {
  const { reader, scope, words, topicCount, comparedCount } = search;
  const { firstChunks } = reader.core;
  if (!scope.allowsAll) leaveOutOthers(search);
  const evidence = topicEvidence(firstChunks, words);
  if (!search.asksForChanges) weakenChangePages(evidence, reader.manifest.changePages ?? []);
  const inScope = (topic: number): boolean =>
    topic >= scope.firstTopic && topic < scope.endTopic && scope.isTopicAllowed(topic);
  const best = evidence.reduce((most, value, topic) => (inScope(topic) ? Math.max(most, value) : most), 0);
  const scoresWith = (near: Float32Array | undefined): Float32Array =>
    evidence.map(
      (value, topic) =>
        linkFactor(reader.core.linkCounts, topic) *
        ((best === 0 ? 0 : value / best) + search.trust * WEIGHTS.nearness * (near?.[topic] ?? 0)),
    );
  const compared =
    comparedCount === undefined ? undefined : topicsWithMostEvidence(scoresWith(undefined), scope, comparedCount);
  const nearness = isHybrid ? await passageNearness(search, compared) : undefined;
  if (best === 0 && nearness !== undefined) return findByVectors(search, nearness);
  const scores = scoresWith(nearness && standardized(nearness.topics));
  const topics = topicsWithMostEvidence(scores, scope, topicCount);
  const spread = nearness && standardized(nearness.chunks);
  const groups = await Promise.all(
    topics.map((topic) => {
      const matchesPrompts = isHybrid && compared?.includes(topic) !== false;
      return topicCandidates(topic, search, { nearness, spread, matchesPrompts });
    }),
  );
  return {
    candidates: groups.flat(),
    topicScores: scores,
    comparesQuestions: nearness !== undefined,
    ...(nearness === undefined ? {} : { confidence: answerConfidence(best / words.queryWeight, nearness.topics) }),
  };
}

/** Fewer links than these say little. */
const MIN_LINK_COUNT = 4;
/** Among fewer pages, few have the words of a query by chance. */
const SMALL_PAGE_COUNT = 100;

/**
 * What the evidence for a page is multiplied by, since authors link to what matters. Among many pages most have some of the words
 * of a query, such as the members of an interface, and words alone tell little.
 */
function linkFactor(linkCounts: Uint32Array, topic: number): number {
  const siteFactor = Math.log10(Math.max(1, linkCounts.length / SMALL_PAGE_COUNT));
  return 1 + WEIGHTS.links * siteFactor * Math.log2(1 + linkCounts[topic]! / MIN_LINK_COUNT);
}

/** What the nearest passage counts, compared with the share of a query's words that the best page has. */
const NEAREST_WEIGHT = 2;
/** Of questions that the docs answer, one in ten has less: `npm run eval:sites -- --unanswered`. */
export const MIN_CONFIDENCE = 1.12;

/**
 * How sure a search is that the docs answer: what the words of the best page weigh, compared with those of the query, and the
 * cosine of the nearest passage.
 *
 * @param share of the query's weight that the best page has; its title and questions count again, so it may be above 1
 * @param similarities of pages
 */
function answerConfidence(share: number, similarities: Float32Array): number {
  return share + NEAREST_WEIGHT * similarities.reduce((most, each) => Math.max(most, each), 0);
}

/** Takes the scores of the chunks that the search does not look at, and of pages that it looks at in part. */
function leaveOutOthers({ reader: { core }, scope, words }: Search): void {
  if (scope.dividesTopics) {
    words.pages.fill(0);
    words.pageQuestions.fill(0);
  }
  for (let topic = 0; topic < words.titles.length; topic++) {
    const isAllowed = scope.isTopicAllowed(topic);
    for (let chunk = core.firstChunks[topic]!; chunk < core.firstChunks[topic + 1]!; chunk++) {
      if (!isAllowed || !scope.isAllowed(chunk)) words.chunks[chunk] = 0;
    }
  }
}

/** What the chunks of a topic are compared by besides their words. */
interface Compared {
  readonly nearness: PassageNearness | undefined;
  /** Nearness of the chunks in standard deviations above the least. */
  readonly spread: Float32Array | undefined;
  readonly matchesPrompts: boolean;
}

/** The chunks of a topic; of those without evidence only the first, since the title may be evidence for the topic. */
async function topicCandidates(
  topic: number,
  search: Search,
  { nearness, spread, matchesPrompts }: Compared,
): Promise<Candidate[]> {
  const { reader, scope, words, howTo } = search;
  const first = reader.core.firstChunks[topic]!;
  const end = reader.core.firstChunks[topic + 1]!;
  const distances = matchesPrompts ? await promptDistances(first, end, search) : undefined;
  const candidates: Candidate[] = [];
  for (let chunk = first; chunk < end; chunk++) {
    if (!scope.isAllowed(chunk)) continue;
    const promptDistance = distances?.get(chunk);
    const facts = {
      words: words.chunks[chunk]!,
      title: words.titles[topic]!,
      description: words.descriptions[topic]!,
      isFirst: chunk === first,
      isCode: reader.core.isCode[chunk] === 1,
    };
    const evidence = chunkEvidence(facts, howTo);
    if (nearness === undefined && promptDistance === undefined && evidence === 0 && candidates.length > 0) continue;
    candidates.push({
      chunk,
      topic,
      evidence,
      nearness: search.trust * (spread?.[chunk] ?? 0),
      similarity: nearness?.chunks[chunk],
      question: nearness?.questions[chunk],
      promptDistance,
    });
  }
  return candidates;
}

async function findByVectors({ reader, scope, topicCount }: Search, nearness: PassageNearness): Promise<Findings> {
  const { firstChunks } = reader.core;
  const candidates: Candidate[] = [];
  for (const topic of topicsWithMostEvidence(nearness.topics, scope, topicCount)) {
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      const similarity = nearness.chunks[chunk]!;
      if (similarity <= 0 || !scope.isAllowed(chunk)) continue;
      candidates.push({
        chunk,
        topic,
        evidence: similarity,
        nearness: 0,
        similarity,
        question: nearness.questions[chunk],
      });
    }
  }
  return { candidates, topicScores: nearness.topics, comparesQuestions: true };
}

async function findByPrompts(search: Search): Promise<Findings> {
  const { reader, scope } = search;
  const { firstChunks } = reader.core;
  const candidates: Candidate[] = [];
  const distances = await promptDistances(firstChunks[scope.firstTopic]!, firstChunks[scope.endTopic]!, search);
  for (let topic = scope.firstTopic; topic < scope.endTopic && distances.size > 0; topic++) {
    if (!scope.isTopicAllowed(topic)) continue;
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      const promptDistance = distances.get(chunk);
      if (promptDistance !== undefined && scope.isAllowed(chunk)) {
        candidates.push({ chunk, topic, evidence: 0, nearness: 0, promptDistance });
      }
    }
  }
  return { candidates, topicScores: new Float32Array(firstChunks.length - 1), comparesQuestions: false };
}

/** Distances of the chunks that have a near prompt, by chunk number. */
async function promptDistances(first: number, end: number, search: Search): Promise<ReadonlyMap<number, number>> {
  const { firstPrompts } = search.reader.core;
  const hashes = await search.reader.promptHashes(first, end);
  const distances = new Map<number, number>();
  for (let chunk = first; chunk < end && hashes.length > 0; chunk++) {
    const start = firstPrompts[chunk]! - firstPrompts[first]!;
    const own = hashes.subarray(start, firstPrompts[chunk + 1]! - firstPrompts[first]!);
    const distance = search.nearestPrompt(own, firstPrompts[chunk]!);
    if (distance !== undefined) distances.set(chunk, distance);
  }
  return distances;
}

/** Numbers of the topics with the most evidence, in rising order. */
function topicsWithMostEvidence(evidence: Float32Array, scope: Scope, count: number): number[] {
  const best: number[] = [];
  for (let topic = scope.firstTopic; topic < scope.endTopic; topic++) {
    const value = evidence[topic]!;
    if (value <= 0 || !scope.isTopicAllowed(topic) || (best.length === count && value <= evidence[best.at(-1)!]!))
      continue;
    let at = best.length === count ? count - 1 : best.length;
    while (at > 0 && evidence[best[at - 1]!]! < value) at--;
    best.splice(at, 0, topic);
    if (best.length > count) best.pop();
  }
  return best.sort((a, b) => a - b);
}

/**
 * The evidence of words for each topic: the score of its best chunk, of all of them as one text, of its title, of its
 * description and of its questions.
 *
 * @param firstChunks number of each topic's first chunk, and one more entry
 * @returns by topic number
 */
export function topicEvidence(
  firstChunks: Uint32Array,
  {
    chunks,
    pages,
    titles,
    descriptions,
    pageQuestions,
  }: Pick<WordScores, 'chunks' | 'pages' | 'titles' | 'descriptions' | 'pageQuestions'>,
): Float32Array {
  const evidence = new Float32Array(titles.length);
  for (let topic = 0; topic < titles.length; topic++) {
    let best = 0;
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++)
      if (chunks[chunk]! > best) best = chunks[chunk]!;
    const ofTopic =
      WEIGHTS.page * pages[topic]! +
      WEIGHTS.title * titles[topic]! +
      WEIGHTS.description * descriptions[topic]! +
      WEIGHTS.questions * pageQuestions[topic]!;
    evidence[topic] = best + ofTopic;
  }
  return evidence;
}

/** How near the passages of docs are to a query: the texts of chunks, and the questions written for them. */
interface PassageNearness {
  /** Cosine of the nearer of a chunk's text and its nearest question, by chunk number; 0 for chunks out of scope. */
  readonly chunks: Float32Array;
  /** Cosine of a page's nearest passage, by topic number. */
  readonly topics: Float32Array;
  /** Number of the question that is nearer than the chunk's text, by chunk number; -1 where none is. */
  readonly questions: Int32Array;
}

/**
 * Compares passages in scope with a query; `undefined` where it has no vector.
 *
 * @param compared numbers of the only topics whose passages are; left out, those of all are
 */
async function passageNearness(
  { reader, scope, vector, isMasked }: Search,
  compared?: readonly number[],
): Promise<PassageNearness | undefined> {
  if (vector === undefined) return undefined;
  const { firstChunks, firstPrompts } = reader.core;
  const nearness: PassageNearness = {
    chunks: new Float32Array(firstChunks.at(-1)!),
    topics: new Float32Array(firstChunks.length - 1),
    questions: new Int32Array(firstChunks.at(-1)!).fill(-1),
  };
  const ranges = compared?.map((topic) => [topic, topic + 1] as const) ?? [[scope.firstTopic, scope.endTopic] as const];
  await Promise.all(
    ranges.map(async ([firstTopic, endTopic]) => {
      const [first, end] = [firstChunks[firstTopic]!, firstChunks[endTopic]!];
      const firstQuestion = firstPrompts[first]!;
      const [ofChunks, ofQuestions] = await Promise.all([
        reader.similarities(first, end, vector),
        reader.questionSimilarities(firstQuestion, firstPrompts[end]!, vector),
      ]);
      for (let topic = firstTopic; topic < endTopic; topic++) {
        if (!scope.isTopicAllowed(topic)) continue;
        for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
          if (!scope.allowsAll && !scope.isAllowed(chunk)) continue;
          nearness.chunks[chunk] = ofChunks[chunk - first]!;
          for (let question = firstPrompts[chunk]!; question < firstPrompts[chunk + 1]!; question++) {
            const similarity = ofQuestions[question - firstQuestion]!;
            if (similarity <= nearness.chunks[chunk]! || isMasked(question)) continue;
            nearness.chunks[chunk] = similarity;
            nearness.questions[chunk] = question;
          }
          nearness.topics[topic] = Math.max(nearness.topics[topic]!, nearness.chunks[chunk]!);
        }
      }
    }),
  );
  return nearness;
}

/**
 * Values in standard deviations above the least of them: the differences are those of standard scores, and none is negative.
 * What is 0 is out of scope: it does not count, and gives 0.
 */
function standardized(values: Float32Array): Float32Array {
  let count = 0;
  let sum = 0;
  let squares = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value === 0) continue;
    count++;
    sum += value;
    squares += value * value;
    if (value < least) least = value;
  }
  const deviation = count === 0 ? 0 : Math.sqrt(Math.max(0, squares / count - (sum / count) ** 2));
  const standard = new Float32Array(values.length);
  if (deviation < 1e-6) return standard;
  for (let at = 0; at < values.length; at++) if (values[at] !== 0) standard[at] = (values[at]! - least) / deviation;
  return standard;
}
