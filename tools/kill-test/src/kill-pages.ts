import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type CommandIo, createProgram, type ExitCode, processIo, runProgram, wholeNumber } from '@topicmill/base/cli';
import { generateTopics, Random } from '@topicmill/generate-topics';
import { joinedDocument, PageSetFolder, readPageSet, readPages, verifyFiles } from '@topicmill/pages/page-store';
import { loadTokenCounter, type TokenCounter } from '@topicmill/text/tokens';

const DOCUMENT_COUNT = 3;
/** A kill comes at most so long after the first set was published: several more are by then. */
const LONGEST_DELAY_MS = 60;
const KILLS_A_ROLLBACK = 5;
const PUBLISHER = join(import.meta.dirname, 'publish-in-process.js');

/** Runs `kill-pages`; see `--help`. Returns the exit code. */
export function main(args: readonly string[], io: CommandIo = processIo()): Promise<ExitCode> {
  let exitCode: ExitCode = 0;
  const program = createProgram(
    {
      name: 'kill-pages',
      version: '0.1.0',
      description: 'Kills the publishing of pages at random points, and checks that a whole set is shown.',
      examples: [['kill-pages --kills 100 --seed 1', 'a hundred kills, a rollback after each fifth']],
    },
    io,
  )
    .option('--kills <number>', 'how often a publisher is killed', wholeNumber(1), 100)
    .option('--seed <number>', 'another seed kills elsewhere', wholeNumber(1), 1)
    .action(async ({ kills, seed }: { kills: number; seed: number }) => {
      exitCode = await killManyTimes(kills, seed, io);
    });
  return runProgram(program, args, io, () => exitCode);
}

async function killManyTimes(kills: number, seed: number, io: CommandIo): Promise<ExitCode> {
  const directory = mkdtempSync(join(tmpdir(), 'topicmill-kill-pages-'));
  try {
    const sources = writeDocuments(directory, seed);
    const counter = await loadTokenCounter('cl100k_base');
    const random = new Random(seed);
    const shownTimes = new Map<string, number>();
    let interrupted = 0;
    let faultCount = 0;
    for (let kill = 1; kill <= kills; kill++) {
      await killPublisher(directory, [...sources.values()], random.next() * LONGEST_DELAY_MS);
      if (hasLeftovers(directory)) interrupted++;
      const { name, faults } = examine(directory, sources, counter);
      shownTimes.set(name, (shownTimes.get(name) ?? 0) + 1);
      if (kill % KILLS_A_ROLLBACK === 0) faults.push(...examineRollback(directory, sources, counter));
      for (const fault of faults) io.stderr.write(`kill ${kill}: ${fault}\n`);
      faultCount += faults.length;
    }
    const shown = [...shownTimes].sort().map(([name, times]) => `${name} ${times}`);
    io.stdout.write(`${kills} kills, ${interrupted} of them inside a publication; shown: ${shown.join(', ')}\n`);
    io.stdout.write(`${faultCount} faults\n`);
    return faultCount === 0 ? 0 : 1;
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

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
  return names.some((name) => name.includes('.tmp-') || name === '.lock');
}

/** What is shown: the document that it is made of, and what is wrong with it. */
function examine(directory: string, sources: ReadonlyMap<string, string>, counter: TokenCounter) {
  const folder = join(directory, 'pages');
  const set = readPageSet(folder, 'pages');
  const faults = set.graphFaults.map(({ message }) => message);
  if (set.found.kind === 'set') {
    faults.push(...verifyFiles(set.found.manifest, folder, 'pages', counter).map(({ message }) => message));
  }
  const source = sources.get(joinedDocument(set, readPages(set, folder)) ?? '');
  if (source === undefined) faults.push('what is shown is none of the documents');
  return { name: source?.replace(/^.*[\\/]/, '') ?? 'nothing', faults };
}

function examineRollback(directory: string, sources: ReadonlyMap<string, string>, counter: TokenCounter): string[] {
  const before = examine(directory, sources, counter).name;
  new PageSetFolder(join(directory, 'pages')).rollback();
  const { name, faults } = examine(directory, sources, counter);
  return name === before ? [...faults, `rollback still shows ${name}`] : faults;
}
