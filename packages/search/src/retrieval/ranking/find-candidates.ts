import type { IndexTables } from '../search-index/index-tables.js';
import { weakenChangePages } from './change-pages.js';
import { chunkEvidence } from './chunk-evidence.js';
import { type QuestionComparison, questionSimilarity } from './question-similarity.js';
import type { Candidate, Findings } from './rank-chunks.js';
import type { Scope } from './scope.js';
import type { WordScores } from './score-words.js';
import type { SearchMode } from './search-mode.js';

/** What each further chunk of a topic adds, against the one before. */
const CHUNK_DECAY = 0.3;
/** Chunks beyond these add less than a hundredth. */
const COUNTED_CHUNKS = 4;
/** What the score of all chunks together counts, against that of a chunk. */
const PAGE_WEIGHT = 0.3;
/** What a title's score counts, against that of a chunk. */
const TITLE_WEIGHT = 1.25;
/** The same of a description, whose words the text often has too. */
const DESCRIPTION_WEIGHT = 0.25;
/** The same of all questions together, which are few words. */
const QUESTIONS_WEIGHT = 2.5;

/**
 * The evidence of words for each topic: the score of its best chunk, of the next best ones ever less, of all of them
 * as one text, of its title, of its description and of its questions.
 *
 * @param firstChunks number of each topic's first chunk, and one more entry
 * @returns by topic number
 */
function topicEvidence(
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
  const best = new Float64Array(COUNTED_CHUNKS);
  for (let topic = 0; topic < titles.length; topic++) {
    best.fill(0);
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      if (chunks[chunk]! > best[COUNTED_CHUNKS - 1]!) insert(best, chunks[chunk]!);
    }
    let sum = 0;
    for (let at = COUNTED_CHUNKS - 1; at >= 0; at--) sum = best[at]! + CHUNK_DECAY * sum;
    const ofTopic =
      PAGE_WEIGHT * pages[topic]! +
      TITLE_WEIGHT * titles[topic]! +
      DESCRIPTION_WEIGHT * descriptions[topic]! +
      QUESTIONS_WEIGHT * pageQuestions[topic]!;
    evidence[topic] = sum + ofTopic;
  }
  return evidence;
}

/** Puts a score above the least of the best ones at its place among them; they are in falling order. */
function insert(best: Float64Array, score: number): void {
  let at = COUNTED_CHUNKS - 1;
  for (; at > 0 && score > best[at - 1]!; at--) best[at] = best[at - 1]!;
  best[at] = score;
}

/** The parts of one search. */
interface Search {
  readonly reader: IndexTables;
  readonly scope: Scope;
  readonly words: WordScores;
  /** Of length 1; `undefined` when vectors do not count. */
  readonly vector: Float32Array | undefined;
  /** Whether the query asks for the way to do something. */
  readonly howTo: boolean;
  /** Whether the query asks for what changed: pages that tell it then count as others do. */
  readonly asksForChanges: boolean;
  /** Topics whose chunks are looked at. */
  readonly topicCount: number;
  /** Those of them, the best by their words, that are compared by vectors and questions in a hybrid search. */
  readonly comparedCount: number;
  /** Distance to the nearest of some questions, by their hashes and the number of the first, if it is near. */
  nearestPrompt(hashes: BigUint64Array, first: number): number | undefined;
  /** Left out where questions do not count as wholes. */
  readonly questions?: QuestionComparison | undefined;
}

/** The chunks that may answer a query, and the evidence for their topics. */
export async function findCandidates(search: Search, mode: SearchMode): Promise<Findings> {
  if (mode === 'prompts') return findByPrompts(search);
  if (mode === 'vectors') return findByVectors(search);
  const findings = await findByWords(search, mode === 'hybrid');
  const hasNothing = findings.candidates.length === 0 && mode === 'hybrid' && search.vector !== undefined;
  return hasNothing ? findByVectors(search) : findings;
}

async function findByWords(search: Search, isHybrid: boolean): Promise<Findings> {
  const { reader, scope, words, topicCount, comparedCount } = search;
  if (!scope.allowsAll) leaveOutOthers(search);
  const evidence = topicEvidence(reader.core.firstChunks, words);
  if (!search.asksForChanges) weakenChangePages(evidence, reader.manifest.changePages ?? []);
  const topics = largestOf(evidence, scope, topicCount);
  const compared = isHybrid ? new Set(largestOf(evidence, scope, comparedCount)) : new Set<number>();
  const [groups, ofQuestions] = await Promise.all([
    Promise.all(topics.map((topic) => candidatesOf(topic, search, compared.has(topic)))),
    isHybrid && search.questions !== undefined
      ? questionSimilarity([...compared], search.questions, search)
      : undefined,
  ]);
  return {
    candidates: groups.flat(),
    topicEvidence: evidence,
    isCompared: (topic) => compared.has(topic),
    mixesVectors: isHybrid && search.vector !== undefined,
    questionSimilarity: ofQuestions,
  };
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

/** The chunks of a topic; of those without evidence only the first, since the title may be evidence for the topic. */
async function candidatesOf(topic: number, search: Search, isCompared: boolean): Promise<Candidate[]> {
  const { reader, scope, words, vector, howTo } = search;
  const first = reader.core.firstChunks[topic]!;
  const end = reader.core.firstChunks[topic + 1]!;
  const [similarities, distances] = await Promise.all([
    isCompared && vector !== undefined ? reader.similarities(first, end, vector) : undefined,
    isCompared ? promptDistances(first, end, search) : undefined,
  ]);
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
    if (similarities === undefined && promptDistance === undefined && evidence === 0 && candidates.length > 0) continue;
    candidates.push({ chunk, topic, evidence, similarity: similarities?.[chunk - first], promptDistance });
  }
  return candidates;
}

async function findByVectors({ reader, scope, vector, topicCount }: Search): Promise<Findings> {
  const { firstChunks } = reader.core;
  const first = firstChunks[scope.firstTopic]!;
  const similarities = await reader.similarities(first, firstChunks[scope.endTopic]!, vector!);
  const evidence = new Float32Array(firstChunks.length - 1);
  for (let topic = scope.firstTopic; topic < scope.endTopic; topic++) {
    if (!scope.isTopicAllowed(topic)) continue;
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      if (scope.isAllowed(chunk)) evidence[topic] = Math.max(evidence[topic]!, similarities[chunk - first]!);
    }
  }
  const candidates: Candidate[] = [];
  for (const topic of largestOf(evidence, scope, topicCount)) {
    for (let chunk = firstChunks[topic]!; chunk < firstChunks[topic + 1]!; chunk++) {
      const similarity = similarities[chunk - first]!;
      if (similarity > 0 && scope.isAllowed(chunk)) candidates.push({ chunk, topic, evidence: similarity, similarity });
    }
  }
  return { candidates, topicEvidence: evidence, mixesVectors: false };
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
        candidates.push({ chunk, topic, evidence: 0, promptDistance });
      }
    }
  }
  return { candidates, topicEvidence: new Float32Array(firstChunks.length - 1), mixesVectors: false };
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
function largestOf(evidence: Float32Array, scope: Scope, count: number): number[] {
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
