import type { SnippetPiece } from '@topicmill/search/retrieval';

/** Makes an element without markup in texts: everything that comes from an index is text. */
export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** A text with the words that were found marked. */
export function markedText(pieces: readonly SnippetPiece[]): (Node | string)[] {
  return pieces.map(({ text, isHit }) => (isHit ? element('mark', {}, text) : text));
}
