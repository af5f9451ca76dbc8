import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { type ConfigValue, objectAt, textAt } from './config-value.js';
import { type DetectedRoot, docsRootPath, type WrittenSettings } from './detected-site.js';
import { type FolderView, filesBelow } from './folder-view.js';
import type { SiteOfConfig } from './site-generator.js';

const PAGE = /\.mdx?$/i;

/**
 * A docs root in which each folder is a language, `en` next to `pt-br`, as a docs root for each of them, English or the
 * site's own first; the docs root itself where it has anything else.
 *
 * @param defaultLocale language that the site shows first
 */
export function rootsByLanguage(view: FolderView, root: DetectedRoot, defaultLocale = FIRST_LANGUAGE): DetectedRoot[] {
  const entries = view.list(root.docsRoot === '.' ? '' : root.docsRoot).filter(({ name }) => !/^[._]/.test(name));
  const inside = (name: string): string => (root.docsRoot === '.' ? name : pathIn(root.docsRoot, name));
  const withPages = entries.filter(({ name, isFolder }) => (isFolder ? hasPages(view, inside(name)) : PAGE.test(name)));
  const names = withPages.map(({ name }) => name).sort();
  if (names.length < 2 || !withPages.every(({ name, isFolder }) => isFolder && languageNamed(name) !== undefined))
    return [root];
  const sorted = names.toSorted((a, b) => Number(b === defaultLocale) - Number(a === defaultLocale));
  return sorted.map((name) => ({
    ...root,
    name: root.name === undefined ? name : `${root.name}-${name}`,
    docsRoot: inside(name),
    locale: languageNamed(name)!,
  }));
}

function hasPages(view: FolderView, folder: string): boolean {
  return (
    filesBelow(
      view,
      folder,
      (name) => PAGE.test(name),
      (name) => name.startsWith('.'),
    ).length > 0
  );
}

/** The language of docs of which nothing says another one. */
export const FIRST_LANGUAGE = 'en';

const NAMES = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
/** What people call a language that has another code: by the country that speaks it. */
const BY_COUNTRY: Readonly<Record<string, string>> = { cn: 'zh', jp: 'ja', kr: 'ko' };

/**
 * The language that a folder or the end of a file's name stands for, as BCP 47 has it: two letters with or without a region
 * or script, as they were written. `undefined` for other names.
 */
export function languageNamed(name: string): string | undefined {
  if (!/^[a-z]{2}(?:[-_](?:[a-z]{2}|[a-z]{4}))?$/i.test(name)) return undefined;
  const byCountry = BY_COUNTRY[name.toLowerCase()];
  if (byCountry !== undefined) return byCountry;
  return NAMES.of(name.slice(0, 2).toLowerCase()) === undefined ? undefined : name.replace('_', '-');
}

/**
 * The language that a folder of three letters stands for, such as `fil`, which says little by itself: `new`, `run` and
 * `mac` are codes too.
 */
export function languageOfThreeLetters(name: string): string | undefined {
  return /^[a-z]{3}$/.test(name) && NAMES.of(name) !== undefined ? name : undefined;
}

/** A language of a site by the folder of its pages. */
interface LanguageFolder {
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

/** Why a page is left out that is in the folder of a language, which is a docs root of its own. */
export function inOtherRoot(path: string, locales: readonly string[]): string | undefined {
  const locale = locales.find((each) => path.startsWith(`${each}/`));
  return locale === undefined ? undefined : `the language ${locale}, a docs root of its own`;
}

/** What a site says about itself, else what its first language says, which `locales` names so. */
export function titlesOf(config: ConfigValue, first: string): Pick<SiteOfConfig, 'title' | 'description'> {
  const named = (key: string): string | undefined =>
    textAt(config, key) ?? textAt(objectAt(config, 'locales', first), key);
  return { title: named('title'), description: named('description') };
}
