import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FolderView } from '../../src/sites/index.js';

/** A repository in memory: text by path. */
export function memoryView(files: Readonly<Record<string, string>>): FolderView {
  return {
    readText: (path) => files[path],
    list: (folder) => {
      const prefix = folder === '' ? '' : `${folder}/`;
      const inside = Object.keys(files).filter((path) => path.startsWith(prefix));
      const names = new Map(
        inside.map((path) => path.slice(prefix.length).split('/')).map(([name, ...rest]) => [name!, rest.length > 0]),
      );
      return [...names].map(([name, isFolder]) => ({ name, isFolder }));
    },
  };
}

/** A folder on the disk. */
export function diskView(root: string): FolderView {
  const orUndefined = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch {
      return undefined;
    }
  };
  return {
    readText: (path) => orUndefined(() => readFileSync(join(root, path), 'utf8')),
    list: (folder) => {
      const entries = orUndefined(() => readdirSync(join(root, folder), { withFileTypes: true })) ?? [];
      return entries.map((entry) => ({ name: entry.name, isFolder: entry.isDirectory() }));
    },
  };
}
