import { join } from 'node:path';
import { crashCommand } from '../crash-command.js';
import { killBuild } from './kill-build.js';
import type { BuildMode } from './run-build.js';
import { makeScenarios } from './scenarios.js';

const TOPIC_COUNT = 60;
/** Builds in a row that may end before they are killed. */
const MAX_MISSES = 20;

/** Runs `builds`; see `--help`. */
export const killBuilds = crashCommand({
  name: 'npm run test:kill --',
  description: 'Kills builds at random points, by turns of Nx and in one process, and checks what is left.',
  defaultKills: 50,
  async *run({ killCount, seed, random, directory }) {
    const scenarios = await makeScenarios(directory, TOPIC_COUNT, seed);
    let missCount = 0;
    for (let kill = 1; kill <= killCount; ) {
      const scenario = scenarios[kill % 2]!;
      const mode: BuildMode = kill % 4 < 2 ? 'nx' : 'in-process';
      const fileCount = scenario.changed.length;
      const afterChangeCount = 1 + Math.floor(random.next() * (fileCount - 1));
      const { landed, changedCount, faults } = await killBuild(
        { mode, afterChangeCount },
        scenario,
        join(directory, 'killed'),
      );
      if (landed) {
        kill++;
        missCount = 0;
      } else if (++missCount > MAX_MISSES) throw new Error(`${MAX_MISSES} builds ended before they were killed.`);
      if (!landed && faults.length === 0) continue;
      const kind = `${scenario.name}, ${mode}`;
      const found = `${kind}, from file ${afterChangeCount} on: ${changedCount} of ${fileCount} files were done`;
      yield { found, kind, faults };
    }
  },
});
