import { compareCodeUnits } from '@topicmill/base/order';
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
