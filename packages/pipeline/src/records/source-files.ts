import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { filesBelow } from '@topicmill/base/files';
import { docNameOf } from '@topicmill/chunking';
import picomatch from 'picomatch';

const isTaken = (name: string): boolean => !name.startsWith('.') && name !== 'node_modules';

/**
 * The files that paths and globs name, each once, in the order of the arguments, those of a glob by code unit. Globs do
 * not match hidden files and `node_modules`. A path with the characters of a glob that exists is that file.
 *
 * @param sources relative to `cwd` or absolute; globs with `/`
 * @throws TopicmillError `FILE_UNREADABLE` for a glob that matches no file
 */
export function sourceFiles(sources: readonly string[], cwd: string): string[] {
  return [...new Set(sources.flatMap((source) => matchingFiles(source, cwd)))];
}

function matchingFiles(source: string, cwd: string): string[] {
  const { isGlob, base, glob } = picomatch.scan(source);
  if (!isGlob || existsSync(resolve(cwd, source))) return [source];
  const isMatch = picomatch(glob);
  const found = filesBelow(resolve(cwd, base), isTaken).filter((path) => isMatch(path));
  if (found.length > 0) return found.sort().map((path) => (base === '' ? path : `${base.replace(/\/$/, '')}/${path}`));
  throw new TopicmillError('FILE_UNREADABLE', 'No file matches.', {
    file: source,
    remedy: 'Check the pattern; quote it if the shell should not expand it.',
  });
}

/**
 * What the ids of a document's records begin with: the id of its topic, or its path in the repository. All references
 * have one file name, and a database contains the records of all documents.
 *
 * @returns `undefined` for the topic of the docs root
 */
export function pathDocName(path: string): string | undefined {
  if (path === '') return undefined;
  return path
    .split('/')
    .map((part) => docNameOf(`${part}.md`))
    .join('/');
}
