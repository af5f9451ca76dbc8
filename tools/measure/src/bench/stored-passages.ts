import type { ArtifactInput, ArtifactSplitter } from '@topicmill/artifacts/store';
import { generatedReferences } from './documents.js';

/** Length of the passages that are searched, in UTF-16 units. */
export const PASSAGE_LENGTH = 1000;
const PASSAGES_PER_ARTIFACT = 200;
const QUESTION_COUNT = 40;
/** Letters of a generated text that are asked for: about six words. */
const QUESTION_LENGTH = 40;

/** Artifacts that together have this many passages, made as they are asked for: a million are longer than a string can be. */
export function* storedArtifacts(passageCount: number): Generator<ArtifactInput> {
  const artifactLength = PASSAGES_PER_ARTIFACT * PASSAGE_LENGTH;
  let left = passageCount * PASSAGE_LENGTH;
  let text = '';
  for (const reference of generatedReferences()) {
    text += `${reference}\n`;
    while (text.length >= artifactLength) {
      const content = text.slice(0, Math.min(left, artifactLength));
      yield { content, artifactType: 'note', sourceSystem: 'bench', sourceId: String(left) };
      text = text.slice(artifactLength);
      left -= content.length;
      if (left === 0) return;
    }
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

/** Words that the stored texts have, from places all over the first of them. */
export function storedQuestions(): string[] {
  const [first] = storedArtifacts(PASSAGES_PER_ARTIFACT);
  const { content } = first!;
  const step = Math.floor(content.length / QUESTION_COUNT);
  return Array.from({ length: QUESTION_COUNT }, (_, at) => {
    const words = content.slice(at * step, at * step + QUESTION_LENGTH).match(/[\p{L}\p{N}]+/gu) ?? [];
    return words.slice(1, -1).join(' ');
  });
}
