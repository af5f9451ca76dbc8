import type { FolderEntry, FolderView } from '../../src/init/index.js';

/** A view of files that are held in memory, by path. */
export function memoryView(files: ReadonlyMap<string, string>): FolderView {
  return {
    readText: (path) => files.get(path),
    list(folder) {
      if (files.has(folder)) throw new Error(`${folder} is a file`);
      const entries = new Map<string, FolderEntry>();
      for (const path of files.keys()) {
        if (folder !== '' && !path.startsWith(`${folder}/`)) continue;
        const [name, ...below] = path.slice(folder === '' ? 0 : folder.length + 1).split('/');
        entries.set(name!, { name: name!, isFolder: below.length > 0 });
      }
      return [...entries.values()];
    },
  };
}
