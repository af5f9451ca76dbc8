import { createHash } from 'node:crypto';
import { splitDocument } from '@topicmill/pages/pagination';
import { loadTokenCounter } from '@topicmill/text/tokens';
import type { FoundPage } from '../../src/page-scoring/index.js';

const counter = await loadTokenCounter('cl100k_base');

/** Counts words, so that sums can be done by hand. */
export const words = { count: (text: string) => text.split(/\s+/).filter((word) => word !== '').length };

/** A document with one page per fact; each fact is on the page with its index. */
export async function pagesOf(facts: readonly string[]): Promise<{ pages: FoundPage[]; document: string }> {
  const document = facts.map((fact, index) => `# Part ${index}\n\n${fact}\n\n${'filler '.repeat(130)}\n`).join('\n');
  const { pages } = await splitDocument({
    text: document,
    file: 'guide.md',
    baseUrl: 'https://example.com/guide',
    limits: { maxTokens: 300, overlapTokens: 0, allowsOversize: false },
    counter,
    sha256: (text) => createHash('sha256').update(text).digest('hex'),
  });
  return { pages: pages.map(({ token, text }) => ({ ct: token, text, isWhole: true, hasComment: true })), document };
}

/** Pages of a plain manifest: the text and nothing else. */
export function plainPages(texts: readonly string[]): FoundPage[] {
  const id = (index: number) => (texts[index] === undefined ? null : `p${index}`);
  return texts.map((text, index) => ({
    ct: { id: `p${index}`, prev: id(index - 1), next: id(index + 1) },
    text,
    isWhole: true,
    hasComment: false,
  }));
}
