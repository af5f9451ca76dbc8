import { Document } from '@langchain/core/documents';
import { FakeVectorStore, SyntheticEmbeddings } from '@langchain/core/utils/testing';
import { MetadataMode, TextNode } from '@llamaindex/core/schema';
import { expect, test } from 'vitest';
import { chunk, toLangChainDocument, toLlamaIndexNode } from '../../src/index.js';
import { toLangChainDocuments } from '../../src/records/langchain.js';
import { toLlamaIndexNodes } from '../../src/records/llamaindex.js';

const text = `# Guide\n\n${'One sentence follows another here. '.repeat(90).trim()}\n`;
const { chunks } = await chunk(text, { fileTitle: 'Guide', filePath: 'guide.md' });

test('LangChain documents: what is embedded is the content, all else is metadata', () => {
  const documents = toLangChainDocuments(chunks);
  for (const document of documents) expect(document).toBeInstanceOf(Document);
  expect(documents.map(({ id }) => id)).toEqual(['doc:guide::ch0', 'doc:guide::ch1']);
  expect(documents[1]!.pageContent).toBe(chunks[1]!.embedText);
  expect(documents[1]!.metadata).toMatchObject({ originalText: chunks[1]!.originalText, headerPath: ['Guide'] });
  expect(documents[1]!.metadata).not.toHaveProperty('embedText');
});

test('LangChain documents go through a vector store of LangChain and back', async () => {
  const store = await FakeVectorStore.fromDocuments(
    toLangChainDocuments(chunks),
    new SyntheticEmbeddings({ vectorSize: 8 }),
  );
  const found = await store.similaritySearch('sentence', chunks.length);
  expect(found.map(({ metadata }) => metadata['originalText']).sort()).toEqual(
    chunks.map(({ originalText }) => originalText).sort(),
  );
});

test('plain fields for LangChain need no LangChain', () => {
  expect(new Document(toLangChainDocument(chunks[0]!))).toEqual(toLangChainDocuments(chunks)[0]);
});

test('LlamaIndex nodes: linked to their document and their neighbours', () => {
  const [first, second] = toLlamaIndexNodes(chunks);
  expect(first).toBeInstanceOf(TextNode);
  expect(first!.sourceNode?.nodeId).toBe('doc:guide');
  expect(first!.nextNode?.nodeId).toBe('doc:guide::ch1');
  expect(first!.prevNode).toBeUndefined();
  expect(second!.prevNode?.nodeId).toBe('doc:guide::ch0');
  expect(second!.nextNode).toBeUndefined();
  expect(second!.getNodeInfo()).toEqual({
    start: chunks[1]!.sourcePosition.charStart,
    end: chunks[1]!.sourcePosition.charEnd,
  });
  expect(text.slice(second!.startCharIdx, second!.endCharIdx)).toBe(
    text.slice(chunks[1]!.sourcePosition.charStart).trimEnd(),
  );
});

test('LlamaIndex nodes: the record’s own text is what is embedded; a model sees title and headings next to it', () => {
  const node = toLlamaIndexNodes(chunks)[1]!;
  expect(node.getContent(MetadataMode.EMBED)).toBe(chunks[1]!.embedText);
  const shown = node.getContent(MetadataMode.LLM);
  expect(shown).toContain('headerBreadcrumb: Guide');
  expect(shown).not.toContain('originalText');
  expect(node.metadata).toMatchObject({ originalText: chunks[1]!.originalText });
});

test('LlamaIndex nodes survive JSON', () => {
  const node = toLlamaIndexNodes(chunks)[0]!;
  expect(node.toJSON()).toMatchObject({ id_: 'doc:guide::ch0', text: chunks[0]!.embedText });
  expect(new TextNode(toLlamaIndexNode(chunks[0]!)).hash).toBe(node.hash);
});
