import { MetadataMode } from '@llamaindex/core/schema';
import { chunk } from '@topicmill/chunking';
import { toLlamaIndexNodes } from '@topicmill/chunking/llamaindex';

/** The text that a LlamaIndex index embeds for each node; titles and headings are included where needed. */
export async function embeddedTexts(text: string, fileTitle: string): Promise<Map<string, string>> {
  const { chunks } = await chunk(text, { fileTitle });
  return new Map(toLlamaIndexNodes(chunks).map((node) => [node.id_, node.getContent(MetadataMode.EMBED)]));
}
