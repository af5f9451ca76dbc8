import { TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { REFERENCE_FILE } from '@topicmill/topics/formats/file-names';
import { pagesRootsOf, parseConfig, type TopicmillConfig } from '../config/index.js';
import { CONFIG_FILE } from '../runner/index.js';
import type { DetectedRoot, DetectedSite, FolderView } from '../sites/index.js';
import { filesBelow } from '../sites/index.js';
import { chooseDocsRoot, plainFolder } from './choose-docs-root.js';
import { type ChosenSites, chooseSites, type EvaluatedConfigs, isOfAnyKind, namedRoots } from './choose-sites.js';
import { withCustomDomain } from './custom-domain.js';
import { dialectOfPages } from './dialect-of-pages.js';
import { forgeSettings } from './forge-settings.js';
import { hugoContent } from './hugo-content.js';
import { rootsOfMixedLanguages } from './mixed-languages.js';
import { hasPages, isPassedOver, pagesBelow } from './pages-below.js';
import { containsLanguages, withTranslations } from './translated-roots.js';
import { rootsOfVersionFolders } from './version-folders.js';

/** Where the topics of a repository come from. */
export type SourceChoice =
  | { readonly kind: 'folders'; readonly docsRoot: string }
  /** `topicmill.yaml` is there and says that pages are topics. */
  | { readonly kind: 'configured-pages' }
  | { readonly kind: 'pages'; readonly roots: readonly DetectedRoot[]; readonly chosen: ChosenSites };

/** What the user asks for. */
export interface SourceWishes {
  readonly docs?: string | undefined;
  /** Paths of configurations of site generators, or folders of sites. */
  readonly sites?: readonly string[] | undefined;
  readonly evaluated?: EvaluatedConfigs | undefined;
}

const DOCS_FOLDERS = ['docs', 'doc', 'documentation'];
/** What a repository says about itself; not documentation that is worth a docs root of its own. */
const OF_THE_REPOSITORY =
  /^(?:readme|changelog|changes|history|news|contributing|code[-_]of[-_]conduct|security|support|governance|maintainers|authors|license|agents|claude)\b.*$/i;
/** Folders whose markdown is read by programs, or written by others. */
const OF_PROGRAMS = /^(?:__tests__|fixtures?|node_modules|specs?|testdata|tests?|third[-_]party|vendor)$/i;
/** Folders of what a site is made from besides its pages, as generators and templates call them. */
const OF_PARTS =
  /^_?(?:assets|components?|data|includes?|layouts?|partials|public|reusables|scripts?|snippets|static|templates?)$/i;
/** By how much another folder has more documents than the rest, or than the usual one, to be where the docs are. */
const OUTNUMBERED = 10;
const NO_SITES: ChosenSites = { sites: [], notUsed: [], emptyLanguages: [] };

/**
 * Where the topics come from: what `topicmill.yaml` says; else folders with references where there are any; else the
 * pages of the site generators in the repository; else its markdown, which may be that of Hugo; else a docs root that is
 * yet to be written.
 *
 * @throws TopicmillError `INVALID_OPTION`; FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function chooseSources(view: FolderView, { docs, sites = [], evaluated }: SourceWishes): SourceChoice {
  const configText = view.readText(CONFIG_FILE);
  if (configText !== undefined) {
    const config = parseConfig(configText, CONFIG_FILE);
    if (config.sources !== 'pages') return { kind: 'folders', docsRoot: chooseDocsRoot(view, docs) };
    if (docs !== undefined) refuseOtherDocs(docs, config);
    return { kind: 'configured-pages' };
  }
  if (sites.length === 0 && hasReferences(view)) return { kind: 'folders', docsRoot: chooseDocsRoot(view, docs) };
  const asked = docs === undefined ? undefined : plainFolder(docs, true);
  const chosen = chooseSites(view, sites, evaluated ?? new Map());
  const ofSites = isOutweighed(view, chosen, sites, asked)
    ? []
    : withSettings(view, withTranslations(view, namedRoots(chosen.sites.map(withLanguages(view)))));
  const roots = asked === undefined ? ofSites : ofSites.filter(({ docsRoot }) => docsRoot === asked);
  if (roots.length > 0) return { kind: 'pages', roots: roots.length === 1 ? [withoutName(roots[0]!)] : roots, chosen };
  const folder = asked ?? markdownFolder(view);
  if (folder === undefined || !hasPages(view, folder)) {
    return { kind: 'folders', docsRoot: chooseDocsRoot(view, docs) };
  }
  const byContent = hugoContent(view, folder);
  const root: DetectedRoot = byContent ?? { docsRoot: folder, site: { generator: 'none' } };
  const found = withSettings(view, withTranslations(view, rootsOfMixedLanguages(view, root)));
  const notUsed = [...chosen.sites.map(({ config }) => config), ...chosen.notUsed];
  return { kind: 'pages', roots: found, chosen: { ...NO_SITES, notUsed } };
}

/** What `topicmill.yaml` says is not changed: asking for something else would be of no effect. */
function refuseOtherDocs(asked: string, config: TopicmillConfig): void {
  const docsRoots = pagesRootsOf(config).map(({ docsRoot }) => docsRoot);
  if (docsRoots.some((docsRoot) => plainFolder(docsRoot, true) === plainFolder(asked, true))) return;
  const named = docsRoots.map((docsRoot) => `"${docsRoot}"`).join(', ');
  throw new TopicmillError('INVALID_OPTION', `${CONFIG_FILE} names ${named} as docs root, not "${asked}".`, {
    remedy: `Change docsRoot or roots in ${CONFIG_FILE}, or leave the option out.`,
  });
}

/** Roots by their folders of versions, with what the repository says about them where their own configuration is silent. */
function withSettings(view: FolderView, roots: readonly DetectedRoot[]): DetectedRoot[] {
  return roots
    .flatMap((root) => rootsOfVersionFolders(view, root))
    .map(withForge(view))
    .map(withDialect(view))
    .map(withCustomDomain(view));
}

function withLanguages(view: FolderView): (site: DetectedSite) => DetectedSite {
  return (site) => ({ ...site, roots: site.roots.flatMap((root) => rootsOfMixedLanguages(view, root)) });
}

/** A root whose pages have no address of a site is read on the forge. */
function withForge(view: FolderView): (root: DetectedRoot) => DetectedRoot {
  return (root) => {
    if (root.site.generator !== 'none' || root.site.permalink !== undefined) return root;
    return { ...root, site: { ...forgeSettings(view, root.docsRoot), ...root.site } as DetectedRoot['site'] };
  };
}

/** A root whose pages no generator reads is read as what is around it says. */
function withDialect(view: FolderView): (root: DetectedRoot) => DetectedRoot {
  return (root) => {
    const dialect = root.site.generator === 'none' ? dialectOfPages(view, root) : undefined;
    return dialect === undefined ? root : { ...root, site: { ...root.site, dialect } as DetectedRoot['site'] };
  };
}

/** Whether the sites, which may not be made for docs, have fewer pages than the folder of the repository's docs. */
function isOutweighed(
  view: FolderView,
  { sites }: ChosenSites,
  askedSites: readonly string[],
  asked: string | undefined,
): boolean {
  if (asked !== undefined || askedSites.length > 0 || sites.length === 0) return false;
  if (!sites.every(({ config }) => isOfAnyKind(config))) return false;
  const folder = DOCS_FOLDERS.find((name) => hasPages(view, name));
  if (folder === undefined) return false;
  const inSites = sites
    .flatMap(({ roots }) => roots)
    .reduce((sum, { docsRoot }) => sum + pagesBelow(view, docsRoot).length, 0);
  return pagesBelow(view, folder).length > inSites;
}

function withoutName({ name: _, ...root }: DetectedRoot): DetectedRoot {
  return root;
}

/** Whether a file is called as one that says something of the repository, such as its README. */
export function isOfTheRepository(name: string): boolean {
  return OF_THE_REPOSITORY.test(name);
}

function hasReferences(view: FolderView): boolean {
  return filesBelow(view, '', (name) => name === REFERENCE_FILE, isPassedOver).length > 0;
}

/** The folder of a repository's markdown; `undefined` where there is none but what the repository says about itself. */
function markdownFolder(view: FolderView): string | undefined {
  const entries = view.list('').filter(({ name }) => !isPassedOver(name));
  const folders = entries.filter(({ name, isFolder }) => isFolder && hasPages(view, name)).map(({ name }) => name);
  const usual = DOCS_FOLDERS.find((name) => folders.includes(name));
  const [most, ...fewer] = documentCounts(view, folders);
  if (usual !== undefined) {
    const isOutnumbered = most !== undefined && most.count >= OUTNUMBERED * documentsIn(view, usual);
    return isOutnumbered ? most.folder : usual;
  }
  const isDocument = ({ name, isFolder }: { name: string; isFolder: boolean }): boolean =>
    !isFolder && /\.mdx?$/i.test(name) && !isOfTheRepository(name);
  const others = fewer.reduce((sum, { count }) => sum + count, entries.filter(isDocument).length);
  if (most !== undefined && most.count >= OUTNUMBERED * others) return most.folder;
  if (entries.some(isDocument)) return '.';
  if (folders.length === 1) return folders[0];
  return folders.length === 0 ? undefined : '.';
}

/** How many documents each folder contains, the one with the most first; those of programs, such as tests, parts of pages and translations are not counted. */
function documentCounts(view: FolderView, folders: readonly string[]): { folder: string; count: number }[] {
  return folders
    .filter((folder) => !OF_PROGRAMS.test(folder) && !OF_PARTS.test(folder) && !containsLanguages(view, folder))
    .map((folder) => ({ folder, count: documentsIn(view, folder) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || compareCodeUnits(a.folder, b.folder));
}

function documentsIn(view: FolderView, folder: string): number {
  return pagesBelow(view, folder).filter((page) => {
    const folders = page.split('/');
    const name = folders.pop()!;
    return !isOfTheRepository(name) && !folders.some((each) => OF_PROGRAMS.test(each));
  }).length;
}
