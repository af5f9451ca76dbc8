import { groupBy } from '@topicmill/base/groups';
import { FIRST_LANGUAGE, type FolderView, languageNamed } from '../sites/index.js';

/** How much of a page is looked at: what says its language is its first tag. */
const MAX_START = 2000;
const LANGUAGE = /<html\b[^<>]{0,1000}?\s(?:xml:)?lang=["']?([A-Za-z]{2,3})\b/i;
/** How many pages of a folder are looked at. */
const SAMPLE_SIZE = 5;

/** The languages of a built site, where it has several. */
interface HtmlLanguages {
  /** Of the pages outside of the folders. */
  readonly main: string;
  /** Folders at the top of the site whose pages are in another language, each called as its own. */
  readonly folders: readonly string[];
}

/**
 * The folders of a built site that are called as a language, whose pages say that they are in it, while the pages
 * outside of such folders say another; `undefined` without such a folder. One docs root has one language, or answers come
 * from all of them.
 *
 * @param paths of its pages, with the folder of the site, sorted
 */
export function languagesOfHtml(view: FolderView, built: string, paths: readonly string[]): HtmlLanguages | undefined {
  const start = built === '.' || built === '' ? 0 : built.length + 1;
  const byFolder = groupBy(paths, (path) => folderNamedAsLanguage(path.slice(start)));
  // Where a page that leads on is all that is outside, no language is said there.
  const main = languageOf(view, byFolder.get('') ?? []) ?? (byFolder.has(FIRST_LANGUAGE) ? FIRST_LANGUAGE : undefined);
  if (main === undefined) return undefined;
  const folders = [...byFolder].flatMap(([folder, pages]) => {
    if (folder === '') return [];
    const language = languageOf(view, pages);
    const isOther =
      language !== undefined && language !== main && language === languageNamed(folder)?.slice(0, 2).toLowerCase();
    return isOther ? [folder] : [];
  });
  return folders.length === 0 ? undefined : { main, folders };
}

function folderNamedAsLanguage(path: string): string {
  const [first = '', second] = path.split('/', 2);
  return second !== undefined && languageNamed(first) !== undefined ? first : '';
}

/** The language that pages say, where those looked at agree. */
function languageOf(view: FolderView, paths: readonly string[]): string | undefined {
  const step = Math.max(1, Math.floor(paths.length / SAMPLE_SIZE));
  const texts = paths.filter((_, at) => at % step === 0).map((path) => view.readText(path) ?? '');
  const said = texts.flatMap((text) => LANGUAGE.exec(text.slice(0, MAX_START))?.[1]?.toLowerCase() ?? []);
  return new Set(said).size === 1 ? said[0] : undefined;
}
