import type { SearchTopic } from './search-topic.js';

/** Text in one file, at most, unless one chunk is longer. In UTF-16 units. */
const MAX_LENGTH = 32_768;

/** The texts of all chunks as JSON texts of a few chunks each. */
export function writeTexts(topics: readonly SearchTopic[]): { readonly text: string; readonly firstChunk: number }[] {
  const files: { texts: string[]; firstChunk: number; length: number }[] = [];
  for (const [number, { text }] of topics.flatMap(({ chunks }) => chunks).entries()) {
    const last = files.at(-1);
    if (last === undefined || last.length + text.length > MAX_LENGTH) {
      files.push({ texts: [text], firstChunk: number, length: text.length });
    } else {
      last.texts.push(text);
      last.length += text.length;
    }
  }
  return files.map(({ texts, firstChunk }) => ({ text: `${JSON.stringify(texts)}\n`, firstChunk }));
}
