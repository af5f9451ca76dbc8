import { isObject } from '@topicmill/base/json';
import { lastName, resolveInRoot } from '@topicmill/base/paths';
import { parseYaml } from '@topicmill/base/yaml';
import { folderOf } from '@topicmill/topics/formats/file-names';
import { isMap, isScalar, isSeq } from 'yaml';
import { type ConfigValue, objectAt, textAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import type { ReadConfig, SiteOfConfig } from '../site-generator.js';

/** Plugins that add, move or translate pages, which the rules know nothing of. */
const PAGE_PLUGINS = [
  'i18n',
  'monorepo',
  'gen-files',
  'multirepo',
  'awesome-pages',
  'awesome-nav',
  'literate-nav',
  'mike',
];

/** The docs root of a MkDocs site. Tags of Python objects, which MkDocs allows, are read by their names. */
export function mkdocsSite({ view, path, folder, text }: ReadConfig): SiteOfConfig {
  const { config, navFile, missing } = inheritedConfig(view, path, text, [path]);
  const extensions = extensionsOf(config['markdown_extensions']);
  const toc = extensions.get('toc') ?? {};
  const docsRoot = resolveInRoot(folder, textAt(config, 'docs_dir') ?? 'docs');
  const excluded = [textAt(config, 'exclude_docs'), textAt(config, 'draft_docs')].filter((each) => each !== undefined);
  const url = joinUrl(addressIn(config['site_url']), '');
  const plugins = pluginsOf(config['plugins']);
  const { blogFolder, unread } = blogOf(plugins, config['theme']);
  const site = written({
    generator: 'mkdocs',
    url,
    blogFolder,
    useDirectoryUrls: config['use_directory_urls'] === false ? false : undefined,
    navFile,
    excludeDocs: excluded.length === 0 ? undefined : excluded.join('\n'),
    slugify: slugifyOf(toc['slugify']),
    slugSeparator: typeof toc['separator'] === 'string' && toc['separator'] !== '-' ? toc['separator'] : undefined,
    attributes: extensions.has('attr_list') || extensions.has('extra') ? undefined : false,
    ...snippetSettings(
      folder,
      INCLUDING.map((name) => extensions.get(name)).find((each) => each !== undefined),
    ),
    ...(plugins.some(({ name }) => INCLUDING.includes(name)) ? { inclusions: true } : {}),
    emoji: extensions.has('pymdownx.emoji') || extensions.has('materialx.emoji') ? true : undefined,
  });
  const unknown = plugins.map(({ name }) => name).filter((name) => PAGE_PLUGINS.includes(name));
  const roots: DetectedRoot[] = [{ ...variantOf(view, path, config), docsRoot: docsRootPath(docsRoot), site }];
  return {
    title: config['site_name'],
    description: config['site_description'],
    roots,
    unread: [
      ...[...unknown, ...unread].map((name) => `what the plugin ${name} does to pages`),
      ...(url === undefined && config['site_url'] ? ['the address in site_url'] : []),
      ...(missing === undefined ? [] : [`the settings of ${missing}, which it inherits`]),
    ],
  };
}

/** Extensions and plugins that include files. */
const INCLUDING = [
  'pymdownx.snippets',
  'markdown_include.include',
  'markdown_include_variants',
  'mdx_include',
  'include-markdown',
  'macros',
];

/** Of `!ENV [VARIABLE, default]` the default. */
function addressIn(siteUrl: unknown): string | undefined {
  const address: unknown = Array.isArray(siteUrl) ? siteUrl.at(-1) : siteUrl;
  return typeof address === 'string' ? address : undefined;
}

/** Of several configurations in a folder, the name that its file has beyond `mkdocs`, and its language. */
function variantOf(view: FolderView, path: string, config: ConfigValue): Pick<DetectedRoot, 'name' | 'locale'> {
  const names = view.list(folderOf(path)).filter(({ name }) => /^mkdocs[-_.].*ya?ml$/.test(name));
  if (names.length < 2) return {};
  const name = /^mkdocs[-_.](.+)\.ya?ml$/.exec(lastName(path))?.[1];
  const locale = textAt(objectAt(config, 'theme'), 'language');
  return { ...(name === undefined ? {} : { name }), ...(locale === undefined ? {} : { locale }) };
}

interface InheritedConfig {
  readonly config: ConfigValue;
  /** The file that has the `nav`. */
  readonly navFile: string | undefined;
  /** What `INHERIT` names and could not be read. */
  readonly missing: string | undefined;
}

/** A configuration over the one that it inherits: mappings are merged, anything else is replaced. */
function inheritedConfig(view: FolderView, path: string, text: string, seen: readonly string[]): InheritedConfig {
  const { INHERIT: written, ...own } = objectOf(parseYaml(text).contents);
  const navFile = Array.isArray(own['nav']) ? path : undefined;
  if (typeof written !== 'string') return { config: own, navFile, missing: undefined };
  const parentPath = resolveInRoot(folderOf(path), written);
  const parentText = seen.includes(parentPath) ? undefined : view.readText(parentPath);
  if (parentText === undefined) return { config: own, navFile, missing: written };
  const parent = inheritedConfig(view, parentPath, parentText, [...seen, parentPath]);
  return {
    config: mergeConfigs(parent.config, own),
    navFile: navFile ?? ('nav' in own ? undefined : parent.navFile),
    missing: parent.missing,
  };
}

function mergeConfigs(parent: ConfigValue, own: ConfigValue): ConfigValue {
  const values = { ...parent };
  for (const [key, value] of Object.entries(own)) {
    const inherited = parent[key];
    values[key] = isObject(inherited) && isObject(value) ? mergeConfigs(inherited, value) : value;
  }
  return values;
}

/** A node as plain values; a tagged one without a value is the name in its tag. */
function plainValue(node: unknown): unknown {
  if (isMap(node)) {
    const value = objectOf(node);
    return node.tag?.startsWith('!!python') || node.tag?.includes('python/') ? { $python: node.tag, ...value } : value;
  }
  if (isSeq(node)) return node.items.map(plainValue);
  if (!isScalar(node)) return undefined;
  return node.tag?.includes('python/') ? node.tag : node.value;
}

function objectOf(node: unknown): ConfigValue {
  if (!isMap(node)) return {};
  return Object.fromEntries(
    node.items.map(({ key, value }) => [String(isScalar(key) ? key.value : key), plainValue(value)]),
  );
}

function extensionsOf(entries: unknown): ReadonlyMap<string, ConfigValue> {
  const found = new Map<string, ConfigValue>();
  for (const entry of Array.isArray(entries) ? entries : isObject(entries) ? Object.entries(entries) : []) {
    if (typeof entry === 'string') found.set(shortName(entry), {});
    else if (Array.isArray(entry)) found.set(shortName(String(entry[0])), isObject(entry[1]) ? entry[1] : {});
    else if (isObject(entry))
      for (const [name, settings] of Object.entries(entry))
        found.set(shortName(name), isObject(settings) ? settings : {});
  }
  return found;
}

/** What the extension finds where MkDocs is started, which is the folder of its configuration. */
function snippetSettings(folder: string, settings: ConfigValue | undefined): ConfigValue {
  if (settings === undefined) return {};
  const base = settings['base_path'];
  const written = (Array.isArray(base) ? base : [base ?? '.']).filter((each) => typeof each === 'string');
  const paths = written.filter((each) => !/^[/$!]/.test(each)).map((each) => docsRootPath(resolveInRoot(folder, each)));
  const isDefault = paths.length === 1 && paths[0] === '.';
  return { inclusions: true, ...(isDefault || paths.length === 0 ? {} : { snippetPaths: paths }) };
}

function shortName(name: string): string {
  return name.replace(/^markdown\.extensions\./, '');
}

function slugifyOf(value: unknown): string | undefined {
  const name = isObject(value) ? String(value['$python'] ?? '') : typeof value === 'string' ? value : '';
  if (name.includes('pymdownx.slugs')) return 'pymdownx';
  return name.includes('slugify_unicode') ? 'unicode' : undefined;
}

interface Plugin {
  readonly name: string;
  readonly settings: ConfigValue;
}

function pluginsOf(plugins: unknown): Plugin[] {
  if (Array.isArray(plugins)) return plugins.flatMap(pluginsOf);
  if (typeof plugins === 'string') return [{ name: plugins, settings: {} }];
  return Object.entries(objectAt(plugins)).map(([name, settings]) => ({ name, settings: objectAt(settings) }));
}

/** Settings of a blog by which its posts have other addresses, or others of them are published. */
const OF_POSTS = /^(?:post_dir|post_slugify(?:_separator)?|post_url_(?:date_)?format|draft(?:_if_future_date)?)$/;

/** Where the posts of Material for MkDocs are; the names of blogs whose posts the rules do not know. */
function blogOf(plugins: readonly Plugin[], theme: unknown): { blogFolder?: string; unread: readonly string[] } {
  const blogs = plugins.filter(
    ({ name, settings }) => /^(?:material\/)?blog$/.test(name) && settings['enabled'] !== false,
  );
  const unread = blogs.map(({ name }) => name);
  const isMaterial = theme === 'material' || objectAt(theme)['name'] === 'material';
  const [blog, ...others] = blogs;
  if (blog === undefined || others.length > 0 || !isMaterial) return { unread };
  if (Object.keys(blog.settings).some((key) => OF_POSTS.test(key))) return { unread };
  return { blogFolder: docsRootPath(resolveInRoot('', textAt(blog.settings, 'blog_dir') ?? 'blog')), unread: [] };
}
