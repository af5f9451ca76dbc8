import type { ArtifactSplitter } from '../../src/store/index.js';

/**
 * Cuts every `size - overlap` UTF-16 units; texts of up to `wholeLength` stay whole. A token is a unit here, so that
 * tests can say exactly where a chunk begins.
 */
export function windowSplitter(size: number, overlap: number, wholeLength: number = size): ArtifactSplitter {
  return (text) => {
    if (text.length <= wholeLength) return { tokenCount: text.length, chunks: [] };
    const chunks = [];
    for (let start = 0; chunks.length === 0 || chunks.at(-1)!.endChar < text.length; start += size - overlap) {
      const end = Math.min(text.length, start + size);
      chunks.push({ startChar: start, endChar: end, tokenCount: end - start });
    }
    return { tokenCount: text.length, chunks };
  };
}
