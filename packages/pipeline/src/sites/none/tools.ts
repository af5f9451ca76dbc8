import { isObject } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { isAbsoluteUrl, resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { type ConfigValue, objectAt, textAt, yamlValues } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import { rootsByLanguage } from '../languages.js';
import type { SiteDetection } from '../site-generator.js';

/** What these tools leave out. */
const PARTIALS: readonly string[] = ['**/_!(index.md|index.*.md|index.mdx)', '**/_*/**'];
const SUMMARY = 'SUMMARY.md';
/** A list item that links to a page of the same site. */
const ITEM =
  /(?=[*+-])(?<=^\s*)[*+-]\s+\[[^\]]{0,500}\]\(<?(?![a-z][a-z\d+.-]*:)[^)>\s]{1,500}\.mdx?(?:#[^)>]{0,500})?>?[^)]{0,500}\)/gim;
const MIN_ITEMS = 2;

/** GitBook: the pages that a SUMMARY.md lists, below `.gitbook.yaml`'s `root` or next to it. */
const GITBOOK: SiteDetection = {
  tool: 'GitBook',
  configs: [
    {
      name: /^(?:\.gitbook\.ya?ml|SUMMARY\.md)$/,
      matches: (text) => !isSummary(text) || (text.match(ITEM) ?? []).length >= MIN_ITEMS,
    },
  ],
  readsText: true,
  site: ({ folder, text, path }) => {
    const config = path.endsWith('.md') ? {} : yamlValues(text);
    const root = resolveInRoot(folder, textAt(config, 'root') ?? '');
    const summary = resolveInRoot(root, textAt(objectAt(config, 'structure'), 'summary') ?? SUMMARY);
    const name = summary.slice(root === '' ? 0 : root.length + 1);
    return { roots: [{ docsRoot: docsRootPath(root), site: { generator: 'none', summary: name } }] };
  },
};

function isSummary(text: string): boolean {
  return !/^(?:root|structure|redirects)\s*:/m.test(text);
}

/** What Mintlify ignores by itself, of files that could be pages. */
const IGNORED = [
  ...['README', 'LICENSE', 'CHANGELOG', 'CONTRIBUTING'].map((name) => `**/${name}.md`),
  ...['node_modules', 'build', 'dist', 'coverage', 'tmp', 'temp'].map((name) => `**/${name}/**`),
];

/** Mintlify: all pages below `docs.json` or `mint.json`, at their paths, in the order of its navigation. */
const MINTLIFY: SiteDetection = {
  tool: 'Mintlify',
  configs: [
    {
      name: /^(?:docs|mint)\.json$/,
      matches: (text) => text.includes('mintlify') && text.includes('"navigation"'),
    },
  ],
  site: ({ view, folder, value: { navigation, name, description } }) => {
    const order = [...new Set(pageNames(navigation))];
    const root = plainRoot(folder, {
      permalink: '{path}',
      order: order.map((page) => page.replace(/^\/|\/$/g, '')),
    });
    const ignored = ignoredGlobs(view.readText(pathIn(folder, '.mintignore')));
    const exclude = [...new Set([...PARTIALS, 'snippets/**', ...IGNORED, ...ignored])];
    return { roots: [{ ...root, exclude }], title: name, description };
  },
};

/** Patterns as those of .gitignore as globs; exceptions, with `!`, are left out. */
function ignoredGlobs(patterns = ''): string[] {
  const lines = patterns.split(/\r?\n/).map((line) => line.trim());
  return lines
    .filter((line) => !/^(?:[#!]|$)/.test(line))
    .flatMap((line) => {
      const path = line.replace(/^\/|\/$/g, '');
      const isAnywhere = !line.replace(/\/$/, '').includes('/');
      const glob = isAnywhere ? `**/${path}` : path;
      return line.endsWith('/') ? [`${glob}/**`] : [glob, `${glob}/**`];
    });
}

/** Paths of pages at any depth of a navigation: the texts of lists called `pages`, and `root` pages of groups. */
function pageNames(value: unknown, isList = false): string[] {
  if (typeof value === 'string') return isList ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((each) => pageNames(each, isList));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => pageNames(each, key === 'pages' || key === 'root'));
}

/** Astro without Starlight: its collections of content, whose addresses its routes make, and its pages. */
const ASTRO: SiteDetection = {
  tool: 'Astro',
  configs: [{ name: /^astro\.config\.[cm]?[jt]s$/, matches: (text) => !text.includes('@astrojs/starlight') }],
  readsText: true,
  isOfAnyKind: true,
  site: ({ view, folder, text }) => {
    const source = resolveInRoot(folder, /\bsrcDir:\s*['"]([^'"]+)['"]/.exec(text)?.[1] ?? 'src');
    const content = pathIn(source, 'content');
    const defaultLocale = /\bdefaultLocale:\s*['"]([\w-]+)['"]/.exec(text)?.[1];
    const collections = view
      .list(content)
      .filter(({ name, isFolder }) => isFolder && !/^[._]/.test(name))
      .map(({ name }): DetectedRoot => ({ name, docsRoot: pathIn(content, name), site: { generator: 'none' } }))
      .sort((a, b) => rootRank(a) - rootRank(b) || compareCodeUnits(a.docsRoot, b.docsRoot));
    const pages: DetectedRoot = { name: 'pages', docsRoot: pathIn(source, 'pages'), site: { generator: 'none' } };
    return { roots: [...collections, pages].flatMap((root) => rootsByLanguage(view, root, defaultLocale)) };
  },
};

/** The language and version of the first docs root are the default of searches: docs come first. */
function rootRank({ name }: DetectedRoot): number {
  return name === 'docs' ? 0 : 1;
}

/** Hexo: the pages in its source, and its posts. */
const HEXO: SiteDetection = {
  tool: 'Hexo',
  configs: [
    {
      name: /^_config\.ya?ml$/,
      matches: (text, names) =>
        /^(?:source_dir|public_dir|new_post_name|pretty_urls|archive_dir):/m.test(text) || names.has('scaffolds'),
    },
  ],
  site: ({ folder, value }) => {
    const source = resolveInRoot(folder, textAt(value, 'source_dir') ?? 'source');
    const roots = [
      { ...plainRoot(source), name: 'pages' },
      { ...plainRoot(`${source}/_posts`), name: 'posts' },
    ];
    return { roots, title: value['title'], description: value['description'] };
  },
};

/** Zola: its content, where `_index.md` is the page of a section. */
const ZOLA: SiteDetection = {
  tool: 'Zola',
  configs: [
    {
      name: /^(?:config|zola)\.toml$/,
      matches: (text, names) => /^base_url\s*=/m.test(text) && names.has('content'),
    },
  ],
  site: ({ folder, value }) => {
    const url = joinUrl(textAt(value, 'base_url'), '');
    const root = plainRoot(resolveInRoot(folder, 'content'), url === undefined ? {} : { url, permalink: '{path}/' });
    return { roots: [root], title: value['title'], description: value['description'] };
  },
};

/** Nextra: pages next to `_meta` files. */
const NEXTRA: SiteDetection = {
  tool: 'Nextra',
  configs: [{ name: /^next\.config\.[cm]?[jt]s$/, matches: (text) => /['"]nextra['"]/.test(text) }],
  readsText: true,
  site: ({ view, folder }) => {
    const places = ['content', 'src/content', 'pages', 'src/pages'].map((name) => resolveInRoot(folder, name));
    const path = places.find((each) => view.list(each).length > 0);
    return { roots: path === undefined ? [] : rootsByLanguage(view, plainRoot(path)) };
  },
};

/** Fumadocs: the folders that its `source.config` names. */
const FUMADOCS: SiteDetection = {
  tool: 'Fumadocs',
  configs: [{ name: /^source\.config\.[cm]?[jt]s$/, matches: (text) => text.includes('fumadocs-mdx') }],
  readsText: true,
  site: ({ folder, text }) => {
    const paths = new Set([...text.matchAll(/\bdir:\s*['"]([^'"]+)['"]/g)].map(([, path]) => path!));
    return {
      roots: [...paths].map((path) => ({ ...plainRoot(resolveInRoot(folder, path)), name: path.split('/').at(-1)! })),
    };
  },
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
const SPHINX: SiteDetection = {
  tool: 'Sphinx',
  configs: [{ name: /^conf\.py$/, matches: (text) => names(text, MARKDOWN) }],
  readsText: true,
  site: ({ folder, text }) => {
    const list = /^exclude_patterns\s*=\s*\[([^\]]*)\]/m.exec(text)?.[1] ?? '';
    const patterns = [...list.matchAll(/['"]([^'"]+)['"]/g)].map(([, pattern]) => pattern!);
    const excluded = patterns.flatMap((pattern) => (/\.\w+$/.test(pattern) ? [pattern] : [pattern, `${pattern}/**`]));
    return {
      roots: [{ ...plainRoot(folder), exclude: [...new Set([...PARTIALS, ...excluded])] }],
      title: /^project\s*=\s*['"]([^'"]+)['"]/m.exec(text)?.[1],
    };
  },
};

/** Docsify: the markdown next to the page that loads it, in the order of its sidebar. */
const DOCSIFY: SiteDetection = {
  tool: 'Docsify',
  configs: [{ name: /^index\.html$/, matches: (text) => text.includes('$docsify') }],
  readsText: true,
  site: ({ view, folder }) => ({
    roots: [plainRoot(folder, { order: sidebarPages(view.readText(pathIn(folder, '_sidebar.md'))) })],
  }),
};

/** Pages that a sidebar links to, without endings: `/guide`, `guide.md` and `#/guide` are one. */
function sidebarPages(sidebar = ''): string[] {
  const links = [...sidebar.matchAll(/\]\(\s*<?([^)\s>]+)/g)].map(([, link]) => link!);
  const pages = links
    .filter((link) => !isAbsoluteUrl(link))
    .map((link) => link.replace(/^(?:#?\.?\/)+/, '').replace(/[?#].*|\.mdx?(?=[?#]|$).*/i, ''));
  return [...new Set(pages.map((page) => (page === '' ? 'README' : page.replace(/\/$/, '/README'))))];
}

/** A docs root whose pages no known generator publishes. */
function plainRoot(docsRoot: string, settings: ConfigValue = {}): DetectedRoot {
  return { docsRoot: docsRootPath(docsRoot), exclude: PARTIALS, site: written({ generator: 'none', ...settings }) };
}

/** Tools whose pages are found although their addresses are not computed. */
export const PLAIN_TOOLS: readonly SiteDetection[] = [
  ASTRO,
  MINTLIFY,
  HEXO,
  ZOLA,
  NEXTRA,
  FUMADOCS,
  SPHINX,
  DOCSIFY,
  GITBOOK,
];
