import { PARTIALS } from '@topicmill/base/config';
import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { textAt } from '../config-value.js';
import { type DetectedRoot, joinUrl } from '../detected-site.js';
import { rootsByLanguage } from './languages.js';
import { plainRoot } from './plain-root.js';
import type { PlainTool } from './plain-tool.js';
import { tomlValues, yamlValues } from './read-data.js';

/** Hexo: the pages in its source, and its posts. */
export const HEXO: PlainTool = {
  name: 'Hexo',
  file: /^_config\.ya?ml$/,
  matches: (text, names) =>
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

/** Zola: its content, where `_index.md` is the page of a section. */
export const ZOLA: PlainTool = {
  name: 'Zola',
  file: /^(?:config|zola)\.toml$/,
  matches: (text, names) => /^base_url\s*=/m.test(text) && names.has('content'),
  roots: (_, folder, text) => {
    const url = joinUrl(textAt(tomlValues(text), 'base_url'), '');
    return [plainRoot(resolveInRoot(folder, 'content'), url === undefined ? {} : { url, permalink: '{path}/' })];
  },
  names: tomlValues,
};

/** Nextra: pages next to `_meta` files. */
export const NEXTRA: PlainTool = {
  name: 'Nextra',
  file: /^next\.config\.[cm]?[jt]s$/,
  matches: (text) => /['"]nextra['"]/.test(text),
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
  matches: (text) => text.includes('fumadocs-mdx'),
  roots: (_, folder, text) =>
    [...new Set([...text.matchAll(/\bdir:\s*['"]([^'"]+)['"]/g)].map(([, path]) => path!))].map((path) => ({
      ...plainRoot(resolveInRoot(folder, path)),
      name: path.split('/').at(-1)!,
    })),
};

const LINE_END = /[\r\n\u2028\u2029]/;
const MYST = /['"](?:myst_parser|myst_nb)['"]/;
const MARKDOWN = /['"](?:myst_parser|myst_nb|recommonmark)['"]/;

/** Whether a `conf.py` is that of a Sphinx which reads MyST. */
export function isSphinxWithMyst(text: string): boolean {
  return names(text, MYST);
}

/** Whether a `conf.py` names an extension; comments do not count. */
function names(text: string, extension: RegExp): boolean {
  return text.split(LINE_END).some((line) => extension.test(line.split('#', 1)[0]!));
}

/** Sphinx with MyST, or the older Recommonmark: the markdown below `conf.py`. */
export const SPHINX: PlainTool = {
  name: 'Sphinx',
  file: /^conf\.py$/,
  matches: (text) => names(text, MARKDOWN),
  roots: (_, folder, text) => {
    const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? '';
    const patterns = [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, pattern]) => pattern!);
    const excluded = patterns.flatMap((pattern) => (/\.\w+$/.test(pattern) ? [pattern] : [pattern, `${pattern}/**`]));
    return [{ ...plainRoot(folder), exclude: [...new Set([...PARTIALS, ...excluded])] }];
  },
  names: (text) => ({ title: /^project\s*=\s*['"]([^'"]+)['"]/m.exec(text)?.[1] }),
};

/** Docsify: the markdown next to the page that loads it, in the order of its sidebar. */
export const DOCSIFY: PlainTool = {
  name: 'Docsify',
  file: /^index\.html$/,
  matches: (text) => text.includes('$docsify'),
  roots: (view, folder) => [plainRoot(folder, { order: sidebarPages(view.readText(pathIn(folder, '_sidebar.md'))) })],
};

/** Pages that a sidebar links to, without endings: `/guide`, `guide.md` and `#/guide` are one. */
function sidebarPages(sidebar = ''): string[] {
  const links = [...sidebar.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map(([, link]) => link!);
  const pages = links
    .filter((link) => !/^(?:[a-z][a-z\d+.-]*:|\/\/)/i.test(link))
    .map((link) => link.replace(/^(?:#?\.?\/)+/, '').replace(/[?#].*|\.mdx?(?=[?#]|$).*/i, ''));
  return [...new Set(pages.map((page) => (page === '' ? 'README' : page.replace(/\/$/, '/README'))))];
}

function firstWithFolder(names: readonly string[], rootsOf: (name: string) => DetectedRoot[]): DetectedRoot[] {
  for (const name of names) {
    const roots = rootsOf(name);
    if (roots.length > 0) return roots;
  }
  return [];
}
