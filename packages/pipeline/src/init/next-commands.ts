import type { FolderView } from '../sites/index.js';

/** How a package manager installs what package.json says, and runs a command of an installed package. */
interface PackageManager {
  readonly lockFiles: readonly string[];
  readonly install: string;
  readonly execute: string;
}

const NPM: PackageManager = { lockFiles: ['package-lock.json'], install: 'npm install', execute: 'npx' };

const PACKAGE_MANAGERS: Readonly<Record<string, PackageManager>> = {
  npm: NPM,
  pnpm: { lockFiles: ['pnpm-lock.yaml'], install: 'pnpm install', execute: 'pnpm exec' },
  yarn: { lockFiles: ['yarn.lock'], install: 'yarn install', execute: 'yarn' },
  bun: { lockFiles: ['bun.lock', 'bun.lockb'], install: 'bun install', execute: 'bunx' },
};

/** What is typed to install the packages, and to build all topics. */
export interface NextCommands {
  /** `undefined` where nothing is to be installed. */
  readonly install: string | undefined;
  readonly build: string;
}

/** The commands of the repository's own package manager: the one that package.json names, else the lock file's, else npm's. */
export function nextCommands(view: FolderView, usesNx: boolean): NextCommands {
  if (!usesNx) return { install: undefined, build: 'npx topicmill build' };
  const { install, execute } = packageManager(view);
  return { install, build: `${execute} nx run-many -t index` };
}

function packageManager(view: FolderView): PackageManager {
  const named = /"packageManager"\s*:\s*"([a-z]+)@/.exec(view.readText('package.json') ?? '')?.[1];
  if (named !== undefined && Object.hasOwn(PACKAGE_MANAGERS, named)) return PACKAGE_MANAGERS[named]!;
  const names = new Set(view.list('').map(({ name }) => name));
  return Object.values(PACKAGE_MANAGERS).find(({ lockFiles }) => lockFiles.some((file) => names.has(file))) ?? NPM;
}
