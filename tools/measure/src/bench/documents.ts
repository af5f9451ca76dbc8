import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateTopics } from '@topicmill/test-support/generate';

const CATEGORY_COUNT = 20;
const SEED = 1;

/** Markdown documents to measure on. */
export interface Documents {
  /** Where they come from, for people. */
  readonly source: string;
  readonly texts: readonly string[];
  readonly byteCount: number;
}

/** References of generated topics, until they have this many bytes. */
export function generatedDocuments(byteCount: number): Documents {
  const texts: string[] = [];
  let total = 0;
  for (const text of generatedReferences()) {
    if (total >= byteCount) break;
    texts.push(text);
    total += Buffer.byteLength(text);
  }
  return { source: 'generated topics', texts, byteCount: total };
}

/** References of generated topics, one after the other, without keeping them. */
export function* generatedReferences(): Generator<string> {
  for (const { path, text } of generateTopics({ topicCount: 1e6, categoryCount: CATEGORY_COUNT, seed: SEED })) {
    if (path.endsWith('/golden-reference.md')) yield asRead(Buffer.from(text));
  }
}

/** All markdown files below some folders, in the order of their paths, until they have this many bytes. */
export function foundDocuments(folders: readonly string[], byteCount: number): Documents {
  const texts: string[] = [];
  let total = 0;
  for (const folder of folders) {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
      if (total >= byteCount) break;
      if (!path.endsWith('.md') || path.includes('node_modules')) continue;
      const bytes = readFileSync(join(folder, path));
      texts.push(asRead(bytes));
      total += bytes.length;
    }
  }
  return { source: folders.join(', '), texts, byteCount: total };
}

/** Strings that were put together are slower to read than those that were decoded from a file. */
function asRead(bytes: Buffer): string {
  return bytes.toString('utf8');
}

/** Number, size and origin of documents, in words. */
export function describeDocuments({ source, texts, byteCount }: Documents): string {
  return `${texts.length} documents, ${(byteCount / 1e6).toFixed(1)} MB: ${source}`;
}
