import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256Hex } from '@topicmill/base/files';
import { compareCodeUnits } from '@topicmill/base/order';

/** A document with its path below the folder that it was found in. */
export interface PublicDocument {
  readonly path: string;
  readonly text: string;
}

const MARKDOWN = /\.(?:md|mdx|markdown)$/i;
const NOT_TEXT = '\0';

/** The markdown files below folders, by code unit, each text once; without hidden folders and files that are not text. */
export function* publicDocuments(folders: readonly string[]): Generator<PublicDocument> {
  const seen = new Set<string>();
  for (const folder of folders) yield* documentsBelow(folder, seen);
}

function* documentsBelow(folder: string, seen: Set<string>): Generator<PublicDocument> {
  for (const path of markdownBelow(folder, '')) {
    const bytes = readFileSync(join(folder, path));
    const text = bytes.toString('utf8');
    const hash = sha256Hex(bytes);
    if (seen.has(hash) || text.trim() === '' || text.includes(NOT_TEXT)) continue;
    seen.add(hash);
    yield { path, text };
  }
}

function* markdownBelow(folder: string, prefix: string): Generator<string> {
  const entries = readdirSync(join(folder, prefix), { withFileTypes: true });
  for (const entry of entries.sort((a, b) => compareCodeUnits(a.name, b.name))) {
    if (entry.name.startsWith('.')) continue;
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.isDirectory()) yield* markdownBelow(folder, path);
    else if (entry.isFile() && MARKDOWN.test(entry.name)) yield path;
  }
}
