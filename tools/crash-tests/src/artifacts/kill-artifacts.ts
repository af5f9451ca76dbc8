import { join } from 'node:path';
import { crashCommand } from '../crash-command.js';
import { killOperations } from './kill-operations.js';

/** Runs `artifacts`; see `--help`. */
export const killArtifacts = crashCommand({
  name: 'npm run test:kill-artifacts --',
  description: 'Kills ingest, replacement and reindex of an artifact store at random points, and checks what is left.',
  defaultKills: 200,
  async *run({ killCount, random, directory }) {
    const command = [join(import.meta.dirname, 'worker.js')];
    for await (const kill of killOperations({ directory, command, killCount, random })) {
      const { operation, phase, eventCount, isDone, faults } = kill;
      const left = isDone ? 'the new' : 'the old';
      const found = `${operation}: ${phase}, after ${eventCount} events; contains ${left}`;
      yield { found, kind: `${operation} while ${phase}, contains ${left}`, faults };
    }
  },
});
