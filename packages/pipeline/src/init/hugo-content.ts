import { type DetectedRoot, type FolderView, filesBelow } from '../sites/index.js';
import { isPassedOver } from './pages-below.js';

const SECTION_PAGE = /(?:^|\/)_index(?:\.[\w-]+)?\.md$/;
/** Zola has section pages of the same name; its shortcodes look like function calls. */
const SHORTCODE = /\{\{[<%]\s*\/?[\w./-][^{}]*[>%]\}\}/;
/** Nobody waits for thousands of pages to be read. */
const MAX_PAGES_READ = 500;

/**
 * The content of a Hugo site whose configuration is in another repository: pages of sections are called `_index.md`, and a
 * page has a shortcode. The docs root is the innermost folder that contains all pages.
 *
 * @param folder relative to the repository's root; `.` is the root
 */
export function hugoContent(view: FolderView, folder: string): DetectedRoot | undefined {
  const paths = filesBelow(view, folder === '.' ? '' : folder, (name) => name.endsWith('.md'), isPassedOver);
  if (!paths.some((path) => SECTION_PAGE.test(path))) return undefined;
  const isWritten = paths.slice(0, MAX_PAGES_READ).some((path) => SHORTCODE.test(view.readText(path) ?? ''));
  return isWritten ? { docsRoot: commonFolder(paths) || '.', site: { generator: 'hugo' } } : undefined;
}

function commonFolder([first, ...others]: readonly string[]): string {
  let common = first!.split('/').slice(0, -1);
  for (const path of others) {
    const segments = path.split('/').slice(0, -1);
    const length = common.findIndex((segment, at) => segments[at] !== segment);
    if (length !== -1) common = common.slice(0, length);
  }
  return common.join('/');
}
