import { dirname, join } from 'node:path';
import { pathBelow } from '@topicmill/base/files';
import { type Dialect, type DialectName, dialectOf } from '@topicmill/text/markdown';
import { type PagesRoot, pagesRootsOf } from '../config/index.js';
import type { SiteSettings } from '../sites/index.js';
import { dialectNameOf } from '../sources/index.js';
import { readConfig } from './open-workspace.js';
import { findWorkspaceRoot, type WorkspaceOptions } from './workspace-root.js';

/**
 * How a document that a command names is read: as its option says, else as the pages of the docs root that contains it,
 * with MDX's syntax in a file `.mdx`.
 *
 * @param path absolute path of the file
 * @throws FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`, where the option is not given
 */
export function documentDialect(
  path: string,
  option: DialectName | undefined,
  options: WorkspaceOptions,
): Dialect | undefined {
  if (option !== undefined) return dialectOf(option, path);
  const site = siteAt(path, options);
  return dialectOf(site === undefined ? 'none' : dialectNameOf(site), path);
}

/** The site of the innermost docs root of pages that contains a file. */
function siteAt(path: string, options: WorkspaceOptions): SiteSettings | undefined {
  const root = findWorkspaceRoot(dirname(path));
  if (root === undefined) return undefined;
  const isIn = ({ docsRoot }: PagesRoot): boolean => pathBelow(join(root, docsRoot), path) !== undefined;
  const around = pagesRootsOf(readConfig(root, options)).filter(isIn);
  return around.sort((a, b) => b.docsRoot.length - a.docsRoot.length)[0]?.site;
}
