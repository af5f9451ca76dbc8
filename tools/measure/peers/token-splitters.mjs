import { chunk, init } from '@chonkiejs/chunk';
import { RecursiveChunker, SentenceChunker, TokenChunker } from '@chonkiejs/core';
import { MarkdownTextSplitter, RecursiveCharacterTextSplitter } from '@langchain/textsplitters';
import { SentenceSplitter } from '@llamaindex/core/node-parser';
import { decode, encode } from 'gpt-tokenizer/encoding/cl100k_base';

/** It counts no tokens. */
const BYTES_PER_TOKEN = 4;
const SENTENCE_ENDS = ['\n\n', '\n', '.', '?', '!', ' ', ''];

const NONE_SPECIAL = { disallowedSpecial: new Set() };

/**
 * Splitters that count tokens, all with the same counter and without overlap. Each makes a function from a text to the
 * texts of its chunks.
 *
 * @param count tokens of a text
 */
export function tokenSplitters(count) {
  const langchain = (Splitter, settings) => async (size) => {
    const splitter = new Splitter({ chunkSize: size, chunkOverlap: 0, lengthFunction: count, ...settings });
    return (text) => splitter.splitText(text);
  };
  const chonkie = (Chunker) => async (chunkSize) => {
    const chunker = await Chunker.create({ chunkSize, chunkOverlap: 0, tokenizer: chonkieTokenizer(count) });
    return async (text) => (await chunker.chunk(text)).map((chunk) => chunk.text);
  };
  return [
    { name: 'LangChain Markdown', make: langchain(MarkdownTextSplitter, {}) },
    { name: 'LangChain Recursive', make: langchain(RecursiveCharacterTextSplitter, {}) },
    {
      name: 'LangChain Recursive, sentence ends',
      make: langchain(RecursiveCharacterTextSplitter, { separators: SENTENCE_ENDS }),
    },
    {
      name: 'LlamaIndex SentenceSplitter',
      make: async (chunkSize) => {
        const tokenizer = { encode: (text) => ({ length: count(text) }), decode: () => '' };
        const splitter = new SentenceSplitter({ chunkSize, chunkOverlap: 0, tokenizer });
        return async (text) => splitter.splitText(text);
      },
    },
    { name: 'chonkie Recursive', make: chonkie(RecursiveChunker) },
    { name: 'chonkie Sentence', make: chonkie(SentenceChunker) },
    { name: 'chonkie Token', make: chonkie(TokenChunker) },
    {
      name: 'chonkie chunk, four bytes a token',
      make: async (tokens) => {
        await init();
        const decoder = new TextDecoder();
        return async (text) =>
          [...chunk(text, { size: tokens * BYTES_PER_TOKEN })].map((part) =>
            typeof part === 'string' ? part : decoder.decode(part),
          );
      },
    },
  ];
}

function chonkieTokenizer(count) {
  return {
    countTokens: count,
    encode: (text) => encode(text, NONE_SPECIAL),
    decode: (tokens) => decode(tokens),
    decodeBatch: (batch) => batch.map((tokens) => decode(tokens)),
  };
}
