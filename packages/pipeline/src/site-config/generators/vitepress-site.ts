import { type ConfigValue, flagAt, isObject, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import { docsRootPath, joinFolder } from '../repository-path.js';

/** The docs root of a VitePress site; its languages are folders of it. */
export function vitepressRoots(folder: string, config: ConfigValue): DetectedRoot[] {
  const rewrites = objectAt(config, 'rewrites');
  const themes = [
    objectAt(config, 'themeConfig'),
    ...Object.values(objectAt(config, 'locales')).map((locale) => objectAt(locale, 'themeConfig')),
  ];
  const site = written({
    generator: 'vitepress',
    url: joinUrl(textAt(objectAt(config, 'sitemap'), 'hostname'), textAt(config, 'base')),
    cleanUrls: flagAt(config, 'cleanUrls') === true ? true : undefined,
    rewrites: Object.fromEntries(Object.entries(rewrites).filter(([, to]) => typeof to === 'string')),
    inclusions: true,
    srcExclude: textsAt(config, 'srcExclude'),
    order: [...new Set(themes.flatMap(({ sidebar }) => sidebarIds(sidebar, '')))],
  });
  return [{ docsRoot: docsRootPath(joinFolder(folder, textAt(config, 'srcDir') ?? '')), site }];
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
    .replace(/[?#].*$/, '')
    .replace(/\.(?:html|md)$/, '')
    .replace(/\/{2,}/g, '/')
    .replace(/^\/|\/$/g, '');
  return path.replace(/(?:^|\/)index$/, '') || 'index';
}
