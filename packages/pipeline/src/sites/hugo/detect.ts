import { isObject } from '@topicmill/base/json';
import { compareCodeUnits } from '@topicmill/base/order';
import { resolveInRoot } from '@topicmill/base/paths';
import { pathIn } from '@topicmill/topics/formats/file-names';
import picomatch from 'picomatch';
import { type ConfigValue, flagAt, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { lowerKeys } from './config.js';

/**
 * The docs roots of a Hugo site: its content folder, or one for each language with a folder or names of its own.
 *
 * @param config as `hugoConfig` gives it
 */
export function hugoRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const languages = languagesOf(config);
  const mounts = contentMounts(config);
  const base = textAt(config, 'contentdir') ?? mounts[0]?.source ?? 'content';
  const inSubfolder = flagAt(config, 'defaultcontentlanguageinsubdir') === true;
  const usual = languages.find(({ key }) => key === 'en') ?? languages[0];
  const first = textAt(config, 'defaultcontentlanguage') ?? usual?.key ?? 'en';
  const ordered = languages.toSorted((left, right) => Number(right.key === first) - Number(left.key === first));
  if (ordered.length <= 1) {
    const own = ordered[0]?.contentDir ?? base;
    const urlPrefix = inSubfolder ? first : undefined;
    return [
      {
        docsRoot: docsRootPath(resolveInRoot(folder, own)),
        site: settingsOf(view, folder, config, { key: first, urlPrefix }),
      },
    ];
  }
  const keys = ordered.map(({ key }) => key);
  const folders = foldersOfLanguages(view, resolveInRoot(folder, base), keys);
  return ordered.map(({ key, contentDir }): DetectedRoot => {
    const mounted = mounts.find(({ languages: of }) => of.includes(key))?.source;
    const own = contentDir ?? mounted ?? (folders.size > 0 ? pathIn(base, key) : undefined);
    const docsRoot = resolveInRoot(folder, own ?? base);
    const urlPrefix = key === first && !inSubfolder ? undefined : key;
    const byName = own === undefined ? { language: key, languages: keys } : {};
    const site = settingsOf(view, folder, config, { key, urlPrefix, ...byName });
    return { name: key, docsRoot: docsRootPath(docsRoot), locale: key, site };
  });
}

/**
 * Languages with a folder of their name in the content, where nothing but such folders has pages: a module that is made when
 * the site is built mounts them.
 */
function foldersOfLanguages(view: FolderView, content: string, keys: readonly string[]): ReadonlySet<string> {
  const folders = view.list(content).filter(({ name, isFolder }) => isFolder && !name.startsWith('.'));
  const named = folders.filter(({ name }) => keys.includes(name));
  return new Set(named.length > 1 && named.length === folders.length ? named.map(({ name }) => name) : []);
}

interface LanguageSettings {
  readonly key: string;
  readonly urlPrefix: string | undefined;
  readonly language?: string;
  readonly languages?: readonly string[];
}

function settingsOf(
  view: FolderView,
  folder: string,
  config: ConfigValue,
  { key, ...language }: LanguageSettings,
): DetectedRoot['site'] {
  const permalinks = objectAt(config, 'permalinks');
  const parser = objectAt(config, 'markup', 'goldmark', 'parser');
  const idType = textAt(parser, 'autoidtype') ?? textAt(parser, 'autoheadingidtype');
  const ignored = config['ignorefiles'];
  return written({
    generator: 'hugo',
    url: joinUrl(textAt(config, 'baseurl'), '') ?? undefined,
    version: hugoVersion(view, folder),
    uglyUrls: flagAt(config, 'uglyurls') === true ? true : undefined,
    lowerCasePaths: flagAt(config, 'disablepathtolower') === true ? false : undefined,
    removePathAccents: flagAt(config, 'removepathaccents') === true ? true : undefined,
    headingIds: idType === 'github-ascii' || idType === 'blackfriday' ? idType : undefined,
    typographer: hasTypographer(config) ? undefined : false,
    permalinks: { ...patternsIn(permalinks), ...patternsIn(objectAt(permalinks, 'page')) },
    sectionPermalinks: patternsIn(objectAt(permalinks, 'section')),
    ...language,
    cascade: configCascade(config, key),
    ignoreFiles: typeof ignored === 'string' ? [ignored] : textsAt(config, 'ignorefiles'),
    publishes: [
      ...(flagAt(config, 'builddrafts') === true ? ['drafts'] : []),
      ...(flagAt(config, 'buildfuture') === true ? ['future'] : []),
      ...(flagAt(config, 'buildexpired') === true ? ['expired'] : []),
    ],
  });
}

