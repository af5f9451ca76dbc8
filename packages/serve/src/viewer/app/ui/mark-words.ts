import { markPieces } from '@topicmill/search/retrieval';

/** Offsets of a mark in a text node, in UTF-16 units. */
type Span = readonly [start: number, end: number];

/**
 * Marks the places of a keyword in a text, without a change to the page's elements: parts of words do not count, a hyphen
 * is as good as a space. Browsers without highlights show none.
 *
 * @returns what removes the marks
 */
export function markKeyword(container: HTMLElement, term: string | undefined): () => void {
  if (term === undefined) return () => {};
  const words = term.split(/[\s-]+/).filter((word) => word !== '');
  if (words.length === 0) return () => {};
  const escaped = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${escaped.join('[\\s-]+')}(?![\\p{L}\\p{N}])`, 'giu');
  return highlight('keyword', container, (text) =>
    Array.from(text.matchAll(pattern), ({ index, 0: found }) => [index, index + found.length]),
  );
}

/** The same for the words of a query, in the forms that the search takes for them. */
export function markQueryWords(container: HTMLElement, words: readonly string[]): () => void {
  if (words.length === 0) return () => {};
  return highlight('query', container, (text) => {
    const spans: Span[] = [];
    let at = 0;
    for (const piece of markPieces(text, words)) {
      if (piece.isHit) spans.push([at, at + piece.text.length]);
      at += piece.text.length;
    }
    return spans;
  });
}

function highlight(name: string, container: HTMLElement, spansOf: (text: string) => readonly Span[]): () => void {
  const highlights = typeof CSS === 'object' && 'highlights' in CSS ? CSS.highlights : undefined;
  if (highlights === undefined) return () => {};
  const marked = new Highlight();
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const [start, end] of spansOf(node.textContent!)) {
      const range = new Range();
      range.setStart(node, start);
      range.setEnd(node, end);
      marked.add(range);
    }
  }
  highlights.set(name, marked);
  return () => highlights.delete(name);
}
