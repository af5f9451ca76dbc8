import { compareCodeUnits } from '@topicmill/base/order';
import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import type { DetectedRoot } from '../detected-site.js';
import { rootsByLanguage } from './languages.js';
import type { PlainTool } from './plain-tool.js';

/** Astro without Starlight: its collections of content, whose addresses its routes make, and its pages. */
export const ASTRO: PlainTool = {
  name: 'Astro',
  file: /^astro\.config\.[cm]?[jt]s$/,
  matches: (text) => !text.includes('@astrojs/starlight'),
  isOfAnyKind: true,
  roots: (view, folder, text) => {
    const source = resolveInRoot(folder, /\bsrcDir:\s*['"]([^'"]+)['"]/.exec(text)?.[1] ?? 'src');
    const content = pathIn(source, 'content');
    const defaultLocale = /\bdefaultLocale:\s*['"]([\w-]+)['"]/.exec(text)?.[1];
    const collections = view
      .list(content)
      .filter(({ name, isFolder }) => isFolder && !/^[._]/.test(name))
      .map(({ name }): DetectedRoot => ({ name, docsRoot: pathIn(content, name), site: { generator: 'none' } }))
      .sort((a, b) => placeOf(a) - placeOf(b) || compareCodeUnits(a.docsRoot, b.docsRoot));
    const pages: DetectedRoot = { name: 'pages', docsRoot: pathIn(source, 'pages'), site: { generator: 'none' } };
    return [...collections, pages].flatMap((root) => rootsByLanguage(view, root, defaultLocale));
  },
};

/** The language and version of the first docs root are the default of searches: docs come first. */
function placeOf({ name }: DetectedRoot): number {
  return name === 'docs' ? 0 : 1;
}
