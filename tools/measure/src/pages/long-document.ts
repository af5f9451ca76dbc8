import { generateTopics } from '@topicmill/test-support/generate';
import type { TokenCounter } from '@topicmill/text/tokens';

const SEED = 1;
const CATEGORY_COUNT = 20;

/**
 * A document of at least `tokenCount` tokens: references of generated topics, one after another, each with a link
 * and a footnote whose definitions are at the end of the document.
 */
export function longDocument(tokenCount: number, counter: TokenCounter): string {
  const parts: string[] = [];
  const definitions: string[] = [];
  let total = 0;
  for (const { path, text } of generateTopics({ topicCount: 1e6, categoryCount: CATEGORY_COUNT, seed: SEED })) {
    if (total >= tokenCount) break;
    if (!path.endsWith('/golden-reference.md')) continue;
    const number = definitions.length + 1;
    parts.push(`${text}\nMore in [part ${number}][p${number}], with a note[^n${number}].\n`);
    definitions.push(`[p${number}]: https://example.com/${number}\n\n[^n${number}]: A note on part ${number}.\n`);
    total += counter.count(text);
  }
  return [...parts, ...definitions].join('\n');
}
