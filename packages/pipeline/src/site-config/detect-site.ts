import { isObject } from '@topicmill/base/json';
import { parseYaml } from '@topicmill/base/yaml';
import { parse as parseToml } from 'smol-toml';
import type { ConfigValue } from './config-value.js';
import type { DetectedSite, FoundConfig } from './detected-site.js';
import type { FolderView } from './folder-view.js';
import { docfxRoots } from './generators/docfx-site.js';
import { docusaurusRoots } from './generators/docusaurus-site.js';
import { hugoRoots } from './generators/hugo-site.js';
import { jekyllRoots } from './generators/jekyll-site.js';
import { mdbookRoots } from './generators/mdbook-site.js';
import { mkdocsSite } from './generators/mkdocs-site.js';
import { quartoRoots } from './generators/quarto-site.js';
import { starlightRoots } from './generators/starlight-site.js';
import { vitepressRoots } from './generators/vitepress-site.js';
import { unknownVuepressSettings, vuepressRoots } from './generators/vuepress-site.js';
import { PLAIN_TOOLS, type PlainTool } from './plain-tools/index.js';
import { readModule } from './read-module.js';
import { siteNames } from './site-names.js';

/**
 * The docs roots and the settings of a site, from its generator's configuration.
 *
 * @param evaluated what running a configuration that is code gave; without it its literal values are read
 */
export function detectSite(view: FolderView, config: FoundConfig, evaluated?: ConfigValue): DetectedSite {
  const text = view.readText(config.path) ?? '';
  const tool = PLAIN_TOOLS.find(({ name }) => name === config.tool);
  if (tool !== undefined) return plainSite(view, config, tool, text);
  if (config.generator === 'mkdocs') return { config, ...mkdocsSite(view, config.path, config.folder, text) };
  const { value, unread } = evaluated === undefined ? readValue(view, config, text) : { value: evaluated, unread: [] };
  const settings = isObject(value) ? value : {};
  const unknown = config.generator === 'vuepress' ? unknownVuepressSettings(settings) : [];
  const names = siteNames(config.generator, settings);
  return { config, names, roots: rootsOf(view, config, settings), unread: [...unread, ...unknown] };
}

function plainSite(view: FolderView, config: FoundConfig, tool: PlainTool, text: string): DetectedSite {
  const roots = tool.roots(view, config.folder, text, config.path);
  return { config, names: siteNames('none', tool.names?.(text) ?? {}), roots, unread: [] };
}

function rootsOf(view: FolderView, { generator, folder }: FoundConfig, value: ConfigValue): DetectedSite['roots'] {
  switch (generator) {
    case 'docusaurus':
      return docusaurusRoots(view, folder, value);
    case 'vitepress':
      return vitepressRoots(view, folder, value);
    case 'vuepress':
      return vuepressRoots(view, folder, value);
    case 'starlight':
      return starlightRoots(view, folder, value);
    case 'hugo':
      return hugoRoots(view, folder, value);
    case 'mdbook':
      return mdbookRoots(folder, value);
    case 'jekyll':
      return jekyllRoots(view, folder, value);
    case 'quarto':
      return quartoRoots(folder, value);
    case 'docfx':
      return docfxRoots(view, folder, value);
    case 'mkdocs':
    case 'none':
      return [];
  }
}

/** Keys that decide about pages and addresses, at any depth. */
const RELEVANT =
  /(?:^|[.\]…])(?:url|baseUrl|base|site|trailingSlash|i18n|locales|defaultLocale|path|routeBasePath|exclude|include|sidebarPath|lastVersion|versions|numberPrefixParser|maintainCase|srcDir|srcExclude|rewrites|cleanUrls|hostname|format|smartypants|sidebar|directory|slug|link|items|dir|the returned value)(?:[.[]|$)/;
/** What is under such a key and does not matter. */
const IRRELEVANT = /\.(?:text|label|badge|attrs|icon|editUrl)$|(?:^|\.)(?:nav|footer|head|navbar)\b/;
/** Of VuePress no more is used. */
const OF_VUEPRESS = /^(?:base|locales|pagePatterns|patterns|permalink(?:Pattern)?|…|the returned value)(?:[.[]|$)/;
/** Lists and spreads that were not read: a docs plugin or a preset may be among them. */
const WHOLE = /^(?:presets|plugins)(?:\[\d+\](?:\[1\])?(?:\.docs)?)?$|^integrations$|^…$/;

function decides(key: string): boolean {
  return WHOLE.test(key) || (RELEVANT.test(key) && !IRRELEVANT.test(key));
}

function readValue(
  view: FolderView,
  { path, isCode, generator }: FoundConfig,
  text: string,
): { readonly value: unknown; readonly unread: readonly string[] } {
  if (isCode) {
    const { value, unread } = readModule(view, path);
    return {
      value,
      unread: unread.filter(
        (key) => key === path || key === '' || (generator === 'vuepress' ? OF_VUEPRESS.test(key) : decides(key)),
      ),
    };
  }
  try {
    if (path.endsWith('.toml')) return { value: parseToml(text), unread: [] };
    return { value: parseYaml(text).toJS(), unread: [] };
  } catch {
    return { value: {}, unread: [path] };
  }
}
