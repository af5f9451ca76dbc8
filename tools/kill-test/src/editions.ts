import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeTopics } from '@topicmill/generate-topics';
import { type BuildMode, runBuild } from './run-build.js';

const CATEGORY_COUNT = 4;
const REFERENCE = 'golden-reference.md';

/** Bytes, as Latin-1, of the files of a docs root, by path below it. */
export type DocsFiles = ReadonlyMap<string, string>;

/** A docs repository before and after an edit of nearly everything, each as a build that nobody disturbs leaves it. */
export interface Editions {
  readonly first: DocsFiles;
  readonly second: DocsFiles;
  /** Paths that a build of the second edition writes or removes when it finds the first. */
  readonly changed: readonly string[];
  /** Makes a folder with the built first edition and the sources of the second. */
  prepare(directory: string, mode: BuildMode): void;
}

/** @param directory an empty folder */
export async function makeEditions(directory: string, topicCount: number, seed: number): Promise<Editions> {
  const built = new Map<BuildMode, string>();
  for (const mode of ['nx', 'in-process'] as const) {
    const base = join(directory, `first-${mode}`);
    writeTopics(base, { topicCount, categoryCount: CATEGORY_COUNT, seed });
    linkPackages(base);
    await expectBuild(mode, base);
    built.set(mode, base);
  }
  const anew = join(directory, 'second');
  writeTopics(anew, { topicCount, categoryCount: CATEGORY_COUNT, seed });
  linkPackages(anew);
  editEverything(anew);
  await expectBuild('in-process', anew);
  const first = docsFiles(built.get('nx')!);
  const second = docsFiles(anew);
  const changed = [...new Set([...first.keys(), ...second.keys()])].filter(
    (path) => first.get(path) !== second.get(path) && !isSource(path),
  );
  return {
    first,
    second,
    changed,
    prepare(target, mode) {
      cpSync(built.get(mode)!, target, { recursive: true, verbatimSymlinks: true });
      editEverything(target);
    },
  };
}

export function docsFiles(root: string): DocsFiles {
  const docs = join(root, 'docs');
  const entries = readdirSync(docs, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [path.slice(docs.length + 1), readFileSync(path, 'latin1')];
    }),
  );
}

function isSource(path: string): boolean {
  return path.endsWith(REFERENCE) || path.endsWith('qa-pairs.md');
}

/** Every topic gets new text, some lose half of theirs, one goes and one comes. */
function editEverything(root: string): void {
  const references = [...docsFiles(root).keys()].filter((path) => path.endsWith(REFERENCE)).sort();
  for (const [at, path] of references.entries()) {
    const file = join(root, 'docs', path);
    if (at === 0) {
      rmSync(file);
      rmSync(join(dirname(file), 'qa-pairs.md'), { force: true });
      continue;
    }
    const text = readFileSync(file, 'utf8');
    const kept = at % 7 === 0 ? text.slice(0, text.indexOf('\n## ', text.length / 2)) : text;
    writeFileSync(
      file,
      `${kept}\n\n## Second edition ${at}\n\n${`The second edition adds remark ${at}. `.repeat(12)}\n`,
    );
  }
  mkdirSync(join(root, 'docs/added/topic'), { recursive: true });
  writeFileSync(join(root, 'docs/added/topic', REFERENCE), '# Added\n\nThis topic came with the second edition.\n');
}

function linkPackages(root: string): void {
  const nodeModules = dirname(dirname(createRequire(import.meta.url).resolve('@topicmill/nx/package.json')));
  symlinkSync(join(repositoryOf(nodeModules), 'node_modules'), join(root, 'node_modules'), 'junction');
  writeFileSync(join(root, 'package.json'), '{ "name": "docs-repo", "private": true }\n');
  writeFileSync(join(root, 'nx.json'), '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  writeFileSync(join(root, '.gitignore'), 'node_modules\n.nx\n.topicmill\n.embedding-cache\n');
}

/** Packages of this repository are links into its folder `packages`. */
function repositoryOf(packagesDirectory: string): string {
  return dirname(packagesDirectory);
}

async function expectBuild(mode: BuildMode, root: string): Promise<void> {
  const { status, output } = await runBuild(mode, root).finished;
  if (status !== 0)
    throw new Error(`A build (${mode}) that nobody disturbed ended with ${status}:\n${output.slice(-4000)}`);
}
