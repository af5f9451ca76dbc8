import type { Range } from './score-passages.js';

/**
 * Where the texts of chunks are in a text, each after the start of the one before; white space does not count, since
 * some splitters change it. A chunk that is not found is left out.
 */
export function locateChunks(text: string, chunks: readonly string[]): Range[] {
  const { written, offsets } = withoutSpace(text);
  const ranges: Range[] = [];
  let from = 0;
  for (const chunk of chunks) {
    const wanted = chunk.replace(/\s+/g, '');
    if (wanted === '') continue;
    const at = written.indexOf(wanted, from);
    if (at === -1) continue;
    ranges.push({ start: offsets[at]!, end: offsets[at + wanted.length - 1]! + 1 });
    from = at + wanted.length;
  }
  return ranges;
}

function withoutSpace(text: string): { written: string; offsets: Uint32Array } {
  const offsets = new Uint32Array(text.length);
  let count = 0;
  let written = '';
  for (const { 0: word, index } of text.matchAll(/\S+/g)) {
    written += word;
    for (let at = 0; at < word.length; at++) offsets[count++] = index + at;
  }
  return { written, offsets };
}
