import { resolveInRoot } from '@topicmill/base/paths';
import type { DetectedRoot, WrittenSettings } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { docsRootPath } from '../repository-path.js';

/** A language of a site by the folder of its pages. */
export interface LanguageFolder {
  /** Below the site's source. */
  readonly folder: string;
  /** BCP 47, as the site names it. */
  readonly lang: string | undefined;
}

/** What the docs roots of a site are derived from. */
interface SiteOfLanguages {
  /** Folder of all pages, relative to the repository's root. */
  readonly source: string;
  /** Of the pages that are in no language's folder. */
  readonly lang: string | undefined;
  readonly languages: readonly LanguageFolder[];
  /** The settings of a docs root by its folder below the source, and by the folders that others have of it. */
  readonly siteOf: (folder: string, others: readonly string[]) => WrittenSettings;
}

/** The docs roots of a site: its source, and one for each language that has a folder there. */
export function languageRoots(view: FolderView, { source, lang, languages, siteOf }: SiteOfLanguages): DetectedRoot[] {
  const own = languages.filter(({ folder }) => view.list(resolveInRoot(source, folder)).length > 0);
  const whole = siteOf(
    '',
    own.map(({ folder }) => folder),
  );
  if (own.length === 0) return [{ docsRoot: docsRootPath(source), site: whole }];
  const root: DetectedRoot = {
    name: lang ?? 'root',
    docsRoot: docsRootPath(source),
    ...(lang === undefined ? {} : { locale: lang }),
    site: whole,
  };
  const others = own.map(
    (language): DetectedRoot => ({
      name: language.folder,
      docsRoot: resolveInRoot(source, language.folder),
      locale: language.lang ?? language.folder,
      site: siteOf(language.folder, []),
    }),
  );
  return [root, ...others];
}
