const HIGHLIGHT = 'keyword';

/**
 * Marks the places of a term in a text, without a change to the page's elements: parts of words do not count, a hyphen is
 * as good as a space. Browsers without highlights show none.
 *
 * @returns what removes the marks
 */
export function markWords(container: HTMLElement, term: string | undefined): () => void {
  const highlights = typeof CSS === 'object' && 'highlights' in CSS ? CSS.highlights : undefined;
  if (term === undefined || highlights === undefined) return () => {};
  const words = term.split(/[\s-]+/).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${words.join('[\\s-]+')}(?![\\p{L}\\p{N}])`, 'giu');
  const highlight = new Highlight();
  const walker = document.createTreeWalker(container, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    for (const { index, 0: found } of node.textContent!.matchAll(pattern)) {
      const range = new Range();
      range.setStart(node, index);
      range.setEnd(node, index + found.length);
      highlight.add(range);
    }
  }
  highlights.set(HIGHLIGHT, highlight);
  return () => highlights.delete(HIGHLIGHT);
}
