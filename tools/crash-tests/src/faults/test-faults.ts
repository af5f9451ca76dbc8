import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { wholeNumber } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { type Table, tableCommand } from '@topicmill/measure/tables';
import { Random } from '@topicmill/test-support/generate';
import type { BuildMode } from '../builds/run-build.js';
import { buildTogether } from './build-together.js';
import { damageCaches } from './damage-caches.js';
import { failCalls } from './fail-calls.js';
import { failProcesses } from './fail-processes.js';
import { FaultyDocs, folderFor } from './faulty-docs.js';
import { killCalls } from './kill-calls.js';
import { PartCount, type PartResult } from './part.js';

interface FaultOptions {
  readonly calls: number;
  readonly kills: number;
  readonly damages: number;
  readonly nxFaults: number;
  readonly nxDamages: number;
  readonly together: number;
  readonly seed: number;
  readonly minutes: number;
}

type Run = (docs: FaultyDocs, random: Random, count: PartCount) => Promise<void>;

interface Part {
  readonly option: Exclude<keyof FaultOptions, 'seed' | 'minutes'>;
  readonly unit: string;
  readonly mode: BuildMode;
  readonly run: Run;
}

const PARTS: readonly Part[] = [
  { option: 'calls', unit: 'failed calls of a build in one process', mode: 'in-process', run: failCalls },
  { option: 'kills', unit: 'kills of a build in one process', mode: 'in-process', run: killCalls },
  { option: 'damages', unit: 'damaged files of caches', mode: 'in-process', run: damageCaches },
  { option: 'nxFaults', unit: 'failed calls and kills in processes of nx run-many', mode: 'nx', run: failProcesses },
  { option: 'nxDamages', unit: 'damaged files of caches, of Nx too', mode: 'nx', run: damageCaches },
  { option: 'together', unit: 'rounds of two builds, watch and git checkout', mode: 'in-process', run: buildTogether },
];

/** Runs `faults`; see `--help`. */
export const testFaults = tableCommand<FaultOptions>(
  {
    name: 'npm run test:faults --',
    description:
      'Lets calls to the file system fail, kills processes, damages caches and runs builds, watch and git checkout at once; then the next build must make what a clean one makes, with what people wrote.',
    examples: [
      ['npm run test:faults', 'a minute'],
      [
        'npm run test:faults -- --calls 5000 --kills 1000 --damages 10000 --nx-faults 1000 --nx-damages 300',
        'all that is claimed',
      ],
      [
        'npm run test:faults -- --damages 1000 --calls 0 --kills 0 --nx-faults 0 --nx-damages 0 --together 0',
        'one part',
      ],
    ],
  },
  (program) =>
    program
      .option('--calls <number>', 'failed calls of a build in one process', wholeNumber(0), 60)
      .option('--kills <number>', 'kills of a build in one process', wholeNumber(0), 5)
      .option('--damages <number>', 'damaged files of the caches', wholeNumber(0), 100)
      .option('--nx-faults <number>', 'failed calls and kills, in all processes of nx run-many', wholeNumber(0), 8)
      .option('--nx-damages <number>', 'damaged files of the caches, of Nx too', wholeNumber(0), 8)
      .option('--together <number>', 'rounds of two builds, watch and git checkout at once', wholeNumber(0), 1)
      .option('--seed <number>', 'another seed fails elsewhere', wholeNumber(0), 1)
      .option('--minutes <number>', 'ends then, whatever was tried', wholeNumber(1), 600),
  async function* measure(options, { log }) {
    const directory = mkdtempSync(join(tmpdir(), 'topicmill-faults-'));
    try {
      const results = await runParts(directory, options, log);
      yield tableOf(results, options.seed);
      const wrong = results.reduce((sum, { faults }) => sum + faults.length, 0);
      if (wrong > 0) {
        throw new TopicmillError(
          'CACHE_FILE_DAMAGED',
          `After ${wrong} faults, files were not those of a clean build.`,
          {
            remedy: 'Run the part again with the same seed; each fault is named above.',
          },
        );
      }
    } finally {
      rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    }
  },
);

async function runParts(
  directory: string,
  options: FaultOptions,
  log: (message: string) => void,
): Promise<PartResult[]> {
  const results: PartResult[] = [];
  const endMs = Date.now() + options.minutes * 60_000;
  for (const { option, unit, mode, run } of PARTS) {
    if (options[option] === 0) continue;
    const docs = await FaultyDocs.create(folderFor(directory, option), mode);
    const count = new PartCount(unit, { total: options[option], endMs }, log);
    await run(docs, new Random(options.seed), count);
    results.push(count.result());
    rmSync(join(directory, option), { recursive: true, force: true, maxRetries: 5 });
  }
  return results;
}

function tableOf(results: readonly PartResult[], seed: number): Table {
  return {
    title: 'Faults',
    notes: [
      `Seed ${seed}. Silent: a build that ended well with wrong files. Kept: the next build did not make what a clean one makes, or what a person wrote was gone.`,
    ],
    columns: ['tried', 'silent', 'kept'],
    rows: results.map(({ unit, tried, silent, kept }) => ({ name: unit, values: [tried, silent, kept] })),
  };
}
