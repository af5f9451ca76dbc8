import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { joinedDocument, PageStore, readPageSet, readPages, verifyPageSet } from '@topicmill/pages/page-store';
import { generateTopics } from '@topicmill/test-support/generate';
import { crashCommand } from '../crash-command.js';

const DOCUMENT_COUNT = 3;
/** A kill comes at most so long after the first set was published: several more are by then. */
const LONGEST_DELAY_MS = 60;
const KILLS_A_ROLLBACK = 5;
const PUBLISHER = join(import.meta.dirname, 'publish-in-process.js');

/** Runs `pages`; see `--help`. */
export const killPages = crashCommand({
  name: 'npm run test:kill-pages --',
  description: 'Kills the publishing of pages at random points, and checks that a whole set is shown.',
  defaultKills: 100,
  async *run({ killCount, seed, random, directory }) {
    const sources = writeDocuments(directory, seed);
    for (let kill = 1; kill <= killCount; kill++) {
      await killPublisher(directory, [...sources.values()], random.next() * LONGEST_DELAY_MS);
      const place = hasLeftovers(directory) ? 'inside a publication' : 'between publications';
      const { name, faults } = await examine(directory, sources);
      if (kill % KILLS_A_ROLLBACK === 0) faults.push(...(await examineRollback(directory, sources)));
      yield { found: `${place}, shows ${name}`, kind: `${place}, shows ${name}`, faults };
    }
  },
});

/** Documents of several pages, by their text. */
function writeDocuments(directory: string, seed: number): Map<string, string> {
  const sources = new Map<string, string>();
  for (const { path, text } of generateTopics({ topicCount: DOCUMENT_COUNT, categoryCount: 1, seed })) {
    if (!path.endsWith('/golden-reference.md')) continue;
    const source = join(directory, `guide-${sources.size + 1}.md`);
    writeFileSync(source, text);
    sources.set(text, source);
  }
  return sources;
}

async function killPublisher(directory: string, sources: readonly string[], afterMs: number): Promise<void> {
  const publisher = spawn(process.execPath, [PUBLISHER, directory, ...sources], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(publisher, 'exit');
  try {
    await Promise.race([once(publisher.stdout, 'data'), ended]);
    await delay(afterMs);
  } finally {
    publisher.kill('SIGKILL');
  }
  await ended;
}

function hasLeftovers(directory: string): boolean {
  const names = [...readdirSync(directory), ...readdirSync(join(directory, 'pages.d'))];
  return names.some((name) => name.includes('.tmp-') || name.startsWith('.lock.'));
}

/** The current set: the name of its document, and its faults. */
async function examine(directory: string, sources: ReadonlyMap<string, string>) {
  const folder = join(directory, 'pages');
  const set = readPageSet(folder, 'pages');
  const verified = await verifyPageSet(set, folder, 'pages');
  const faults = verified.faults.map(({ message }) => message);
  const source = sources.get(joinedDocument(set, readPages(set, folder, folder)) ?? '');
  if (source === undefined) faults.push('what is shown is not one of the documents');
  return { name: source?.replace(/^.*[\\/]/, '') ?? 'nothing', faults };
}

async function examineRollback(directory: string, sources: ReadonlyMap<string, string>): Promise<string[]> {
  const { name: before } = await examine(directory, sources);
  new PageStore(join(directory, 'pages')).rollback();
  const { name, faults } = await examine(directory, sources);
  return name === before ? [...faults, `rollback still shows ${name}`] : faults;
}
