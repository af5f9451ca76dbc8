import { chunkSync } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/chunking/tokens';

/** Chunks for a model with a context of 256 tokens, each with all its parent headings; the counter is loaded once. */
export async function smallChunks(texts: ReadonlyMap<string, string>): Promise<string[]> {
  const tokenCounter = await loadTokenCounter('cl100k_base');
  return [...texts].flatMap(([fileTitle, text]) =>
    chunkSync(text, {
      fileTitle,
      minTokens: 32,
      targetTokens: 200,
      maxTokens: 256,
      overlapSentences: 1,
      breadcrumbMode: 'always',
      tokenCounter,
    }).chunks.map(({ embedText }) => embedText),
  );
}
