import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, lstatSync, readdirSync } from 'node:fs';
import type { FileFolder } from './file-folder.js';

/** How checkouts of docs repositories are made and built. */
export interface CheckoutTools<Repo extends FileFolder> {
  /** A folder without files. */
  create(): Repo;
  /** Makes a clone ready for builds. */
  prepare?(repo: Repo): void;
  /** Builds all docs; returns the tasks that no cache answered, where tasks are cached. @throws Error where the build fails */
  build(repo: Repo): Promise<readonly string[]>;
  /** The same in a repository without caches, which nothing can spoil. */
  buildClean(repo: Repo): Promise<unknown>;
}

/** A checkout after its build. */
export interface BuiltCheckout {
  /** Paths that git has and that are gone. */
  readonly deleted: string;
  /** What differs from the commit, in git's words. */
  readonly changed: string;
  /** What the last build did again. */
  readonly ran: readonly string[];
  /** Files below the docs root, and those of a clean build of the same sources. */
  readonly files: Readonly<Record<string, string>>;
  readonly clean: Readonly<Record<string, string>>;
}

const IGNORED = 'index.json\nrelated.json\ntopic-spec.md\n_chunks/\n_keywords/\n';
const ALWAYS_IGNORED = 'node_modules\n.nx\n.topicmill/\n.embedding-cache/\n';
const CACHES = ['.topicmill', '.embedding-cache'];
const SOURCES = /^(?:topicmill\.yaml|docs\/.*(?:golden-reference|qa-pairs)\.md)$/;
const COFFEE = 'docs/drinks/coffee/golden-reference.md';
const TEA = 'docs/drinks/tea/golden-reference.md';

/** A reference of three chunks and what else it is given. */
function reference(title: string, subject: string, more = ''): string {
  const section = (heading: string): string =>
    `## ${heading}\n\n${`What ${heading.toLowerCase()} does to ${subject} is told here.\n`.repeat(40)}\n`;
  return `# ${title}\n\nAll of ${subject}.\n\n${['Making', 'Storing', 'Serving'].map(section).join('')}${more}`;
}

