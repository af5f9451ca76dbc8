import { TopicmillError } from '@topicmill/base/diagnostics';
import { depthOf } from '@topicmill/base/paths';
import { detectionOf, detectSite, findConfigs } from '../site-config/index.js';
import type { ConfigValue, DetectedRoot, DetectedSite, FolderView, FoundConfig } from '../sites/index.js';
import { hasPagesForSite } from './pages-below.js';

/** What running configurations that are code gave, by their paths. */
export type EvaluatedConfigs = ReadonlyMap<string, ConfigValue>;

/** The sites of a repository whose pages become topics, and the configurations that are not used. */
export interface ChosenSites {
  readonly sites: readonly DetectedSite[];
  readonly notUsed: readonly FoundConfig[];
  /** Languages of the configurations of these sites for which there is no page. */
  readonly emptyLanguages: readonly string[];
}

/** What a root's name may contain, as the configuration's schema has it. */
const INVALID_NAME_CHARACTERS = /[^\w.-]+/g;
/** Folders of sites whose names say nothing about them. */
const COMMON_FOLDERS = /^(?:docs?|documentation|website|www|web|site)$/i;

/**
 * The sites of a repository: those whose configurations are asked for, else the outermost ones that have pages, because
 * configurations further inside are most often of older editions or other purposes.
 *
 * @param wanted paths of configurations, or folders of sites
 * @throws TopicmillError `INVALID_OPTION`
 */
export function chooseSites(view: FolderView, wanted: readonly string[], evaluated: EvaluatedConfigs): ChosenSites {
  const configs = findConfigs(view);
  const all = configs.map((config) => detectSite(view, config, evaluated.get(config.path)));
  const detected = all.map((site) => withPages(view, site)).filter(({ roots }) => roots.length > 0);
  const chosen = wanted.length > 0 ? askedFor(detected, wanted) : outermost(detected);
  const sites = withoutSharedRoots(chosen);
  const used = new Set(sites.map(({ config }) => config.path));
  const languages = languagesOf(all.filter(({ config }) => used.has(config.path)));
  const emptyLanguages = [...languages].filter((language) => !languagesOf(chosen).has(language));
  return { sites, notUsed: configs.filter(({ path }) => !used.has(path)), emptyLanguages };
}

function languagesOf(sites: readonly DetectedSite[]): ReadonlySet<string> {
  return new Set(sites.flatMap(({ roots }) => roots.flatMap(({ locale }) => locale ?? [])));
}

function withPages(view: FolderView, site: DetectedSite): DetectedSite {
  const roots = site.roots.filter((root) => hasPagesForSite(view, root));
  return { ...site, roots };
}

function outermost(sites: readonly DetectedSite[]): readonly DetectedSite[] {
  const ofDocs = sites.filter(({ config }) => !isOfAnyKind(config));
  const eligible = ofDocs.length > 0 ? ofDocs : sites;
  const least = Math.min(...eligible.map(({ config }) => depthOf(config.folder)));
  return eligible.filter(({ config }) => depthOf(config.folder) === least);
}

/** Whether a site is made with a tool for sites of any kind, which need not be docs. */
export function isOfAnyKind(config: FoundConfig): boolean {
  return detectionOf(config).isOfAnyKind === true;
}

function askedFor(sites: readonly DetectedSite[], wanted: readonly string[]): readonly DetectedSite[] {
  return wanted.map((asked) => {
    const name = asked.replace(/^\.(?:\/|$)|\/+$/g, '');
    const found = sites.find(({ config }) => config.path === name || config.folder === name);
    if (found !== undefined) return found;
    const known = sites.map(({ config }) => config.path);
    throw new TopicmillError('INVALID_OPTION', `"${asked}" is not the configuration of a site with pages.`, {
      remedy: known.length === 0 ? 'Leave the option out; no site was found.' : `Name one of ${known.join(', ')}.`,
    });
  });
}

/** Of configurations for the same pages the first one counts. */
function withoutSharedRoots(sites: readonly DetectedSite[]): readonly DetectedSite[] {
  const taken = new Set<string>();
  return sites.flatMap((site) => {
    const roots = site.roots.filter(({ docsRoot }) => !taken.has(docsRoot));
    for (const { docsRoot } of roots) taken.add(docsRoot);
    return roots.length === 0 ? [] : [{ ...site, roots }];
  });
}

/** The docs roots of all sites; where there are several, each has a name of its own. */
export function namedRoots(sites: readonly DetectedSite[]): readonly DetectedRoot[] {
  const all = sites.flatMap(({ config, roots }) =>
    roots.map((root) => ({ root, name: nameOf(config, root, sites.length > 1) })),
  );
  if (all.length === 1) return all.map(({ root: { name: _, ...root } }) => root);
  const counts = new Map<string, number>();
  return all.map(({ root, name }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { ...root, name: count === 1 ? name : `${name}-${count}` };
  });
}

function nameOf({ folder, generator, tool }: FoundConfig, { name }: DetectedRoot, isOneOfSeveral: boolean): string {
  const site = isOneOfSeveral || name === undefined ? siteName(folder, tool?.toLowerCase() ?? generator) : undefined;
  const full = [site, name].filter((part) => part !== undefined && part !== '').join('-');
  return full.replace(INVALID_NAME_CHARACTERS, '-').replace(/^[^A-Za-z0-9]+/, '') || generator;
}

function siteName(folder: string, generator: string): string {
  const telling = folder.split('/').filter((segment) => segment !== '' && !COMMON_FOLDERS.test(segment));
  return telling.at(-1) ?? generator;
}
