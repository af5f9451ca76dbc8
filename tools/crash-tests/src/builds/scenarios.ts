import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { writeTopics } from '@topicmill/test-support/generate';
import { type BuildMode, runBuild } from './run-build.js';

const CATEGORY_COUNT = 4;
const REFERENCE = 'golden-reference.md';

/** Bytes, as Latin-1, of the files of a docs root, by path below it. */
export type DocsFiles = ReadonlyMap<string, string>;

/** A build to be killed: the files before it, and the files after it if it is not interrupted. */
export interface Scenario {
  readonly name: string;
  readonly before: DocsFiles;
  readonly after: DocsFiles;
  /** Paths that the build writes or removes. */
  readonly changed: readonly string[];
  /** Makes a folder in which the build can start. */
  prepare(directory: string, mode: BuildMode): void;
}

/**
 * A first build, and one after an edit of nearly everything.
 *
 * @param directory an empty folder
 */
export async function makeScenarios(directory: string, topicCount: number, seed: number): Promise<Scenario[]> {
  const fresh = join(directory, 'fresh');
  writeTopics(fresh, { topicCount, categoryCount: CATEGORY_COUNT, seed });
  linkPackages(fresh);
  const built: Record<BuildMode, string> = { nx: join(directory, 'nx'), 'in-process': join(directory, 'in-process') };
  for (const mode of ['nx', 'in-process'] as const) {
    copyFolder(fresh, built[mode]);
    await expectBuild(mode, built[mode]);
  }
  const edited = join(directory, 'edited');
  copyFolder(fresh, edited);
  editEverything(edited);
  const prepareEdited = (target: string, mode: BuildMode): void => {
    copyFolder(built[mode], target);
    editEverything(target);
  };
  const anew = join(directory, 'anew');
  copyFolder(edited, anew);
  await expectBuild('in-process', anew);
  const first = docsFiles(built['in-process']);
  const scratch = join(directory, 'scratch');
  prepareEdited(scratch, 'in-process');
  return [
    scenario('first build', docsFiles(fresh), first, (target) => copyFolder(fresh, target)),
    scenario('after an edit', docsFiles(scratch), docsFiles(anew), prepareEdited),
  ];
}

function scenario(name: string, before: DocsFiles, after: DocsFiles, prepare: Scenario['prepare']): Scenario {
  return { name, before, after, changed: unlikePaths(before, after), prepare };
}

function copyFolder(from: string, to: string): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true });
}

/** The files of a docs root as they are. */
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

/** Paths whose files are not those expected, one of the two or both of which may lack them. */
export function unlikePaths(files: DocsFiles, expected: DocsFiles): string[] {
  const paths = new Set([...files.keys(), ...expected.keys()]);
  return [...paths].filter((path) => files.get(path) !== expected.get(path));
}

/** Every topic gets new text, some lose half of it, one goes and one comes. */
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

export function linkPackages(root: string): void {
  const nodeModules = dirname(dirname(createRequire(import.meta.url).resolve('@topicmill/nx/package.json')));
  // Packages of this repository are links into its folder `packages`.
  symlinkSync(join(dirname(nodeModules), 'node_modules'), join(root, 'node_modules'), 'junction');
  writeFileSync(join(root, 'package.json'), '{ "name": "docs-repo", "private": true }\n');
  writeFileSync(join(root, 'nx.json'), '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  writeFileSync(join(root, '.gitignore'), 'node_modules\n.nx\n.topicmill\n.embedding-cache\n');
}

/** @throws Error when a build that nobody disturbs fails */
export async function expectBuild(mode: BuildMode, root: string): Promise<void> {
  const { status, output } = await runBuild(mode, root).finished;
  if (status !== 0)
    throw new Error(`A build (${mode}) that nobody disturbed ended with ${status}:\n${output.slice(-4000)}`);
}
