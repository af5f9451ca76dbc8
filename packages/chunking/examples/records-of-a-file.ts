import { readFile } from 'node:fs/promises';
import { type ChunkRecord, chunk, firstTitle } from '@topicmill/chunking';

/** The records of a markdown file, ready for a vector database: embed `embedText`, show `originalText`. */
export async function recordsOfFile(filePath: string): Promise<readonly ChunkRecord[]> {
  const text = await readFile(filePath, 'utf8');
  const { chunks, diagnostics } = await chunk(text, { fileTitle: firstTitle(text) ?? filePath, filePath });
  for (const { code, message, line } of diagnostics) console.warn(`${filePath}:${line ?? 1} ${code}: ${message}`);
  return chunks;
}
