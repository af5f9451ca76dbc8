import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The texts of all markdown files below a folder, in the order of their paths. */
export function readMarkdown(folder: string): string[] {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md') && !path.includes('node_modules'))
    .sort();
  return paths.map((path) => readFileSync(join(folder, path), 'utf8'));
}
