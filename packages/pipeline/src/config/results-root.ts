/** The docs root of pages that are imported from HTML. */
export const IMPORTED_PAGES = '.topicmill/html';

const DEFAULT_OUT_DIR = 'topics';

/** The folder below which each topic has its results: next to its source for folders, apart from it for pages. */
export function resultsRootOf({ sources, docsRoot, outDir }: ResultsConfig): string {
  return sources !== 'folders' ? (outDir ?? DEFAULT_OUT_DIR) : docsRoot;
}

/** The parts of a configuration that say where results go. */
export interface ResultsConfig {
  readonly sources: 'folders' | 'pages' | 'html';
  readonly docsRoot: string;
  readonly outDir?: string | undefined;
}

/** Folders whose files other programs run, publish or delete, or that Topicmill deletes itself; some file systems ignore case. */
const OTHERS_FOLDERS: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.jj', '.svn', '.husky'],
  ...['.github', '.gitlab', '.gitea', '.forgejo', '.circleci'],
  ...['.claude', '.cursor', '.devcontainer', '.idea', '.vscode'],
  ...['.ssh', '.yarn', '.nx', 'node_modules', '.topicmill', '.embedding-cache'],
]);

/** The folder of a path in which no results belong: one of other programs, or of Topicmill's caches. */
export function ownerAmong(names: readonly string[]): string | undefined {
  return names.find((name) => OTHERS_FOLDERS.has(storedName(name)));
}

/** The folder that Windows or macOS takes a name for: git knows the same forms of `.git`. */
function storedName(name: string): string {
  const [beforeStream = ''] = name.split(':', 1);
  const plain = beforeStream
    .replace(/[\u200C-\u200F\u202A-\u202E\u206A-\u206F\uFEFF]/g, '')
    .replace(/(?<![. ])[. ]+$/, '')
    .toLowerCase();
  return plain === 'git~1' ? '.git' : plain;
}
