import type { Diagnostic } from '@topicmill/base/diagnostics';
import type { DocsRoot } from '../runner/index.js';
import { isHiddenName, PAGE_NOTES, PAGE_NOTES_DIRECTORY, walkDocsRoot } from '../workspace/index.js';

/**
 * Finds files that people wrote about pages, questions among them, whose page is gone or has another name now.
 *
 * @returns paths from the workspace's root, with `/`, sorted; none about pages in a folder that cannot be read
 */
export function findOrphanedNotes({ root, config, tree }: DocsRoot): string[] {
  if (config.sources !== 'pages') return [];
  const faulty = [...tree.values()].filter(({ fault }) => fault !== undefined).map(({ id }) => id);
  const hasPage = (id: string): boolean =>
    tree.get(id)?.page !== undefined || faulty.some((each) => each === '' || `${id}/`.startsWith(`${each}/`));
  const { paths } = walkDocsRoot(root, PAGE_NOTES_DIRECTORY, {
    includesIgnored: true,
    entersFolder: (name) => !isHiddenName(name),
    takesFile: (_, path) => {
      const end = [...PAGE_NOTES.values()].find((each) => path.endsWith(each));
      if (end === undefined) return false;
      const id = path.slice(0, -end.length);
      return !hasPage(id) && !(id === 'index' && hasPage(''));
    },
  });
  return paths.map((path) => `${PAGE_NOTES_DIRECTORY}/${path}`).sort();
}

/** A warning `PAGE_NOTES_ORPHANED` for each. */
export function orphanedNoteDiagnostics(paths: readonly string[]): Diagnostic[] {
  return paths.map((file) => ({
    severity: 'warning',
    code: 'PAGE_NOTES_ORPHANED',
    message: 'It is about a page that is not in the docs: what it says does not count.',
    file,
    remedy: 'Give it the name of its page where that was renamed, or delete it.',
  }));
}
