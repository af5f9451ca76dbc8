import { digestOf, type Files } from './files.js';

const DOCS = 'docs/';

/**
 * Outputs of topics that are not of this project, by paths that say nothing of them: each folder of the docs root is a
 * number, in the order of their paths. One more file represents the sources.
 */
export function numberFolders(outputs: Files, sources: Files): Files {
  const folders = new Set<string>();
  for (const path of sources.keys()) {
    const parts = path.split('/').slice(1, -1);
    for (const at of parts.keys()) folders.add(parts.slice(0, at + 1).join('/'));
  }
  const numbers = new Map([...folders].sort().map((folder, at) => [folder, String(at + 1).padStart(2, '0')]));
  const rename = (path: string): string => {
    const [configuration = '', ...rest] = path.split('/');
    if (`${rest[0]}/` !== DOCS) return path;
    for (let end = rest.length - 1; end > 1; end--) {
      const number = numbers.get(rest.slice(1, end).join('/'));
      if (number !== undefined) return [configuration, 'docs', number, ...rest.slice(end)].join('/');
    }
    return path;
  };
  const renamed = [...outputs].map(([path, bytes]): [string, Buffer] => [rename(path), bytes]);
  return new Map([...renamed, [SOURCES, Buffer.from(digestOf(sources))]]);
}

/** The name under which the digest of foreign sources is in their list. */
export const SOURCES = 'sources.sha256';
