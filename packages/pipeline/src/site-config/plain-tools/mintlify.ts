import { PARTIALS } from '@topicmill/base/config';
import { isObject } from '@topicmill/base/json';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { plainRoot } from './plain-root.js';
import type { PlainTool } from './plain-tool.js';
import { jsonValues } from './read-data.js';

/** What Mintlify ignores by itself, of files that could be pages. */
const IGNORED = [
  ...['README', 'LICENSE', 'CHANGELOG', 'CONTRIBUTING'].map((name) => `**/${name}.md`),
  ...['node_modules', 'build', 'dist', 'coverage', 'tmp', 'temp'].map((name) => `**/${name}/**`),
];

/** Mintlify: all pages below `docs.json` or `mint.json`, at their paths, in the order of its navigation. */
export const MINTLIFY: PlainTool = {
  name: 'Mintlify',
  file: /^(?:docs|mint)\.json$/,
  matches: (text) => text.includes('mintlify') && text.includes('"navigation"'),
  roots: (view, folder, text) => {
    const order = [...new Set(pageNames(jsonValues(text)['navigation']))];
    const root = plainRoot(folder, {
      permalink: '{path}',
      order: order.map((page) => page.replace(/^\/|\/$/g, '')),
    });
    const ignored = ignoredGlobs(view.readText(pathIn(folder, '.mintignore')));
    return [{ ...root, exclude: [...new Set([...PARTIALS, 'snippets/**', ...IGNORED, ...ignored])] }];
  },
  names: (text) => ({ title: jsonValues(text)['name'], description: jsonValues(text)['description'] }),
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
