import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The text of a file of the repository, by its path from the root. */
export const read = (path) => readFileSync(join(ROOT, path), 'utf8');

/** Paths of the files that git tracks or would track, from the root, with `/`. */
export const FILES = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
  maxBuffer: 1e8,
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(ROOT, path)));

/** Source files of packages and apps. */
export const SOURCES = FILES.filter((path) => /^(?:packages|apps)\/[^/]+\/src\/.*\.tsx?$/.test(path)).map((path) => ({
  path,
  text: read(path),
}));

/** Results of builds, which say what their sources say. */
export const GENERATED =
  /^docs\/.*(?:_chunks|_keywords)\/|^docs\/(?:.*\/)?(?:topic-spec\.md|index\.json|related\.json)$|(?:^|\/)fixtures\//;

/** The 1-based line of an offset. */
export const lineAt = (text, offset) => text.slice(0, offset).split('\n').length;
