import { STOP_WORD_LANGUAGES } from '@topicmill/base/config';
import { compareCodeUnits } from '@topicmill/base/order';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { findOtherLanguage } from '@topicmill/topics/keywords';
import {
  type DetectedRoot,
  FIRST_LANGUAGE,
  type FolderView,
  filesBelow,
  languageNamed,
  languageOfThreeLetters,
} from '../sites/index.js';
import { passedOverIn } from './pages-below.js';

const PAGE = /\.mdx?$/i;
const NAMED_LANGUAGE = /^(.+)\.([a-z]{2}(?:[-_][a-z]{2,4})?)$/i;
/** Endings that stand for a programming language or a domain rather than for Tsonga, Serbo-Croatian, Pashto or Ido. */
const NO_LANGUAGE = /^(?:ts|sh|ps|io)$/i;
/** A folder called as the one that it translates, with the language after it: `docs-zh`, `pages.pt_BR`. */
const NAMED_FOLDER = /^(.+?)[._-]([a-z]{2}(?:[-_][a-z]{2,4})?)$/i;
/** What one translated page is taken for may be a mistake: `README.fr.md` alone makes no language of the docs. */
const MIN_TRANSLATIONS = 2;
/** Three folders called as languages, each with five pages or more and of about one size, are not a coincidence. */
const MIN_LANGUAGES = 3;
const MIN_SIZE = 5;
const SIZE_TOLERANCE = 0.1;
/** How many pages are read to find out in which language the others are. */
const SAMPLE_SIZE = 20;
/** Generators that publish a page at the path of its file, whichever docs root and language it is in. */
const AT_PATHS: ReadonlySet<string> = new Set(['none', 'jekyll', 'vuepress']);

/** Pages of a language next to those that they translate. */
interface MixedLanguage {
  readonly locale: string;
  /** The path of its folder below the docs root, or the end of its pages' names. */
  readonly name: string;
  readonly kind: 'folder' | 'ending';
}

/** A folder that may be one of translations. */
interface MarkedFolder {
  readonly locale: string;
  /** Path of what it translates, with `/` at its end, or nothing, next to it. */
  readonly of: string;
}

/**
 * A docs root that has translations among its pages, as a docs root for each language, that of the other pages first:
 * translations in a folder `es` with the same pages, in a folder `pages.es` next to `pages`, or as `kiln.zh.md` next to
 * `kiln.md` or `kiln.en.md`. The docs root itself where nothing is translated, or where its generator says all languages.
 */
export function rootsOfMixedLanguages(view: FolderView, root: DetectedRoot): DetectedRoot[] {
  const { site } = root;
  const { locales, pathPrefix } = site as { locales?: readonly string[]; pathPrefix?: string };
  const isOfLanguage = root.locale !== undefined && (locales === undefined || pathPrefix !== undefined);
  if (!AT_PATHS.has(site.generator) || 'summary' in site || isOfLanguage) return [root];
  const folder = root.docsRoot === '.' ? '' : root.docsRoot;
  const paths = filesBelow(view, folder, (name) => PAGE.test(name), passedOverIn(site));
  const pages = paths.map((path) => path.slice(folder === '' ? 0 : folder.length + 1).replace(PAGE, ''));
  const found = languagesAmong(pages, site.generator === 'none');
  const languages = found.filter(({ name }) => locales?.includes(name) !== true);
  if (languages.length === 0) return [root];
  const others = paths.filter((_, at) => !languages.some((language) => isInLanguage(pages[at]!, language)));
  const locale = root.locale ?? languageOf(view, others);
  const isTaken = languages.some((language) => language.locale === locale);
  const rest: DetectedRoot = {
    ...root,
    name: nameIn(root, isTaken ? 'pages' : locale),
    ...(isTaken ? {} : { locale }),
    exclude: [...(root.exclude ?? []), ...languages.flatMap(languageGlobs)],
    site: orderedBy(root, (page) => (languages.some((language) => isInLanguage(page, language)) ? undefined : page)),
  };
  const first = languages.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale));
  return [...(others.length === 0 ? [] : [rest]), ...first.map((language) => rootOf(root, language))];
}

/** Each language once: a folder of translations is one whatever its pages are called. */
function languagesAmong(pages: readonly string[], mayBeEndings: boolean): MixedLanguage[] {
  const folders = languageFolders(pages);
  const elsewhere = pages.filter((page) => !folders.some((language) => isInLanguage(page, language)));
  const found = new Map<string, MixedLanguage>();
  for (const language of [...folders, ...(mayBeEndings ? languageEndings(elsewhere) : [])]) {
    if (!found.has(language.locale)) found.set(language.locale, language);
  }
  return [...found.values()];
}

/** Folders of translations in the docs root, else in the first folder of it that has any. */
function languageFolders(pages: readonly string[]): MixedLanguage[] {
  const found = languageFoldersIn(pages, '');
  if (found.length > 0) return found;
  const folders = new Set(pages.filter((page) => page.includes('/')).map((page) => page.split('/', 1)[0]!));
  for (const folder of [...folders].sort()) {
    const below = languageFoldersIn(pages, `${folder}/`);
    if (below.length > 0) return below;
  }
  return [];
}

