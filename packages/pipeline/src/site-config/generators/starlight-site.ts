import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, flagAt, objectAt, textAt } from '../config-value.js';
import { dependencyVersion } from '../dependency-version.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { starlightOptions } from './starlight-options.js';

/** The docs roots of a Starlight site: one for each language that has a folder. */
export function starlightRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const content = resolveInRoot(folder, `${textAt(config, 'srcDir') ?? 'src'}/content/docs`);
  const options = starlightOptions(config);
  const locales = objectAt(options, 'locales');
  const folders = Object.keys(locales).filter(
    (key) => key !== 'root' && view.list(resolveInRoot(content, key)).length > 0,
  );
  const markdown = objectAt(config, 'markdown');
  const dashes = flagAt(objectAt(markdown, 'smartypants'), 'dashes') ?? flagAt(markdown, 'smartypants');
  const format = textAt(objectAt(config, 'build'), 'format');
  const site = (pathPrefix: string, others: readonly string[]) =>
    written({
      generator: 'starlight',
      url: joinUrl(textAt(config, 'site'), textAt(config, 'base')),
      version: dependencyVersion(view, folder, 'astro'),
      inclusions: true,
      pathPrefix: pathPrefix === '' ? undefined : pathPrefix,
      locales: others,
      trailingSlash: ['always', 'never'].includes(textAt(config, 'trailingSlash') ?? '')
        ? config['trailingSlash']
        : undefined,
      format: format === 'file' || format === 'preserve' ? format : undefined,
      smartDashes: dashes === false ? false : undefined,
      order: sidebarSlugs(options['sidebar']),
    });
  if (folders.length === 0) return [{ docsRoot: content, site: site('', []) }];
  const rootLocale =
    isObject(locales['root']) || !('root' in locales) ? textAt(objectAt(locales, 'root'), 'lang') : undefined;
  const hasRoot = 'root' in locales;
  const first = textAt(options, 'defaultLocale');
  const sorted = folders.toSorted((left, right) => Number(right === first) - Number(left === first));
  const root: DetectedRoot = {
    name: rootLocale ?? 'root',
    docsRoot: content,
    ...(rootLocale === undefined ? {} : { locale: rootLocale }),
    site: site('', folders),
  };
  const others = sorted.map(
    (key): DetectedRoot => ({
      name: key,
      docsRoot: resolveInRoot(content, key),
      locale: textAt(objectAt(locales, key), 'lang') ?? key,
      site: site(key, []),
    }),
  );
  return hasRoot ? [root, ...others] : others;
}

function sidebarSlugs(sidebar: unknown): string[] {
  if (typeof sidebar === 'string') return [idOf(sidebar)];
  if (Array.isArray(sidebar)) return sidebar.flatMap(sidebarSlugs);
  if (!isObject(sidebar)) return [];
  const directory = textAt(objectAt(sidebar, 'autogenerate'), 'directory');
  const slug = textAt(sidebar, 'slug');
  const link = textAt(sidebar, 'link');
  const isOwn = link !== undefined && !/^[a-z][a-z\d+.-]*:|^\/\//i.test(link);
  return [
    ...(slug === undefined ? [] : [idOf(slug)]),
    ...(isOwn ? [idOf(link)] : []),
    ...(directory === undefined ? [] : [`${directory.replace(/^\/|\/$/g, '')}/`]),
    ...sidebarSlugs(sidebar['items']),
  ];
}

function idOf(slug: string): string {
  return (
    slug
      .replace(/[?#].*/s, '')
      .replace(/^\/|\/$/g, '')
      .replace(/(?:^|\/)index$/, '') || 'index'
  );
}