/** What decides whether a page is published, and in which order. */
const CASCADED = ['build', '_build', 'date', 'draft', 'expirydate', 'headless', 'layout', 'publishdate', 'weight'];

/** The values that the configuration hands down to pages of a language, as far as they matter. */
function configCascade(config: ConfigValue, key: string): ConfigValue[] {
  const written = config['cascade'];
  const list: readonly unknown[] = Array.isArray(written) ? written : [written];
  return list.flatMap((each): ConfigValue[] => {
    if (!isObject(each)) return [];
    const target = lowerKeys(objectAt({ ...objectAt(each, '_target'), ...objectAt(each, 'target') }));
    const applies = ([name, value]: readonly [string, string]): boolean =>
      typeof target[name] !== 'string' || picomatch(target[name])(value);
    if (![['lang', key] as const, ['environment', 'production'] as const].every(applies)) return [];
    const values = Object.entries(each).filter(([name]) => CASCADED.includes(name.toLowerCase()));
    const { path, kind } = target;
    return values.length === 0 ? [] : [{ target: { path, kind }, ...Object.fromEntries(values) }];
  });
}

/** Newer versions of Hugo have it as an object, older ones as a flag. */
function hasTypographer(config: ConfigValue): boolean {
  const extensions = objectAt(config, 'markup', 'goldmark', 'extensions');
  return flagAt(extensions, 'typographer') !== false && flagAt(objectAt(extensions, 'typographer'), 'disable') !== true;
}

function patternsIn(permalinks: ConfigValue): Record<string, string> {
  const entries = Object.entries(permalinks).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(entries);
}

interface Language {
  readonly key: string;
  readonly contentDir: string | undefined;
}

/** By weight, then by name, as Hugo sorts them; disabled ones are left out. */
function languagesOf(config: ConfigValue): Language[] {
  const disabled = textsAt(config, 'disablelanguages');
  const entries = Object.entries(objectAt(config, 'languages')).filter(
    ([key, value]) => isObject(value) && !disabled.includes(key),
  );
  const languages = entries.map(([key, value]) => {
    const settings = lowerKeys(value as ConfigValue);
    return {
      key,
      contentDir: textAt(settings, 'contentdir'),
      weight: Number(settings['weight'] ?? Infinity),
      isOff: flagAt(settings, 'disabled'),
    };
  });
  return languages
    .filter(({ isOff }) => isOff !== true)
    .sort((left, right) =>
      left.weight === right.weight ? compareCodeUnits(left.key, right.key) : left.weight - right.weight,
    );
}

interface Mount {
  readonly source: string;
  readonly languages: readonly string[];
}

/** Folders that the module's mounts make the content folder. */
function contentMounts(config: ConfigValue): Mount[] {
  const mounts = objectAt(config, 'module')['mounts'];
  return (Array.isArray(mounts) ? mounts : []).flatMap((mount: unknown): Mount[] => {
    const settings = objectAt(mount);
    const source = textAt(settings, 'source');
    if (settings['target'] !== 'content' || source === undefined) return [];
    const language = textAt(settings, 'lang');
    return [
      {
        source,
        languages: language === undefined ? textsAt(objectAt(settings, 'sites', 'matrix'), 'languages') : [language],
      },
    ];
  });
}

/** The version that Netlify installs; the newest if none is named. */
function hugoVersion(view: FolderView, folder: string): string | undefined {
  const text = view.readText(resolveInRoot(folder, 'netlify.toml')) ?? view.readText('netlify.toml') ?? '';
  return /HUGO_VERSION\s*=\s*["'](\d+(?:\.\d+)*)/.exec(text)?.[1];
}
