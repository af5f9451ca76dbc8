import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { SearchTopic } from '@topicmill/search/retrieval';

/** Where the measurement of answers keeps its release of Pagefind. */
const PEERS_DIRECTORY = fileURLToPath(new URL('../../eval-answers/peers/', import.meta.url));

/** The part of Pagefind that is used. */
interface Pagefind {
  createIndex(options: object): Promise<{ readonly index: PagefindIndex }>;
  close(): Promise<unknown>;
}
interface PagefindIndex {
  addCustomRecord(record: {
    readonly url: string;
    readonly content: string;
    readonly language: string;
    readonly meta: { readonly title: string };
  }): Promise<unknown>;
  writeFiles(options: { readonly outputPath: string }): Promise<unknown>;
}

/**
 * Writes Pagefind's files, a record a chunk. The first call installs it, which needs the network.
 *
 * @returns false when it cannot be installed
 */
export async function writePagefindIndex(
  topics: readonly SearchTopic[],
  outputPath: string,
  log: (message: string) => void,
): Promise<boolean> {
  const entry = join(PEERS_DIRECTORY, 'node_modules/pagefind/lib/index.js');
  if (!existsSync(entry))
    spawnSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: PEERS_DIRECTORY, stdio: 'ignore' });
  if (!existsSync(entry)) {
    log('Pagefind is left out: it cannot be installed into tools/eval-answers/peers.\n');
    return false;
  }
  const pagefind = (await import(pathToFileURL(entry).href)) as Pagefind;
  const { index } = await pagefind.createIndex({});
  for (const { title, chunks } of topics) {
    for (const { path, title: chunkTitle, text } of chunks) {
      const content = `${title}\n${text}`;
      await index.addCustomRecord({ url: `/${path}`, content, language: 'en', meta: { title: chunkTitle } });
    }
  }
  await index.writeFiles({ outputPath });
  await pagefind.close();
  return true;
}
