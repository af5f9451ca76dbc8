import { MetadataMode } from '@llamaindex/core/schema';
import { chunk } from '@topicmill/chunking';
import { toLlamaIndexNodes } from '@topicmill/chunking/llamaindex';

/** What a LlamaIndex index embeds of a document, by node; titles and headings are in the text where they are needed. */
export async function embeddedTexts(text: string, fileTitle: string): Promise<Map<string, string>> {
  const { chunks } = await chunk(text, { fileTitle });
  return new Map(toLlamaIndexNodes(chunks).map((node) => [node.id_, node.getContent(MetadataMode.EMBED)]));
}
