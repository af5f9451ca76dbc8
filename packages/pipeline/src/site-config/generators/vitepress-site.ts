import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, flagAt, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, type WrittenSettings, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { languageRoots } from './language-roots.js';

/** The docs roots of a VitePress site: one for each language that has a folder. */
export function vitepressRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const source = resolveInRoot(folder, textAt(config, 'srcDir') ?? '');
  const locales = objectAt(config, 'locales');
  const folders = Object.keys(locales).filter((key) => key !== 'root');
  return languageRoots(view, {
    source,
    lang: textAt(objectAt(locales, 'root'), 'lang') ?? textAt(config, 'lang'),
    languages: folders.map((folder) => ({ folder, lang: textAt(objectAt(locales, folder), 'lang') })),
    siteOf: (pathPrefix, others) => siteOf(config, pathPrefix, others),
  });
}

function siteOf(config: ConfigValue, pathPrefix: string, locales: readonly string[]): WrittenSettings {
  const rewrites = objectAt(config, 'rewrites');
  const ofLocales = objectAt(config, 'locales');
  const themes = [config, ...Object.values(pathPrefix === '' ? ofLocales : { own: ofLocales[pathPrefix] })].map(
    (each) => objectAt(each, 'themeConfig'),
  );
  return written({
    generator: 'vitepress',
    url: joinUrl(textAt(objectAt(config, 'sitemap'), 'hostname'), textAt(config, 'base')),
    pathPrefix: pathPrefix === '' ? undefined : pathPrefix,
    locales,
    cleanUrls: flagAt(config, 'cleanUrls') === true ? true : undefined,
    rewrites: Object.fromEntries(Object.entries(rewrites).filter(([, to]) => typeof to === 'string')),
    inclusions: true,
    srcExclude: textsAt(config, 'srcExclude'),
    order: [...new Set(themes.flatMap(({ sidebar }) => sidebarIds(sidebar, '')))],
  });
}

/** Links of a sidebar as ids of pages: of a list of items, or of lists by path. */
function sidebarIds(sidebar: unknown, base: string): string[] {
  if (Array.isArray(sidebar)) return sidebar.flatMap((item) => itemIds(item, base));
  if (!isObject(sidebar)) return [];
  return Object.values(sidebar).flatMap((each) =>
    Array.isArray(each)
      ? sidebarIds(each, base)
      : isObject(each)
        ? sidebarIds(each['items'], textAt(each, 'base') ?? base)
        : [],
  );
}

function itemIds(item: unknown, base: string): string[] {
  if (!isObject(item)) return [];
  const inner = textAt(item, 'base') ?? base;
  const link = textAt(item, 'link');
  const isElsewhere = link === undefined || /^[a-z][a-z\d+.-]*:|^\/\//i.test(link);
  const path = isElsewhere ? undefined : pageIdOf(`${base}${link}`);
  return [...(path === undefined ? [] : [path]), ...sidebarIds(item['items'], inner)];
}

function pageIdOf(link: string): string {
  const path = link
    .replace(/[?#].*/s, '')
    .replace(/\.(?:html|md)$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  return path.replace(/(?:^|\/)index$/, '') || 'index';
}