/** @param parent path of a folder with `/` at its end, or nothing */
function languageFoldersIn(pages: readonly string[], parent: string): MixedLanguage[] {
  const inside = pages.filter((page) => page.startsWith(parent)).map((page) => page.slice(parent.length));
  const names = new Set(inside.filter((page) => page.includes('/')).map((page) => page.split('/', 1)[0]!));
  const marked = new Map<string, MarkedFolder>();
  for (const name of [...names].sort()) {
    const folder = markedFolder(name, names);
    if (folder !== undefined) marked.set(name, folder);
  }
  const placed = inside.map((page) => {
    const name = page.split('/', 1)[0]!;
    const folder = page.includes('/') ? marked.get(name) : undefined;
    return { name, page: folder === undefined ? page : folder.of + page.slice(name.length + 1) };
  });
  const counts = new Map<string, number>();
  for (const { page } of placed) counts.set(page, (counts.get(page) ?? 0) + 1);
  const isTranslated = (folder: string): boolean => {
    const own = placed.filter(({ name }) => name === folder);
    const translated = own.filter(({ page }) => counts.get(page)! > 1).length;
    return translated >= MIN_TRANSLATIONS && translated * 2 >= own.length;
  };
  const alike = foldersAlike(inside, marked);
  const found = [...marked].filter(([folder]) => isTranslated(folder) || alike.has(folder));
  const isSure = found.some(([, { locale }]) => locale.length !== 3);
  return (isSure ? found : []).map(([folder, { locale }]) => ({ locale, name: parent + folder, kind: 'folder' }));
}

/**
 * Folders called as languages that have about as many pages as each other: in a vault, the names of pages are translated,
 * too.
 *
 * @param pages paths below the parent of the folders
 */
function foldersAlike(pages: readonly string[], marked: ReadonlyMap<string, MarkedFolder>): ReadonlySet<string> {
  const sizes = new Map<string, number>();
  for (const page of pages) {
    const name = page.split('/', 1)[0]!;
    const { of, locale } = marked.get(name) ?? {};
    if (of === '' && locale!.length !== 3 && page.includes('/')) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  }
  const ordered = [...sizes.values()].sort((a, b) => a - b);
  const middle = ordered[Math.floor(ordered.length / 2)] ?? 0;
  const alike = [...sizes].filter(([, size]) => Math.abs(size - middle) <= middle * SIZE_TOLERANCE);
  return new Set(middle >= MIN_SIZE && alike.length >= MIN_LANGUAGES ? alike.map(([name]) => name) : []);
}

/** What the name of a folder says about its language, next to folders of other names. */
function markedFolder(name: string, names: ReadonlySet<string>): MarkedFolder | undefined {
  const whole = languageNamed(name) ?? languageOfThreeLetters(name);
  if (whole !== undefined) return { locale: whole, of: '' };
  const [, of, ending] = NAMED_FOLDER.exec(name) ?? [];
  if (of === undefined || !names.has(of) || NO_LANGUAGE.test(ending!)) return undefined;
  const locale = languageNamed(ending!);
  return locale === undefined ? undefined : { locale, of: `${of}/` };
}

function languageEndings(pages: readonly string[]): MixedLanguage[] {
  const named = pages.flatMap((page) => {
    const [, translated, ending] = NAMED_LANGUAGE.exec(page) ?? [];
    const isLanguage = ending !== undefined && !NO_LANGUAGE.test(ending) && languageNamed(ending) !== undefined;
    return isLanguage ? [{ translated: translated!, ending }] : [];
  });
  const editions = new Map<string, number>();
  for (const page of [...pages, ...named.map(({ translated }) => translated)]) {
    editions.set(page, (editions.get(page) ?? 0) + 1);
  }
  const counts = new Map<string, number>();
  for (const { translated, ending } of named) {
    if (editions.get(translated)! > 1) counts.set(ending, (counts.get(ending) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count >= MIN_TRANSLATIONS)
    .map(([name]): MixedLanguage => ({ locale: languageNamed(name)!, name, kind: 'ending' }))
    .sort((a, b) => compareCodeUnits(a.name, b.name));
}

/** @param page path below the docs root, without extension */
function isInLanguage(page: string, { kind, name }: MixedLanguage): boolean {
  return kind === 'folder' ? page.startsWith(`${name}/`) : page.endsWith(`.${name}`);
}

function languageGlobs({ kind, name }: MixedLanguage): string[] {
  return kind === 'ending' ? [`**/*.${name}.md`, `**/*.${name}.mdx`] : [`${name}/**`];
}

/** Whether a folder of translations becomes a docs root; one further inside, or of a site, stays where its addresses start. */
function isDocsRoot(name: string, generator: string): boolean {
  return generator === 'none' && !name.includes('/');
}

function rootOf(root: DetectedRoot, language: MixedLanguage): DetectedRoot {
  const { locale, name, kind } = language;
  const named = { ...root, name: nameIn(root, locale), locale };
  if (kind === 'ending') {
    const site = orderedBy(root, (page) => (page.endsWith('/') ? page : `${page}.${name}`));
    return { ...named, include: languageGlobs(language), site };
  }
  if (!isDocsRoot(name, root.site.generator)) {
    const site = orderedBy(root, (page) => (isInLanguage(page, language) ? page : undefined));
    return { ...named, include: [`${name}/**/*.{md,mdx,markdown}`], site };
  }
  const site = orderedBy(root, (page) => (isInLanguage(page, language) ? page.slice(name.length + 1) : undefined));
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

function nameIn({ name, locale: own }: DetectedRoot, locale: string): string {
  return name === undefined || own !== undefined ? locale : `${name}-${locale}`;
}

/** The language of most of some pages; English where nothing else is found. */
export function languageOf(view: FolderView, paths: readonly string[]): string {
  const counts = new Map<string, number>();
  const sample = paths.slice(0, SAMPLE_SIZE);
  for (const path of sample) {
    const [language] = findOtherLanguage(view.readText(path) ?? '', ['eng'], STOP_WORD_LANGUAGES)?.languages ?? [];
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const most = [...counts].find(([, count]) => count * 2 > sample.length)?.[0];
  return most === undefined ? FIRST_LANGUAGE : Intl.getCanonicalLocales(most)[0]!;
}