function git(repo: FileFolder, ...args: readonly string[]): string {
  const settings = ['user.name=a', 'user.email=a@example.org', 'core.editor=true', 'safe.directory=*'];
  return execFileSync('git', [...settings.flatMap((each) => ['-c', each]), ...args], {
    cwd: repo.root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** The same for a command that may stop at a conflict. */
function gitUntilConflict(repo: FileFolder, ...args: readonly string[]): void {
  try {
    git(repo, ...args);
  } catch {}
}

/** What happens to checkouts, given a repository whose branches `main` and `other` differ; it is on `main`. */
const CHECKOUTS = {
  fresh: async (repo, { clone }) => clone(repo),
  shallow: async (repo, { clone }) => clone(repo, '--depth', '1'),
  'with the caches of another checkout': async (repo, { clone }) => {
    const other = clone(repo);
    for (const cache of CACHES.filter((name) => repo.has(name))) {
      cpSync(repo.path(cache), other.path(cache), { recursive: true, preserveTimestamps: true });
    }
    return other;
  },
  'switched to another branch and back': async (repo, { build }) => {
    git(repo, 'switch', '-q', 'other');
    await build(repo);
    git(repo, 'switch', '-q', 'main');
    return repo;
  },
  'switched to another branch': async (repo) => {
    git(repo, 'switch', '-q', 'other');
    return repo;
  },
  'switched to a branch that writes a folder in capitals': async (repo, { build }) => {
    git(repo, 'switch', '-qc', 'capitals');
    git(repo, 'mv', 'docs/bread', 'docs/aside');
    git(repo, 'mv', 'docs/aside', 'docs/BREAD');
    await build(repo);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', 'capitals');
    // Without case, git itself takes the one folder for files that nobody has committed.
    git(repo, 'switch', '-qf', 'main');
    await build(repo);
    git(repo, 'switch', '-qf', 'capitals');
    return repo;
  },
  merged: async (repo, { build }) => {
    gitUntilConflict(repo, 'merge', '-q', 'other');
    await resolveConflicts(repo, ['commit', '-qm', 'merged'], build);
    return repo;
  },
  rebased: async (repo, { build }) => {
    git(repo, 'switch', '-q', 'other');
    gitUntilConflict(repo, 'rebase', '-q', 'main');
    await resolveConflicts(repo, ['rebase', '--continue'], build);
    return repo;
  },
} satisfies Readonly<Record<string, (repo: FileFolder, tools: GivenTools) => Promise<FileFolder>>>;

interface GivenTools {
  build(repo: FileFolder): Promise<unknown>;
  clone(repo: FileFolder, ...options: readonly string[]): FileFolder;
}

type CheckoutName = keyof typeof CHECKOUTS;

/** Every checkout, with results that are committed and with results that are ignored. */
export const CHECKOUT_CASES = (Object.keys(CHECKOUTS) as CheckoutName[]).flatMap((name) =>
  (['committed', 'ignored'] as const).map((results) => ({
    name,
    results,
    /** Whether the commit has the results of its build already. */
    isUnchanged: results === 'ignored' || !['merged', 'rebased'].includes(name),
  })),
);

/** Makes a checkout and builds it. */
export async function buildCheckout<Repo extends FileFolder>(
  { name, results }: Pick<(typeof CHECKOUT_CASES)[number], 'name' | 'results'>,
  tools: CheckoutTools<Repo>,
): Promise<BuiltCheckout> {
  const given: GivenTools = {
    build: (repo) => tools.build(repo as Repo),
    clone(of, ...options) {
      const repo = tools.create();
      git(repo, 'clone', '-q', ...options, `file://${of.root}`, '.');
      tools.prepare?.(repo);
      return repo;
    },
  };
  return comparedWithClean((await CHECKOUTS[name](await branchedRepo(results, tools), given)) as Repo, tools);
}

/** "nobody" on Linux. */
export const NOBODY = 65_534;

/** Checkouts that this user may read and not write, with results of both kinds; only root can make them. */
export const UNWRITABLE_CASES = (['of another user', 'that is read-only'] as const).flatMap((name) =>
  (['committed', 'ignored'] as const).map((results) => ({ name, results })),
);

/** A checkout after a build that is refused, and then after one that is not. */
export interface RefusedCheckout extends BuiltCheckout {
  readonly refused: BuildOutcome;
  /** Files below the docs root, before the refused build and after it. */
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
}

/** The exit code of a build, and what it printed. */
export interface BuildOutcome {
  readonly status: number | null;
  readonly output: string;
}

/**
 * Lets {@link NOBODY} build a checkout that this user may not write, and root after that.
 *
 * @param buildAs builds all docs as a user
 */
export async function buildUnwritable<Repo extends FileFolder>(
  { name, results }: (typeof UNWRITABLE_CASES)[number],
  tools: CheckoutTools<Repo>,
  buildAs: (repo: Repo, uid: number) => Promise<BuildOutcome>,
): Promise<RefusedCheckout> {
  const repo = await branchedRepo(results, tools);
  repo.write(COFFEE, reference('Coffee', 'roasted beans', '\n## Grinding\n\nFiner.\n'));
  const names = readdirSync(repo.root, { recursive: true, encoding: 'utf8' });
  for (const path of ['.', ...names.filter((each) => !each.startsWith('node_modules'))].map((each) =>
    repo.path(each),
  )) {
    if (name === 'that is read-only') chownSync(path, NOBODY, NOBODY);
    chmodSync(path, (lstatSync(path).mode & 0o555) | 0o444 | (lstatSync(path).isDirectory() ? 0o111 : 0));
  }
  const before = repo.files('docs');
  const refused = await buildAs(repo, NOBODY);
  return { refused, before, after: repo.files('docs'), ...(await comparedWithClean(repo, tools)) };
}

/** Builds a checkout, and its sources in a repository without caches. */
async function comparedWithClean<Repo extends FileFolder>(
  repo: Repo,
  tools: CheckoutTools<Repo>,
): Promise<BuiltCheckout> {
  const ran = await tools.build(repo);
  const clean = tools.create();
  for (const [path, text] of Object.entries(repo.files('docs'))) {
    if (SOURCES.test(`docs/${path}`)) clean.write(`docs/${path}`, text);
  }
  clean.write('topicmill.yaml', repo.read('topicmill.yaml'));
  await tools.buildClean(clean);
  return {
    ran,
    deleted: git(repo, 'ls-files', '--deleted'),
    changed: git(repo, 'status', '--porcelain'),
    files: repo.files('docs'),
    clean: clean.files('docs'),
  };
}

/** A repository whose branches have changed different topics since they parted. */
async function branchedRepo<Repo extends FileFolder>(
  results: 'committed' | 'ignored',
  tools: CheckoutTools<Repo>,
): Promise<Repo> {
  const repo = tools.create();
  const commit = async (message: string): Promise<void> => {
    await tools.build(repo);
    git(repo, 'add', '-A');
    git(repo, 'commit', '-qm', message);
  };
  repo.write('.gitignore', `${ALWAYS_IGNORED}${results === 'ignored' ? IGNORED : ''}`);
  repo.write('topicmill.yaml', 'docsRoot: docs\n');
  repo.write('nx.json', '{ "analytics": false, "plugins": ["@topicmill/nx"] }\n');
  repo.write('package.json', '{ "name": "docs-repo", "private": true }\n');
  repo.write(TEA, reference('Tea', 'green leaves'));
  repo.write('docs/drinks/tea/qa-pairs.md', '## Q: How is tea brewed?\n\nA: With hot water.\n');
  repo.write(COFFEE, reference('Coffee', 'roasted beans'));
  repo.write('docs/bread/golden-reference.md', '# Bread\n\nFlour and water.\n');
  git(repo, 'init', '-qb', 'main');
  tools.prepare?.(repo);
  await commit('first');
  git(repo, 'switch', '-qc', 'other');
  repo.write(TEA, reference('Tea', 'green leaves', '\n## Steeping\n\nThree minutes at eighty degrees.\n'));
  repo.write('docs/cake/golden-reference.md', reference('Cake', 'sweet dough'));
  await commit('tea and cake');
  git(repo, 'switch', '-q', 'main');
  repo.write(
    COFFEE,
    reference('Coffee', 'roasted beans', '\n## Grinding\n\nBeans are ground before they are brewed.\n'),
  );
  await commit('coffee');
  return repo;
}

/** After a merge or a rebase: builds, which writes what was generated anew, as often as git stops. */
async function resolveConflicts(repo: FileFolder, next: readonly string[], build: GivenTools['build']): Promise<void> {
  for (let stops = 0; stops < 3 && git(repo, 'status', '--porcelain').trim() !== ''; stops++) {
    await build(repo);
    git(repo, 'add', '-A');
    gitUntilConflict(repo, ...next);
  }
}
