import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { existingFolder } from '@topicmill/base/cli';
import type { Table } from '../table.js';
import { type MeasureContext, tableCommand } from '../table-command.js';
import { importGraph, type Room, roomsInCircles } from './import-graph.js';

interface Options {
  readonly root: string;
}

/** What is read of the JSON that dependency-cruiser prints. */
interface Cruise {
  readonly modules: readonly { readonly source: string; readonly dependencies: readonly { resolved: string }[] }[];
  readonly summary: { readonly error: number };
}

/** Its JSON has some kilobytes for each file. */
const MAX_OUTPUT_BYTES = 512 * 1024 * 1024;

/** Runs `imports`; see `--help`. */
export const imports = tableCommand<Options>(
  {
    name: 'npm run graph --',
    description:
      'Prints which folders of packages/ import which, in layers, by dependency-cruiser with the rules of the checkout.',
    examples: [
      ['npm run graph', 'rooms, arrows, layers, circles and imports that the rules forbid'],
      ['npm run graph -- --root <folder>', 'the same of another checkout, after `npm ci` there'],
    ],
  },
  (program) => program.option('--root <folder>', 'checkout to read', existingFolder, '.'),
  async function* ({ root }, { io }: MeasureContext) {
    const { modules, summary } = await cruise(resolve(io.cwd, root));
    const rooms = importGraph(
      modules.map(({ source, dependencies }) => ({
        path: source,
        imports: dependencies.map(({ resolved }) => resolved),
      })),
    );
    yield roomsTable(rooms);
    yield totalsTable(rooms, summary.error);
  },
);

async function cruise(root: string): Promise<Cruise> {
  const command = resolve(root, 'node_modules/.bin/depcruise');
  const args = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json', 'packages', 'apps', 'tools'];
  const { stdout } = await promisify(execFile)(command, args, { cwd: root, maxBuffer: MAX_OUTPUT_BYTES });
  return JSON.parse(stdout) as Cruise;
}

function roomsTable(rooms: readonly Room[]): Table {
  return {
    title: 'Rooms',
    notes: ['A layer imports lower ones only. A room without a layer is in a circle, or above one.'],
    columns: ['layer', 'files', 'imports'],
    rows: rooms.map(({ name, layer, fileCount, imports }) => ({
      name,
      values: [layer, fileCount, imports.join(' ') || undefined],
    })),
  };
}

function totalsTable(rooms: readonly Room[], brokenRules: number): Table {
  const total = (name: string, value: number): Table['rows'][number] => ({ name, values: [value] });
  return {
    title: 'Graph of imports',
    notes: ['An arrow is one room that imports another, in however many files.'],
    columns: ['count'],
    rows: [
      total('rooms', rooms.length),
      total(
        'arrows',
        rooms.reduce((sum, { imports }) => sum + imports.length, 0),
      ),
      total('layers', Math.max(0, ...rooms.map(({ layer }) => layer ?? 0))),
      total('rooms in circles', roomsInCircles(rooms).length),
      total('imports that a rule forbids', brokenRules),
    ],
  };
}
