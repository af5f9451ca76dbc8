import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, type WrittenSettings, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { docsRootPath } from '../repository-path.js';

/** Patterns that VuePress itself puts before those of people, or that leave out what is no page anyway. */
const USUAL = /^(?:\*\*\/\*\.md|\.vuepress|node_modules)$/;

/** The docs roots of a VuePress site, of version 1 or 2: one for each language that has a folder. */
export function vuepressRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const locales = objectAt(config, 'locales');
  const languages = Object.keys(locales)
    .map((path) => ({ path, key: path.replace(/^\/|\/$/g, '') }))
    .filter(({ key }) => key !== '' && view.list(resolveInRoot(folder, key)).length > 0);
  const whole = siteOf(
    config,
    '',
    languages.map(({ key }) => key),
  );
  if (languages.length === 0) return [{ docsRoot: docsRootPath(folder), site: whole }];
  const rootLocale = textAt(objectAt(locales, '/'), 'lang');
  const root: DetectedRoot = {
    name: rootLocale ?? 'root',
    docsRoot: docsRootPath(folder),
    ...(rootLocale === undefined ? {} : { locale: rootLocale }),
    site: whole,
  };
  const others = languages.map(
    ({ path, key }): DetectedRoot => ({
      name: key,
      docsRoot: resolveInRoot(folder, key),
      locale: textAt(objectAt(locales, path), 'lang') ?? key,
      site: siteOf(config, key, []),
    }),
  );
  return [root, ...others];
}

/** Settings of VuePress that decide about pages and cannot be written in `topicmill.yaml`. */
export function unknownVuepressSettings(config: ConfigValue): string[] {
  return ['permalink', 'permalinkPattern'].filter((key) => textAt(config, key) !== undefined);
}

function siteOf(config: ConfigValue, pathPrefix: string, locales: readonly string[]): WrittenSettings {
  // Version 1 calls them `patterns`.
  const patterns = [...textsAt(config, 'pagePatterns'), ...textsAt(config, 'patterns')];
  const excluded = patterns.filter((each) => each.startsWith('!')).map((each) => each.slice(1));
  return written({
    generator: 'vuepress',
    url: joinUrl(undefined, textAt(config, 'base')),
    pathPrefix: pathPrefix === '' ? undefined : pathPrefix,
    locales,
    exclude: excluded.filter((each) => !USUAL.test(each)),
  });
}
