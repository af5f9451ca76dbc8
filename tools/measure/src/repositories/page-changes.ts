import { appendFileSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join, posix } from 'node:path';
import { relativePath, sha256Hex } from '@topicmill/base/files';
import { resultsRootOf } from '@topicmill/pipeline/config';
import { isFolderPage } from '@topicmill/pipeline/sites';
import type { TopicPage } from '@topicmill/pipeline/sources';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { Random } from '@topicmill/test-support/generate';
import { prose } from '@topicmill/test-support/sections';
import type { Built, BuiltWithNx } from './commands.js';

/** What people do to a page, in the order in which it is tried. */
export const CHANGES = ['edited', 'added', 'renamed', 'deleted'] as const;

/** Which files of the results a build after one change wrote or removed. */
export interface PageChange {
  readonly change: (typeof CHANGES)[number];
  /** Path of the page in the repository. */
  readonly page: string;
  readonly exit: number | null;
  /** `undefined` without Nx. */
  readonly tasks: BuiltWithNx['cache'];
  /** Files of the page's own folder, under its earlier and its present id. */
  readonly ownCount: number;
  /** Files of the folders above it, with those of the docs root. */
  readonly aboveCount: number;
  /** Files of pages that link to it. */
  readonly linkingCount: number;
  /** All other files. */
  readonly others: readonly string[];
}

const SUMMARY = 'SUMMARY.md';

/**
 * Edits, adds, renames and deletes pages of a repository that has been built, each time with a build.
 *
 * @param copy root of the repository; it is changed
 * @param count how many pages are drawn; each is edited, gets another next to it, is renamed, and is deleted
 */
export function changePages(
  copy: string,
  build: () => Built | BuiltWithNx,
  count: number,
  seed: number,
): readonly PageChange[] {
  const pages = stateOf(copy).pages.filter(({ path }) => !isFolderPage(path));
  const drawn = new Random(seed).shuffled(pages).slice(0, count);
  return drawn.flatMap(({ path, sitePath }, at) => {
    const [added, renamed] = ['added', 'renamed'].map((name) => `newly-${name}-${at}${extname(path)}`);
    const file = (name: string): string => join(copy, dirname(path), name);
    const summary = join(copy, path.slice(0, path.length - sitePath.length), SUMMARY);
    const editFiles: Readonly<Record<PageChange['change'], () => void>> = {
      edited: () => appendFileSync(file(basename(path)), `\n\n${prose(3, 80)}\n`),
      added: () => {
        writeFileSync(file(added!), `# Newly added\n\n## Workshop\n\n${prose(5, 120)}\n`);
        editLine(summary, basename(path), (line) => [line, line.replace(basename(path), added!)]);
      },
      renamed: () => {
        renameSync(file(basename(path)), file(renamed!));
        editLine(summary, basename(path), (line) => [line.replace(basename(path), renamed!)]);
      },
      deleted: () => {
        rmSync(file(renamed!));
        editLine(summary, renamed!, () => []);
      },
    };
    const paths = new Set([path, ...[added, renamed].map((name) => posix.join(posix.dirname(path), name!))]);
    return CHANGES.map((change) => observe(copy, { change, page: path }, paths, editFiles[change], build));
  });
}

/** Edits the line of a table of contents that names a file; without such a table nothing. */
function editLine(summary: string, name: string, edit: (line: string) => string[]): void {
  if (!existsSync(summary)) return;
  const lines = readFileSync(summary, 'utf8').split('\n');
  writeFileSync(summary, lines.flatMap((line) => (line.includes(`${name})`) ? edit(line) : [line])).join('\n'));
}

/** @param paths those of the pages that the change is about */
function observe(
  copy: string,
  about: Pick<PageChange, 'change' | 'page'>,
  paths: ReadonlySet<string>,
  editFiles: () => void,
  build: () => Built | BuiltWithNx,
): PageChange {
  const before = stateOf(copy);
  editFiles();
  const built = build();
  const after = stateOf(copy);
  const changed = [...new Set([...before.hashes.keys(), ...after.hashes.keys()])].filter(
    (path) => before.hashes.get(path) !== after.hashes.get(path),
  );
  const all = [...before.pages, ...after.pages];
  const own = new Set(all.filter(({ path }) => paths.has(path)).map(({ id }) => id));
  const isLinked = ({ links }: TopicPage): boolean => links.some(({ topic }) => topic !== undefined && own.has(topic));
  const linking = new Set(all.filter(isLinked).map(({ id }) => id));
  const groupOf = (path: string): keyof typeof groups => {
    const id = topicOf(path);
    if (own.has(id)) return 'own';
    if (id === '' || [...own].some((each) => each.startsWith(`${id}/`))) return 'above';
    return linking.has(id) ? 'linking' : 'others';
  };
  const groups: Record<'own' | 'above' | 'linking' | 'others', string[]> = {
    own: [],
    above: [],
    linking: [],
    others: [],
  };
  for (const path of changed) groups[groupOf(path)].push(path);
  return {
    ...about,
    exit: built.exit,
    tasks: 'cache' in built ? built.cache : undefined,
    ownCount: groups.own.length,
    aboveCount: groups.above.length,
    linkingCount: groups.linking.length,
    others: groups.others,
  };
}

/** Id of the page or folder of pages whose result a file is. */
function topicOf(path: string): string {
  const folder = posix.dirname(path).replace(/(?:^|\/)_(?:chunks|keywords)$/, '');
  return folder === '.' ? '' : folder;
}

interface BuiltState {
  readonly pages: readonly TopicPage[];
  /** Hashes of the results by path below their folder, with `/`. */
  readonly hashes: ReadonlyMap<string, string>;
}

function stateOf(copy: string): BuiltState {
  const { config, tree } = openWorkspace(copy, { env: {} });
  const pages = [...tree.values()].flatMap(({ page, isTopic }) => (page !== undefined && isTopic ? [page] : []));
  const results = join(copy, resultsRootOf(config));
  const files = readdirSync(results, { withFileTypes: true, recursive: true }).filter((entry) => entry.isFile());
  const hashes = files.map(({ parentPath, name }) => {
    const file = join(parentPath, name);
    return [relativePath(results, file), sha256Hex(readFileSync(file))] as const;
  });
  return { pages, hashes: new Map(hashes) };
}
