import type { WordScores } from './score-words.js';

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
