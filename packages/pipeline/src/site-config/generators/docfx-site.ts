import { isObject } from '@topicmill/base/json';
import { resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { docsRootPath } from '../repository-path.js';

/** Of a repository that Microsoft Learn publishes. */
const LEARN_CONFIG = '.openpublishing.publish.config.json';
const LEARN = 'https://learn.microsoft.com';

/** A part of `build.content`: files of a folder, and where they are in the site. */
interface Content {
  /** Folder of the files, below the repository's root. */
  readonly folder: string;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly dest: string;
  readonly version: string | undefined;
}

/**
 * The docs roots of a DocFX site: the folders of `build.content` that pages are taken from, the newest version before
 * the others.
 */
export function docfxRoots(view: FolderView, folder: string, config: ConfigValue): DetectedRoot[] {
  const contents = merged(contentsOf(config, folder));
  const versions = contents.flatMap(({ version }) => version ?? []).sort(newestFirst);
  const place = ({ version }: Content): number => (version === undefined ? -1 : versions.indexOf(version));
  const isLearn = view.readText(LEARN_CONFIG) !== undefined;
  const url = urlOf(config, isLearn);
  return contents
    .toSorted((a, b) => place(a) - place(b))
    .map((content): DetectedRoot => {
      const { version, include, exclude } = content;
      return {
        name: nameOf(content, folder),
        docsRoot: docsRootPath(content.folder),
        ...(version === undefined ? {} : { version, ...(version === versions[0] ? { isCurrent: true } : {}) }),
        include,
        ...(exclude.length === 0 ? {} : { exclude }),
        site: written({
          generator: 'docfx',
          url,
          pathPrefix: content.dest === '' ? undefined : content.dest,
          configFolder: content.folder === folder ? undefined : docsRootPath(folder),
          cleanUrls: isLearn ? true : undefined,
          inclusions: true,
        }),
      };
    });
}

function nameOf({ folder }: Content, siteFolder: string): string {
  const inside = siteFolder === '' ? folder : folder.slice(siteFolder.length + 1);
  return (inside || siteFolder.split('/').at(-1) || 'docs').replaceAll('/', '-');
}

/** The entries of `build.content` that may name pages. */
function contentsOf(config: ConfigValue, folder: string): Content[] {
  const build = objectAt(config, 'build');
  const groups = objectAt(build, 'groups');
  const entries = Array.isArray(build['content']) ? build['content'] : [build['content']];
  return entries.flatMap((entry: unknown): Content[] => {
    const value = typeof entry === 'string' ? { files: [entry] } : isObject(entry) ? entry : {};
    const include = listAt(value, 'files').flatMap(pageGlob);
    if (include.length === 0) return [];
    const moniker = textAt(objectAt(groups, textAt(value, 'group') ?? ''), 'moniker_range');
    return [
      {
        folder: resolveInRoot(folder, textAt(value, 'src') ?? ''),
        include,
        exclude: listAt(value, 'exclude').map(asGlob),
        dest: (textAt(value, 'dest') ?? '').replace(/^\.?\/|\/$/g, ''),
        version: moniker !== undefined && /^[\w.-]+$/.test(moniker) ? moniker : undefined,
      },
    ];
  });
}

/** Entries of one folder are one docs root: its place in the site is that of the first. */
function merged(contents: readonly Content[]): Content[] {
  const byFolder = new Map<string, Content>();
  for (const content of contents) {
    const before = byFolder.get(content.folder);
    const include = [...new Set([...(before?.include ?? []), ...content.include])];
    const exclude = [...new Set([...(before?.exclude ?? []), ...content.exclude])];
    byFolder.set(content.folder, { ...(before ?? content), include, exclude });
  }
  return [...byFolder.values()];
}

/** A text, or a list of texts. */
function listAt(value: ConfigValue, key: string): string[] {
  const text = textAt(value, key);
  return text === undefined ? textsAt(value, key) : [text];
}

/** The pages among the files of a glob; nothing where it names files of other kinds. */
function pageGlob(written: string): string[] {
  const glob = asGlob(written).replace(/\{[^{}]*\bmd\b[^{}]*\}$/, 'md');
  if (/\.md$/i.test(glob)) return [glob];
  if (/(?:^|\/)\*\*$/.test(glob)) return [`${glob}/*.md`];
  return /(?:^|\/)\*(?:\.\*)?$/.test(glob) ? [glob.replace(/\*(?:\.\*)?$/, '*.md')] : [];
}

function asGlob(written: string): string {
  return written.replaceAll('\\', '/').replace(/^\.?\//, '').replace(/\/$/, '/**');
}

function urlOf(config: ConfigValue, isLearn: boolean): string | undefined {
  const build = objectAt(config, 'build');
  const base = textAt(objectAt(build, 'sitemap'), 'baseUrl');
  if (base !== undefined) return joinUrl(base, '');
  return isLearn ? joinUrl(LEARN, learnPath(build)) : undefined;
}

/**
 * Where Microsoft Learn publishes the docs, which no file of the repository says: the address of the breadcrumbs, less
 * the place that the configuration gives the file.
 */
function learnPath(build: ConfigValue): string | undefined {
  const address = textAt(objectAt(build, 'globalMetadata'), 'breadcrumb_path');
  const folder = address === undefined ? null : /^\/(.+)\/toc\.json$/.exec(address);
  if (folder === null) return undefined;
  const parts = folder[1]!.split('/');
  const entries = Array.isArray(build['content']) ? build['content'] : [];
  const places = entries.flatMap((entry: unknown) => {
    const value = isObject(entry) ? entry : {};
    return listAt(value, 'files').map((file) => `${textAt(value, 'dest') ?? ''}/${file}`.replace(/^\//, ''));
  });
  const place = places.find((each) => folder[1]!.endsWith(`/${each.replace(/\/toc\.yml$/i, '')}`));
  const below = place?.replace(/\/toc\.yml$/i, '').split('/').length ?? 1;
  return parts.slice(0, Math.max(1, parts.length - below)).join('/');
}

/** Versions by the numbers in them. */
function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}
