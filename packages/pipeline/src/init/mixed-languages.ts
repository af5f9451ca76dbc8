import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { findOtherLanguage } from '@topicmill/topics/keywords';
import {
  type DetectedRoot,
  FIRST_LANGUAGE,
  type FolderView,
  filesBelow,
  languageNamed,
  PARTIALS,
} from '../site-config/index.js';
import { isPassedOver } from './pages-below.js';

const PAGE = /\.mdx?$/i;
const NAMED_LANGUAGE = /^(.+)\.([a-z]{2}(?:[-_][a-z]{2,4})?)$/i;
/** Endings that stand for a programming language rather than for Tsonga, Serbo-Croatian or Pashto. */
const OF_CODE = /^(?:ts|sh|ps)$/i;
/** What one translated page is taken for may be a mistake: `README.fr.md` alone makes no language of the docs. */
const MIN_TRANSLATIONS = 2;
/** How many pages are read to find out in which language the others are. */
const SAMPLE_SIZE = 20;

/** Pages of a language next to those that they translate. */
interface MixedLanguage {
  readonly locale: string;
  /** The name of its folder, or the end of its pages' names. */
  readonly name: string;
  readonly kind: 'folder' | 'ending';
}

/**
 * A docs root without a generator that has translations among its pages, in a folder `es` with the same pages or as
 * `kiln.zh.md` next to `kiln.md`, as a docs root for each language, that of the other pages first. The docs root itself
 * where nothing is translated.
 */
export function rootsOfMixedLanguages(view: FolderView, root: DetectedRoot): DetectedRoot[] {
  if (root.site.generator !== 'none' || root.site.summary !== undefined || root.locale !== undefined) return [root];
  const folder = root.docsRoot === '.' ? '' : root.docsRoot;
  const paths = filesBelow(view, folder, (name) => PAGE.test(name), isPassedOver);
  const pages = paths.map((path) => path.slice(folder === '' ? 0 : folder.length + 1).replace(PAGE, ''));
  const languages = [...languageFolders(pages), ...languageEndings(pages)];
  if (languages.length === 0) return [root];
  const others = paths.filter((_, at) => !languages.some((language) => isOf(pages[at]!, language)));
  const locale = languageOf(view, others);
  const isTaken = languages.some((language) => language.locale === locale);
  const rest: DetectedRoot = {
    ...root,
    name: nameIn(root, isTaken ? 'pages' : locale),
    ...(isTaken ? {} : { locale }),
    exclude: [...(root.exclude ?? PARTIALS), ...languages.flatMap(globsOf)],
    site: orderedBy(root, (page) => (languages.some((language) => isOf(page, language)) ? undefined : page)),
  };
  const first = languages.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale));
  return [...(others.length === 0 ? [] : [rest]), ...first.map((language) => rootOf(root, language))];
}

function languageFolders(pages: readonly string[]): MixedLanguage[] {
  const names = new Set(pages.filter((page) => page.includes('/')).map((page) => page.split('/', 1)[0]!));
  const folders = [...names].filter((name) => languageNamed(name) !== undefined).sort();
  const placed = pages.map((page) => {
    const folder = folders.find((name) => page.startsWith(`${name}/`));
    return { folder, page: folder === undefined ? page : page.slice(folder.length + 1) };
  });
  const counts = new Map<string, number>();
  for (const { page } of placed) counts.set(page, (counts.get(page) ?? 0) + 1);
  return folders.flatMap((name): MixedLanguage[] => {
    const own = placed.filter(({ folder }) => folder === name);
    const translated = own.filter(({ page }) => counts.get(page)! > 1).length;
    if (translated < MIN_TRANSLATIONS || translated * 2 < own.length) return [];
    return [{ locale: languageNamed(name)!, name, kind: 'folder' }];
  });
}

function languageEndings(pages: readonly string[]): MixedLanguage[] {
  const known = new Set(pages);
  const counts = new Map<string, number>();
  for (const page of pages) {
    const [, translated, ending] = NAMED_LANGUAGE.exec(page) ?? [];
    if (translated !== undefined && known.has(translated)) counts.set(ending!, (counts.get(ending!) ?? 0) + 1);
  }
  return [...counts.keys()].sort().flatMap((name): MixedLanguage[] => {
    const locale = languageNamed(name);
    if (locale === undefined || OF_CODE.test(name) || counts.get(name)! < MIN_TRANSLATIONS) return [];
    return [{ locale, name, kind: 'ending' }];
  });
}

/** @param page path below the docs root, without extension */
function isOf(page: string, { kind, name }: MixedLanguage): boolean {
  return kind === 'folder' ? page.startsWith(`${name}/`) : page.endsWith(`.${name}`);
}

function globsOf({ kind, name }: MixedLanguage): string[] {
  return kind === 'folder' ? [`${name}/**`] : [`**/*.${name}.md`, `**/*.${name}.mdx`];
}

function rootOf(root: DetectedRoot, language: MixedLanguage): DetectedRoot {
  const { locale, name, kind } = language;
  const named = { ...root, name: nameIn(root, locale), locale };
  if (kind === 'ending') {
    const site = orderedBy(root, (page) => (page.endsWith('/') ? page : `${page}.${name}`));
    return { ...named, include: globsOf(language), site };
  }
  const site = orderedBy(root, (page) => (isOf(page, language) ? page.slice(name.length + 1) : undefined));
  const docsRoot = root.docsRoot === '.' ? name : pathIn(root.docsRoot, name);
  const permalink = root.site.generator === 'none' ? root.site.permalink : undefined;
  if (permalink === undefined) return { ...named, docsRoot, site };
  return {
    ...named,
    docsRoot,
    site: { ...site, permalink: permalink.replace('{path}', `${name}/{path}`) } as DetectedRoot['site'],
  };
}

/** The settings of a docs root with the pages of its order called otherwise, or left out. */
function orderedBy({ site }: DetectedRoot, rename: (page: string) => string | undefined): DetectedRoot['site'] {
  if (site.generator !== 'none' || site.order === undefined) return site;
  const order = site.order.flatMap((page) => rename(page) ?? []);
  const { order: _, ...rest } = site;
  return order.length === 0 ? rest : { ...rest, order };
}

function nameIn({ name }: DetectedRoot, locale: string): string {
  return name === undefined ? locale : `${name}-${locale}`;
}

/** The language of most of some pages; English where nothing else is found. */
function languageOf(view: FolderView, paths: readonly string[]): string {
  const counts = new Map<string, number>();
  const sample = paths.slice(0, SAMPLE_SIZE);
  for (const path of sample) {
    const [language] = findOtherLanguage(view.readText(path) ?? '', ['eng'], STOP_WORD_LANGUAGES)?.languages ?? [];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const most = [...counts].find(([, count]) => count * 2 > sample.length)?.[0];
  return most === undefined ? FIRST_LANGUAGE : Intl.getCanonicalLocales(most)[0]!;
}
