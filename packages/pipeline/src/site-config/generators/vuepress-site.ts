import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, type WrittenSettings, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { languageRoots } from './language-roots.js';

/** Patterns that VuePress itself puts before the configured ones, or that exclude what is not a page anyway. */
const USUAL = /^(?:\*\*\/\*\.md|\.vuepress|node_modules)$/;

/** The docs roots of a VuePress site, of version 1 or 2: one for each language that has a folder. */
export function vuepressRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const locales = objectAt(config, 'locales');
  const languages = Object.keys(locales).map((path) => ({
    folder: path.replace(/^\/|\/$/g, ''),
    lang: textAt(objectAt(locales, path), 'lang'),
  }));
  return languageRoots(view, {
    source: folder,
    lang: textAt(objectAt(locales, '/'), 'lang'),
    languages: languages.filter((language) => language.folder !== ''),
    siteOf: (pathPrefix, others) => siteOf(config, pathPrefix, others),
  });
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
