import { explainChunks } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/chunking/tokens';

/** One line per chunk: where it begins, how large it is, and the rule that determined its start. */
export async function reasons(text: string): Promise<string[]> {
  const options = { tokenCounter: await loadTokenCounter('cl100k_base') };
  const document = { text, file: 'guide.md', fileTitle: 'Guide' };
  const { chunks } = await explainChunks(document, { strategy: 'structural', options });
  return chunks.map(
    ({ startLine, tokenCount, start }) => `line ${startLine}, ${tokenCount} tokens, ${start.rule}: ${start.reason}`,
  );
}
