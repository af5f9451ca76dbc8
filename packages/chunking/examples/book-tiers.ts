import { type BookRecord, twoTierStrategy } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/chunking/tokens';

/** Finds snippets and returns their sections: the small tier is searched, the large one is read. */
export async function sectionsOfSnippets(
  text: string,
  isHit: (snippet: BookRecord) => boolean,
): Promise<readonly BookRecord[]> {
  const tokenCounter = await loadTokenCounter('wordpiece');
  const strategy = twoTierStrategy({ tokenCounter });
  const { sections, snippets } = strategy.chunk({ text, file: 'book.md', docId: 'book', title: 'Book' });
  const wanted = new Set(snippets.filter(isHit).map(({ parent_id }) => parent_id));
  return sections.filter(({ id }) => wanted.has(id));
}
