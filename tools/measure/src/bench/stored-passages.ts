import type { ArtifactInput, ArtifactSplitter } from '@topicmill/artifacts/store';
import { partSeed, Random } from '@topicmill/test-support/generate';
import { ENGLISH_STOP_WORDS } from '@topicmill/text/stop-words';

/** Length of the passages that are searched, in UTF-16 units. */
export const PASSAGE_LENGTH = 1000;
const PASSAGES_PER_ARTIFACT = 200;
const QUESTION_COUNT = 100;
const QUESTION_WORDS = 8;
const SEED = 1;

/** Words of all texts: about what the English Wikipedia has in a million passages, names and typing errors apart. */
const VOCABULARY_SIZE = 200_000;
/** Subjects, each with words of its own that are frequent in its artifacts. */
const SUBJECT_COUNT = 1_000;
const SUBJECT_SHARE = 0.35;
const LONGEST_SENTENCE = 24;
const SYLLABLES = [...'bcdfghklmnprstvz'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));
const STOP_WORDS = [...ENGLISH_STOP_WORDS];

/** Artifacts that together have this many passages, made as they are asked for: a million are longer than a string can be. */
export function* storedArtifacts(passageCount: number): Generator<ArtifactInput> {
  for (let left = passageCount, at = 0; left > 0; left -= PASSAGES_PER_ARTIFACT, at++) {
    const content = textOf(at, Math.min(left, PASSAGES_PER_ARTIFACT) * PASSAGE_LENGTH);
    yield { content, artifactType: 'note', sourceSystem: 'bench', sourceId: String(at) };
  }
}

/** Passages of one length. */
export const passagesOf = ((text: string) => {
  const chunks = [];
  for (let startChar = 0; startChar < text.length; startChar += PASSAGE_LENGTH) {
    const endChar = Math.min(text.length, startChar + PASSAGE_LENGTH);
    chunks.push({ startChar, endChar, tokenCount: PASSAGE_LENGTH >> 2 });
  }
  return { tokenCount: text.length >> 2, chunks };
}) satisfies ArtifactSplitter;

/** Words in a row of the first artifacts, one question each. */
export function storedQuestions(): string[] {
  return Array.from({ length: QUESTION_COUNT }, (_, at) =>
    textOf(at % (QUESTION_COUNT / 2), PASSAGE_LENGTH * (1 + Math.floor((2 * at) / QUESTION_COUNT)))
      .slice(-PASSAGE_LENGTH)
      .match(/\p{L}+/gu)!
      .slice(1, 1 + QUESTION_WORDS)
      .join(' '),
  );
}

/** Sentences whose words follow Zipf's law, over all texts and within a subject. */
function textOf(artifact: number, length: number): string {
  const random = new Random(partSeed(SEED, 'artifact', artifact));
  const firstOfSubject = Math.floor((random.integer(0, SUBJECT_COUNT - 1) * VOCABULARY_SIZE) / SUBJECT_COUNT);
  let text = '';
  while (text.length < length) {
    const words = Array.from({ length: random.integer(4, LONGEST_SENTENCE) }, () => {
      // The rank of a word is k in proportion to 1 / k.
      const rank = Math.floor(VOCABULARY_SIZE ** random.next()) - 1;
      return random.chance(SUBJECT_SHARE) ? madeUpWord((firstOfSubject + rank) % VOCABULARY_SIZE) : wordOf(rank);
    });
    text += `${words.join(' ')}.${random.chance(0.2) ? '\n\n' : ' '}`;
  }
  return text.slice(0, length);
}

function wordOf(rank: number): string {
  return STOP_WORDS[rank] ?? madeUpWord(rank - STOP_WORDS.length);
}

/** The more frequent, the shorter. */
function madeUpWord(number: number): string {
  const syllable = SYLLABLES[number % SYLLABLES.length]!;
  return number < SYLLABLES.length ? `${syllable}n` : madeUpWord(Math.floor(number / SYLLABLES.length) - 1) + syllable;
}
