/** Counts lower-case words; those of lines that start like a heading three times. */
export function countPlainWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const line of text.split('\n')) {
    const weight = /^ {0,3}#{1,6}\s/.test(line) ? 3 : 1;
    for (const word of line.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      counts.set(word, (counts.get(word) ?? 0) + weight);
    }
  }
  return counts;
}
