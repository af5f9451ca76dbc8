import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, flagAt, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import { type FolderView, filesBelow } from '../folder-view.js';
import type { ReadConfig } from '../site-generator.js';

const CLASSIC = /(?:^|\/|-)(?:preset-)?classic$|^@docusaurus\/preset-classic$/;
/** What Docusaurus publishes besides docs: where the plugin looks for it, and where it publishes it. */
const CONTENTS = [
  { content: 'blog', path: 'blog', route: 'blog' },
  { content: 'pages', path: 'src/pages', route: '/' },
] as const;

/** The docs roots of a Docusaurus site: each instance of the docs plugin, in each version and language; blogs and pages. */
export function docusaurusRoots({ view, folder, value: config, readModule }: ReadConfig): DetectedRoot[] {
  const instances = docsInstances(config);
  const roots = [
    ...instances.flatMap((instance) => instanceRoots({ view, folder, config, instance, readModule })),
    ...CONTENTS.flatMap((content) => contentRoots(view, folder, config, content)),
  ];
  return roots.length === 1 ? roots.map(({ name: _, ...root }) => root) : roots;
}

/** Options of the docs plugins that the presets and the plugins of a configuration start. */
function docsInstances(config: ConfigValue): ConfigValue[] {
  const instances: ConfigValue[] = [];
  for (const [name, options] of namedEntries(config['presets'])) {
    if (!CLASSIC.test(name) || options['docs'] === false) continue;
    instances.push(objectAt(options, 'docs'));
  }
  for (const [name, options] of namedEntries(config['plugins'])) {
    if (/^(?:@docusaurus\/plugin-content-docs|content-docs)$/.test(name)) instances.push(options);
  }
  return instances;
}

/** The blogs of a site in its default language, or its pages that are markdown. */
function contentRoots(
  view: FolderView,
  folder: string,
  config: ConfigValue,
  { content, path: defaultPath, route }: (typeof CONTENTS)[number],
): DetectedRoot[] {
  const presets = namedEntries(config['presets']).filter(([name]) => CLASSIC.test(name));
  const plugin = new RegExp(`^(?:@docusaurus/plugin-content-|content-)${content}$`);
  const instances = [
    ...presets.filter(([, options]) => options[content] !== false).map(([, options]) => objectAt(options, content)),
    ...namedEntries(config['plugins']).flatMap(([name, options]) => (plugin.test(name) ? [options] : [])),
  ];
  return instances.flatMap((instance) => {
    const docsRoot = resolveInRoot(folder, textAt(instance, 'path') ?? defaultPath);
    const isPage = (name: string): boolean => /\.mdx?$/.test(name);
    if (filesBelow(view, docsRoot, isPage, (name) => name.startsWith('_')).length === 0) return [];
    const site = written({
      generator: 'docusaurus',
      url: joinUrl(textAt(config, 'url'), textAt(config, 'baseUrl')),
      content,
      inclusions: true,
      routeBasePath: (textAt(instance, 'routeBasePath') ?? route).replace(/^\/+|(?<!\/)\/+$/g, '') || '/',
      trailingSlash: flagAt(config, 'trailingSlash'),
      anchorCase: flagAt(objectAt(config, 'markdown', 'anchors'), 'maintainCase') === true ? 'keep' : undefined,
      exclude: Array.isArray(instance['exclude']) ? textsAt(instance, 'exclude') : undefined,
    });
    return [{ name: textAt(instance, 'id') ?? content, docsRoot, site }];
  });
}

