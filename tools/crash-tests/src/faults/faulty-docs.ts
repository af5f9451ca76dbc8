import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeTopics } from '@topicmill/test-support/generate';
import { type BuildMode, runBuild } from '../builds/run-build.js';
import { type DocsFiles, docsFiles, expectBuild, linkPackages, unlikePaths } from '../builds/scenarios.js';

const TOPICS = { topicCount: 3, categoryCount: 2, seed: 14 } as const;
/** What somebody wrote between and below the tool's sections, in each topic. */
const NOTE = 'Ask Maria before you change this.';

/** A docs root that was built, in which a reference was edited since; what the next build makes of it is known. */
export class FaultyDocs {
  private copyCount = 0;

  private constructor(
    private readonly directory: string,
    readonly mode: BuildMode,
    /** The docs root's files after a build that nobody disturbs. */
    readonly expected: DocsFiles,
  ) {}

  /** @param directory an empty folder */
  static async create(directory: string, mode: BuildMode): Promise<FaultyDocs> {
    const edited = join(directory, 'edited');
    writeTopics(edited, TOPICS);
    linkPackages(edited);
    await expectBuild(mode, edited);
    for (const path of topicSpecs(edited)) {
      writeFileSync(path, `${readFileSync(path, 'utf8')}\n## Notes\n\n${NOTE}\n`);
    }
    await expectBuild(mode, edited);
    await expectBuild(mode, edited);
    const reference = referencesOf(edited)[0]!;
    writeFileSync(reference, `${readFileSync(reference, 'utf8')}\n\n## More\n\nLeaves of oak rot slowly.\n`);
    const built = join(directory, 'built');
    cpSync(edited, built, { recursive: true, verbatimSymlinks: true });
    await expectBuild(mode, built);
    return new FaultyDocs(directory, mode, docsFiles(built));
  }

  /** Another of the same files, edited and not built yet. */
  copy(): string {
    return this.copyOf('edited');
  }

  /** Another of the same files, built. */
  builtCopy(): string {
    return this.copyOf('built');
  }

  private copyOf(name: string): string {
    const root = join(this.directory, `copy-${this.copyCount++}`);
    cpSync(join(this.directory, name), root, { recursive: true, verbatimSymlinks: true });
    return root;
  }

  discard(root: string): void {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }

  /** What is wrong with the files after a build; empty when all is well. */
  differences(root: string): string[] {
    const wrong = unlikePaths(docsFiles(root), this.expected);
    return [...wrong.map((path) => `${path} is not what a clean build makes`), ...lostNotes(root)];
  }
}

/** Topics in which what a person wrote is gone. */
export function lostNotes(root: string): string[] {
  return topicSpecs(root)
    .filter((path) => !readFileSync(path, 'utf8').includes(NOTE))
    .map((path) => `${path} has lost what a person wrote`);
}

/** Paths of all golden references. */
export function referencesOf(root: string): string[] {
  return pathsNamed(root, 'golden-reference.md');
}

/** Builds, and says what was wrong with that. */
export async function buildAgain(mode: BuildMode, root: string): Promise<string[]> {
  const { status, output } = await runBuild(mode, root).finished;
  return status === 0 ? [] : [`the next build ended with ${status}: ${output.slice(-2000)}`];
}

/** Makes a folder for what one part of the suite needs. */
export function folderFor(directory: string, part: string): string {
  const folder = join(directory, part);
  mkdirSync(folder, { recursive: true });
  return folder;
}

function topicSpecs(root: string): string[] {
  return pathsNamed(root, 'topic-spec.md');
}

function pathsNamed(root: string, name: string): string[] {
  return [...docsFiles(root).keys()]
    .filter((path) => path.endsWith(`/${name}`))
    .sort()
    .map((path) => join(root, 'docs', path));
}
