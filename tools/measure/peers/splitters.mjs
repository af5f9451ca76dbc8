import { MarkdownTextSplitter } from '@langchain/textsplitters';
import { MarkdownNodeParser } from '@llamaindex/core/node-parser';
import { Document } from '@llamaindex/core/schema';

const CHUNK_CHARACTERS = 2400;

const langchain = new MarkdownTextSplitter({ chunkSize: CHUNK_CHARACTERS, chunkOverlap: 0 });
const llamaindex = new MarkdownNodeParser();

/** Each splits one document and returns its number of chunks. */
export const peers = [
  {
    name: '@langchain/textsplitters MarkdownTextSplitter',
    shortName: 'LangChain',
    split: async (text) => (await langchain.splitText(text)).length,
  },
  {
    name: '@llamaindex/core MarkdownNodeParser',
    shortName: 'LlamaIndex',
    split: async (text) => llamaindex.getNodesFromDocuments([new Document({ text })]).length,
  },
];
