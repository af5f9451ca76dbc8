import { expect, test } from 'vitest';
import { chunk, toLangChainDocument, toLlamaIndexNode } from '../../src/index.js';

const text = `# Guide\n\n${'One sentence follows another here. '.repeat(90)}\n`;

test('LangChain documents', async () => {
  const { chunks } = await chunk(text, { fileTitle: 'Guide' });
  const documents = chunks.map(toLangChainDocument);
  expect(documents.map(({ id }) => id)).toEqual(['doc:Guide::ch0', 'doc:Guide::ch1']);
  expect(documents[1]!.pageContent).toBe(chunks[1]!.embedText);
  expect(documents[1]!.metadata).toMatchObject({ originalText: chunks[1]!.originalText, headerPath: ['Guide'] });
  expect(documents[1]!.metadata).not.toHaveProperty('embedText');
});

test('LlamaIndex nodes, linked', async () => {
  const { chunks } = await chunk(text, { fileTitle: 'Guide' });
  const [first, second] = chunks.map(toLlamaIndexNode);
  expect(first!.relationships).toEqual({
    SOURCE: { nodeId: 'doc:Guide', metadata: {} },
    NEXT: { nodeId: 'doc:Guide::ch1', metadata: {} },
  });
  expect(second).toMatchObject({
    id_: 'doc:Guide::ch1',
    text: chunks[1]!.embedText,
    relationships: { PREVIOUS: { nodeId: 'doc:Guide::ch0', metadata: {} } },
    endCharIdx: text.length - 1,
  });
  expect(second!.excludedEmbedMetadataKeys).toEqual(Object.keys(second!.metadata));
});
