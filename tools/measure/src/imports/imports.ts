import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { existingFolder } from '@topicmill/base/cli';
import { compareCodeUnits } from '@topicmill/base/order';
import { type MeasureContext, type Table, tableCommand } from '../table-command.js';

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

/** One file of a checkout and the files that it imports, as dependency-cruiser names them. */
export interface ImportingFile {
  readonly path: string;
  readonly imports: readonly string[];
}

/** A folder of `packages/`. */
export interface Room {
  readonly name: string;
  readonly fileCount: number;
  /** Names of the rooms that its files import, sorted. */
  readonly imports: readonly string[];
  /** 1 imports no room, 2 imports rooms of layer 1, and so on; `undefined` for a room that is in a circle or above one. */
  readonly layer: number | undefined;
}

/** The rooms of a checkout, lowest layer first, by the imports between files in their `src` folders. */
export function importGraph(files: readonly ImportingFile[]): readonly Room[] {
  const rooms = new Map<string, { fileCount: number; imports: Set<string> }>();
  for (const { path, imports } of files) {
    const name = roomOf(path);
    if (name === undefined) continue;
    const room = rooms.get(name) ?? { fileCount: 0, imports: new Set() };
    rooms.set(name, room);
    room.fileCount++;
    for (const other of imports.map(roomOf)) if (other !== undefined && other !== name) room.imports.add(other);
  }
  const layers = layersOf(rooms);
  return [...rooms]
    .map(([name, { fileCount, imports }]) => ({
      name,
      fileCount,
      imports: [...imports].sort(),
      layer: layers.get(name),
    }))
    .sort((a, b) => (a.layer ?? Infinity) - (b.layer ?? Infinity) || compareCodeUnits(a.name, b.name));
}

/** Names of the rooms that import themselves by way of others, sorted. */
export function roomsInCircles(rooms: readonly Room[]): readonly string[] {
  const importsOf = new Map(rooms.map(({ name, imports }) => [name, imports]));
  const reachable = (from: string): ReadonlySet<string> => {
    const seen = new Set<string>();
    const open = [...(importsOf.get(from) ?? [])];
    for (let name = open.pop(); name !== undefined; name = open.pop()) {
      if (!seen.has(name)) open.push(...(importsOf.get(name) ?? []));
      seen.add(name);
    }
    return seen;
  };
  return rooms
    .map(({ name }) => name)
    .filter((name) => reachable(name).has(name))
    .sort();
}

function layersOf(rooms: ReadonlyMap<string, { readonly imports: ReadonlySet<string> }>): ReadonlyMap<string, number> {
  const layers = new Map<string, number>();
  for (let layer = 1; ; layer++) {
    const next = [...rooms].filter(
      ([name, { imports }]) => !layers.has(name) && [...imports].every((other) => layers.has(other)),
    );
    if (next.length === 0) return layers;
    for (const [name] of next) layers.set(name, layer);
  }
}

function roomOf(path: string): string | undefined {
  return /^packages\/([^/]+)\/src\//.exec(path)?.[1];
}