/** `['name', options]`, `'name'`, and the same for calls of `require.resolve`. */
function namedEntries(list: unknown): [string, ConfigValue][] {
  return (Array.isArray(list) ? list : []).flatMap((entry: unknown): [string, ConfigValue][] => {
    if (typeof entry === 'string') return [[entry, {}]];
    if (!Array.isArray(entry) || typeof entry[0] !== 'string') return [];
    return [[entry[0].replace(/^.*node_modules\//, ''), isObject(entry[1]) ? entry[1] : {}]];
  });
}

/** What the configuration of a site says about a docs plugin. */
interface PluginConfig extends Pick<ReadConfig, 'view' | 'folder' | 'readModule'> {
  readonly config: ConfigValue;
  readonly instance: ConfigValue;
}

/** A docs plugin of a site: what all of its versions share. */
interface DocsInstance extends PluginConfig {
  /** What the names of its files and folders of versions start with. */
  readonly prefix: string;
  readonly path: string;
  /** The version that readers see first. */
  readonly last: string;
}

function instanceRoots(plugin: PluginConfig): DetectedRoot[] {
  const { view, folder, config, instance } = plugin;
  const id = textAt(instance, 'id') ?? 'default';
  const isDefault = id === 'default';
  const prefix = isDefault ? '' : `${id}_`;
  const path = resolveInRoot(folder, textAt(instance, 'path') ?? 'docs');
  const hasVersions = flagAt(instance, 'disableVersioning') !== true;
  const versions = hasVersions ? versionNames(plugin.readModule(resolveInRoot(folder, `${prefix}versions.json`))) : [];
  const last = textAt(instance, 'lastVersion') ?? versions[0] ?? 'current';
  const docs: DocsInstance = { ...plugin, prefix, path, last };
  const all = shownVersions(docs, versions);
  const name = isDefault ? (path.split('/').at(-1) ?? 'docs') : id;
  const pluginFolder = `docusaurus-plugin-content-docs${isDefault ? '' : `-${id}`}`;
  const localized = localeFolders(view, folder, config, pluginFolder);
  return all.flatMap((version) => {
    const docsRoot = folderOf(docs, version, all);
    const versionKeys = all.length > 1 ? { version, ...(version === last ? { isCurrent: true } : {}) } : {};
    const rootName = version === last || all.length === 1 ? name : `${name}-${version}`;
    const site = (locale?: string) => versionSite(docs, version, locale);
    const main: DetectedRoot[] =
      view.list(docsRoot).length === 0
        ? []
        : [{ name: rootName, docsRoot, ...versionKeys, ...localeKey(config, localized), site: site() }];
    const translated = localized.flatMap(({ locale, path: inside }): DetectedRoot[] => {
      const localRoot = resolveInRoot(inside, version === 'current' ? 'current' : `version-${version}`);
      if (view.list(localRoot).length === 0) return [];
      return [{ name: `${rootName}-${locale}`, docsRoot: localRoot, ...versionKeys, locale, site: site(locale) }];
    });
    return [...main, ...translated];
  });
}

/**
 * Where the pages of a version are. Where the pages of the next version are not published, and those of the one that
 * readers see first are not there, a script copies the former there when the site is built.
 */
function folderOf({ view, folder, prefix, path, last }: DocsInstance, version: string, all: readonly string[]): string {
  if (version === 'current') return path;
  const own = resolveInRoot(folder, `${prefix}versioned_docs/version-${version}`);
  return version === last && !all.includes('current') && view.list(own).length === 0 ? path : own;
}

/** The versions that are built, the one that readers see first before the others. */
function shownVersions({ instance, last }: DocsInstance, versions: readonly string[]): string[] {
  const hasCurrent = flagAt(instance, 'includeCurrentVersion') !== false;
  const only = textsAt(instance, 'onlyIncludeVersions');
  const newestFirst = [...(hasCurrent ? ['current'] : []), ...versions];
  return [last, ...newestFirst.filter((each) => each !== last)].filter(
    (each) => only.length === 0 || only.includes(each),
  );
}

function versionSite(
  { folder, config, instance, prefix, last, readModule }: DocsInstance,
  version: string,
  locale?: string,
) {
  const base = (textAt(instance, 'routeBasePath') ?? 'docs').replace(/^\/+|(?<!\/)\/+$/g, '');
  const versionPath =
    textAt(objectAt(instance, 'versions', version), 'path') ??
    (version === last ? '' : version === 'current' ? 'next' : version);
  const sidebar =
    version === 'current'
      ? textAt(instance, 'sidebarPath')
      : `${prefix}versioned_sidebars/version-${version}-sidebars.json`;
  const localPath = locale === undefined ? '' : `/${locale}`;
  return written({
    generator: 'docusaurus',
    url: joinUrl(textAt(config, 'url'), `${textAt(config, 'baseUrl') ?? '/'}${localPath}`.replace(/\/\//g, '/')),
    routeBasePath: [base, versionPath].filter((part) => part !== '').join('/') || '/',
    trailingSlash: flagAt(config, 'trailingSlash'),
    inclusions: true,
    numberPrefixes: flagAt(instance, 'numberPrefixParser') === false ? false : undefined,
    anchorCase: flagAt(objectAt(config, 'markdown', 'anchors'), 'maintainCase') === true ? 'keep' : undefined,
    exclude: Array.isArray(instance['exclude']) ? textsAt(instance, 'exclude') : undefined,
    order: sidebar === undefined ? [] : docusaurusOrder(readModule(resolveInRoot(folder, sidebar))),
  });
}

function versionNames(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];
}

interface LocaleFolder {
  readonly locale: string;
  /** Folder of the plugin's translations. */
  readonly path: string;
}

function localeFolders(view: FolderView, folder: string, config: ConfigValue, plugin: string): LocaleFolder[] {
  const i18n = objectAt(config, 'i18n');
  const locales = textsAt(i18n, 'locales').filter((locale) => locale !== textAt(i18n, 'defaultLocale'));
  return locales
    .map((locale) => ({ locale, path: resolveInRoot(folder, `i18n/${locale}/${plugin}`) }))
    .filter(({ path }) => view.list(path).length > 0);
}

function localeKey(config: ConfigValue, localized: readonly LocaleFolder[]): { readonly locale?: string } {
  const locale = textAt(objectAt(config, 'i18n'), 'defaultLocale');
  return localized.length === 0 || locale === undefined ? {} : { locale };
}

/**
 * The pages that the sidebars of a Docusaurus site name, in their order, as ids of docs; folders that a sidebar is made
 * of have `/` at their end. Empty for sidebars that are made from the whole docs root, whose order its pages say.
 */
export function docusaurusOrder(sidebars: unknown): string[] {
  if (!isObject(sidebars)) return [];
  const order = [...new Set(Object.values(sidebars).flatMap(itemIds))];
  return order.every((entry) => entry === '/') ? [] : order;
}

function itemIds(item: unknown): string[] {
  if (typeof item === 'string') return [item];
  if (Array.isArray(item)) return item.flatMap(itemIds);
  if (!isObject(item)) return [];
  switch (item['type']) {
    case 'doc':
    case 'ref':
      return [textAt(item, 'id')].filter((id) => id !== undefined);
    case 'autogenerated': {
      const folder = textAt(item, 'dirName') ?? '.';
      return [folder === '.' ? '/' : `${folder.replace(/\/$/, '')}/`];
    }
    case 'category': {
      const link = item['link'];
      return [...(isObject(link) && link['type'] === 'doc' ? itemIds({ ...link }) : []), ...itemIds(item['items'])];
    }
    case undefined:
      // The short form: labels of categories with their items.
      return Object.values(item).flatMap(itemIds);
    default:
      return [];
  }
}
