import { counted, type Diagnostic } from '@topicmill/base/diagnostics';
import { pagesRootsOf } from '../config/index.js';
import { CONFIG_FILE, type Folder, type Workspace } from '../runner/index.js';
import { EMPTY_PAGE, type LeftOutFile, type TopicPage } from '../sources/index.js';

/**
 * What is odd about the pages of a site that has some: `TOPICS_MISSING` for a docs root, such as that of a language, without
 * one, and `TITLES_ALIKE`, once for each docs root, for pages of one title with the same pages above them; titles of
 * imported HTML are not for their reader to change. `PAGE_ID_CONFLICT` for a page in whose place the site shows another, and
 * `EMPTY_DOCUMENT` for a page that is empty: an editor may have lost it.
 */
export function siteFindings({ config, tree, leftOut }: Pick<Workspace, 'config' | 'tree' | 'leftOut'>): Diagnostic[] {
  if (config.sources !== 'pages') return [];
  const pages = [...tree.values()].filter(isTopicOfPage);
  if (pages.length === 0) return [];
  const ofRoots = pagesRootsOf(config).flatMap(({ docsRoot, site, locale, version }, at) => {
    const own = pages.filter(({ page }) => page.rootIndex === at);
    if (own.length > 0) return site.generator === 'html' ? [] : titlesAlike(own, docsRoot);
    const what = [version === undefined ? '' : ` of version ${version}`, locale === undefined ? '' : ` in ${locale}`];
    return [
      {
        severity: 'warning' as const,
        code: 'TOPICS_MISSING' as const,
        message: `There is no page${what.join('')}: ${docsRoot} has none.`,
        file: CONFIG_FILE,
        remedy: 'Correct docsRoot and include, or take the entry out of roots.',
      },
    ];
  });
  return [...ofRoots, ...leftOut.flatMap(pageNotShown), ...emptyPages({ leftOut })];
}

function pageNotShown({ path, shown }: LeftOutFile): Diagnostic[] {
  if (shown === undefined) return [];
  return [
    {
      severity: 'warning',
      code: 'PAGE_ID_CONFLICT',
      message: `${path} is left out: it has the same address as ${shown}, which is the page that the site shows there.`,
      file: path,
      remedy: 'Rename one of the two, or name this one in exclude of its docs root in topicmill.yaml.',
    },
  ];
}

/** `EMPTY_DOCUMENT` for each page that is empty. */
export function emptyPages({ leftOut }: Pick<Workspace, 'leftOut'>): Diagnostic[] {
  const [message, remedy] = ['The page is empty, and no topic.', 'Write it, or remove it.'];
  return leftOut
    .filter(({ reason }) => reason === EMPTY_PAGE)
    .map(({ path: file }) => ({ severity: 'warning', code: 'EMPTY_DOCUMENT', message, file, remedy }));
}

type TopicOfPage = Folder & { readonly page: TopicPage };

function isTopicOfPage(folder: Folder): folder is TopicOfPage {
  return folder.isTopic && folder.page !== undefined;
}

function titlesAlike(topics: readonly TopicOfPage[], docsRoot: string): Diagnostic[] {
  const byTitle = new Map<string, TopicPage[]>();
  for (const { parentId, page } of topics) {
    const key = `${parentId}\0${page.title.toLowerCase()}`;
    byTitle.set(key, [...(byTitle.get(key) ?? []), page]);
  }
  const alike = [...byTitle.values()].filter(({ length }) => length > 1);
  if (alike.length === 0) return [];
  const [first] = alike;
  const paths = first!.map(({ path }) => path).sort();
  const others = paths.length > 2 ? ` and ${paths.length - 2} more` : '';
  return [
    {
      severity: 'warning',
      code: 'TITLES_ALIKE',
      message: `${counted(alike.length, 'title')} in ${docsRoot}: several pages next to each other have the same, as "${first![0]!.title}" of ${paths.slice(0, 2).join(', ')}${others}.`,
      file: paths[0]!,
      remedy: 'Give each page a title of its own in its front matter.',
    },
  ];
}
