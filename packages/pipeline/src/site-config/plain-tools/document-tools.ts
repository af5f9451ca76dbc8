import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, textAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import { docsRootPath } from '../repository-path.js';
import { rootsByLanguage } from './languages.js';
import type { PlainTool } from './plain-tool.js';
import { jsonValues, tomlValues, yamlValues } from './read-data.js';

/** What `topicmill.yaml` leaves out of a docs root without a generator, if it names nothing else. */
const PARTIALS = ['**/_!(index.md|index.*.md|index.mdx)', '**/_*/**'];

/** Mintlify: all pages below `docs.json` or `mint.json`, in the order of its navigation. */
export const MINTLIFY: PlainTool = {
  name: 'Mintlify',
  file: /^(?:docs|mint)\.json$/,
  holds: (text) => text.includes('mintlify') && text.includes('"navigation"'),
  roots: (_, folder, text) => {
    const order = [...new Set(pageNames(jsonValues(text)['navigation']))];
    const root = plainRoot(folder, { order: order.map((page) => page.replace(/^\/|\/$/g, '')) });
    return [{ ...root, exclude: [...PARTIALS, 'snippets/**', '**/node_modules/**'] }];
  },
  names: (text) => ({ title: jsonValues(text)['name'], description: jsonValues(text)['description'] }),
};

/** Hexo: the pages in its source, and its posts. */
export const HEXO: PlainTool = {
  name: 'Hexo',
  file: /^_config\.ya?ml$/,
  holds: (text, names) =>
    /^(?:source_dir|public_dir|new_post_name|pretty_urls|archive_dir):/m.test(text) || names.has('scaffolds'),
  roots: (_, folder, text) => {
    const source = resolveInRoot(folder, textAt(yamlValues(text), 'source_dir') ?? 'source');
    return [
      { ...plainRoot(source), name: 'pages' },
      { ...plainRoot(`${source}/_posts`), name: 'posts' },
    ];
  },
  names: yamlValues,
};

/** Zola: its content, where `_index.md` stands for a section. */
export const ZOLA: PlainTool = {
  name: 'Zola',
  file: /^(?:config|zola)\.toml$/,
  holds: (text, names) => /^base_url\s*=/m.test(text) && names.has('content'),
  roots: (_, folder, text) => {
    const url = joinUrl(textAt(tomlValues(text), 'base_url'), '');
    return [plainRoot(resolveInRoot(folder, 'content'), url === undefined ? {} : { url, permalink: '{path}/' })];
  },
  names: tomlValues,
};

/** Nextra: pages beside `_meta` files. */
export const NEXTRA: PlainTool = {
  name: 'Nextra',
  file: /^next\.config\.[cm]?[jt]s$/,
  holds: (text) => /['"]nextra['"]/.test(text),
  roots: (view, folder) =>
    firstWithFolder(['content', 'src/content', 'pages', 'src/pages'], (name) => {
      const path = resolveInRoot(folder, name);
      return view.list(path).length === 0 ? [] : rootsByLanguage(view, plainRoot(path));
    }),
};

/** Fumadocs: the folders that its `source.config` names. */
export const FUMADOCS: PlainTool = {
  name: 'Fumadocs',
  file: /^source\.config\.[cm]?[jt]s$/,
  holds: (text) => text.includes('fumadocs-mdx'),
  roots: (_, folder, text) =>
    [...new Set([...text.matchAll(/\bdir:\s*['"]([^'"]+)['"]/g)].map(([, path]) => path!))].map((path) => ({
      ...plainRoot(resolveInRoot(folder, path)),
      name: path.split('/').at(-1)!,
    })),
};

/** Sphinx with MyST: the markdown below `conf.py`. */
export const SPHINX: PlainTool = {
  name: 'Sphinx',
  file: /^conf\.py$/,
  holds: (text) => /^[^#\n]*['"](?:myst_parser|myst_nb|recommonmark)['"]/m.test(text),
  roots: (_, folder, text) => {
    const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? '';
    const patterns = [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, pattern]) => pattern!);
    const excluded = patterns.flatMap((pattern) => (/\.\w+$/.test(pattern) ? [pattern] : [pattern, `${pattern}/**`]));
    return [{ ...plainRoot(folder), exclude: [...new Set([...PARTIALS, ...excluded])] }];
  },
  names: (text) => ({ title: /^project\s*=\s*['"]([^'"]+)['"]/m.exec(text)?.[1] }),
};

/** Docsify: the markdown beside the page that loads it. */
export const DOCSIFY: PlainTool = {
  name: 'Docsify',
  file: /^index\.html$/,
  holds: (text) => text.includes('$docsify'),
  roots: (_, folder) => [plainRoot(folder)],
};

function plainRoot(docsRoot: string, settings: ConfigValue = {}): DetectedRoot {
  return { docsRoot: docsRootPath(docsRoot), site: written({ generator: 'none', ...settings }) };
}

function firstWithFolder(names: readonly string[], rootsOf: (name: string) => DetectedRoot[]): DetectedRoot[] {
  for (const name of names) {
    const roots = rootsOf(name);
    if (roots.length > 0) return roots;
  }
  return [];
}

/** Paths of pages at any depth of a navigation: the texts of lists called `pages`, and `root` pages of groups. */
function pageNames(value: unknown, isList = false): string[] {
  if (typeof value === 'string') return isList ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pageNames(each, isList));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => pageNames(each, key === 'pages' || key === 'root'));
}
