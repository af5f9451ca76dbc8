import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { relativePath } from '@topicmill/base/files';
import { indentedJson } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { type FolderFiles, type OwnedFiles, ownedFile, type PublishedFiles } from '@topicmill/pipeline/runner';

/**
 * Which document each name in a folder is of, as a path relative to the folder: records name their source by a path that
 * depends on where the command ran.
 */
const REGISTRY_FILE = '.sources.json';

/** What a document becomes in a folder that may contain the output of others. */
export interface NamedOutput {
  /** The folder, as an absolute path. */
  readonly directory: string;
  /** Absolute path of the document. */
  readonly sourcePath: string;
  /** What its files are named after. */
  readonly name: string;
  readonly owned: readonly OwnedFiles[];
  readonly made: ReadonlyMap<string, string>;
}

/**
 * Publishes the files of a document in a folder that was named on the command line, and remembers whose they are.
 *
 * @throws TopicmillError `DOC_NAME_CONFLICT` when the files are those of another document that still exists
 */
export function publishNamed(files: FolderFiles, output: NamedOutput): PublishedFiles {
  const { directory, sourcePath, name, owned, made } = output;
  const known = readRegistry(files);
  const other = known[name];
  const own = relativePath(directory, sourcePath);
  if (other !== undefined && other !== own && existsSync(resolve(directory, other))) {
    throw nameConflict(other, files.displayPath(''));
  }
  const names = Object.entries({ ...known, [name]: own }).sort(([a], [b]) => compareCodeUnits(a, b));
  const registry = indentedJson(Object.fromEntries(names));
  const published = files.publish([...owned, ownedFile(REGISTRY_FILE)], new Map([...made, [REGISTRY_FILE, registry]]));
  return { ...published, written: published.written.filter((path) => path !== REGISTRY_FILE) };
}

/** Path, relative to the folder, of the document that a name is known to be of. */
export function registeredSource(files: FolderFiles, name: string): string | undefined {
  return readRegistry(files)[name];
}

export function nameConflict(other: string, file: string): TopicmillError {
  return new TopicmillError('DOC_NAME_CONFLICT', `The folder contains the output of ${other} under the same name.`, {
    file,
    remedy: 'Write to another folder with --out, rename one of the documents, or delete the old output.',
  });
}

/** A registry that cannot be read is taken for an empty one: it protects outputs, and is not one. */
function readRegistry(files: FolderFiles): Readonly<Record<string, string>> {
  try {
    const parsed: unknown = JSON.parse(files.read(REGISTRY_FILE)?.text ?? '{}');
    const entries = Object.entries(typeof parsed === 'object' && parsed !== null ? parsed : {});
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}
