import { isObject } from '@topicmill/base/json';
import { isWithin, lastName, resolveInRoot } from '@topicmill/base/paths';
import { type ConfigValue, objectAt, textAt, textsAt } from '../config-value.js';
import { type DetectedRoot, docsRootPath, joinUrl, written } from '../detected-site.js';
import type { FolderView } from '../folder-view.js';
import { LEARN } from './pages.js';

/** Of a repository that Microsoft Learn publishes. */
const LEARN_CONFIG = '.openpublishing.publish.config.json';
/** A step that makes YAML of the markdown of cmdlets before DocFX runs. */
const CMDLETS = 'MAML2Yaml';

/** In the name of a version that is not released yet. */
const PREVIEW = /preview|alpha|beta|(?:^|[-.])(?:rc|next|dev)\b/i;

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
  const build = objectAt(config, 'build');
  const learn = view.readText(LEARN_CONFIG);
  const globsOf = learn?.includes(CMDLETS) === true ? pageOrCmdletGlob : pageGlob;
  const contents = mergeByFolder(contentEntries(build, folder, globsOf));
  const versions = contents.flatMap(({ version }) => version ?? []).sort(newestFirst);
  const current = versions.find((version) => !PREVIEW.test(version)) ?? versions[0];
  const place = ({ version }: Content): number => (version === undefined ? -1 : versions.indexOf(version));
  const url = urlOf(view, folder, build, learn !== undefined);
  return contents
    .toSorted((a, b) => place(a) - place(b))
    .map((content): DetectedRoot => {
      const { version, include, exclude } = content;
      return {
        name: nameOf(content, folder),
        docsRoot: docsRootPath(content.folder),
        ...(version === undefined ? {} : { version, ...(version === current ? { isCurrent: true } : {}) }),
        include,
        ...(exclude.length === 0 ? {} : { exclude }),
        site: written({
          generator: 'docfx',
          url,
          pathPrefix: content.dest === '' ? undefined : content.dest,
          configFolder: content.folder === folder ? undefined : docsRootPath(folder),
          cleanUrls: learn === undefined ? undefined : true,
          inclusions: true,
        }),
      };
    });
}

function nameOf({ folder }: Content, siteFolder: string): string {
  if (folder === siteFolder) return folder === '' ? 'docs' : lastName(folder);
  return (isWithin(folder, siteFolder) ? folder.slice(siteFolder.length + 1) : folder).replaceAll('/', '-');
}

/** The entries of `build.content` that may name pages. */
function contentEntries(build: ConfigValue, folder: string, globsOf: (written: string) => string[]): Content[] {
  return buildEntries(build).flatMap((entry): Content[] => {
    const include = listAt(entry, 'files').flatMap(globsOf);
    if (include.length === 0) return [];
    const moniker = textAt(objectAt(build, 'groups', textAt(entry, 'group') ?? ''), 'moniker_range');
    return [
      {
        folder: resolveInRoot(folder, textAt(entry, 'src') ?? ''),
        include,
        exclude: listAt(entry, 'exclude').map(asGlob),
        dest: (textAt(entry, 'dest') ?? '').replace(/^\.?\/|\/$/g, ''),
        version: moniker !== undefined && /^[\w.-]+$/.test(moniker) ? moniker : undefined,
      },
    ];
  });
}

function buildEntries(build: ConfigValue): ConfigValue[] {
  const content = build['content'];
  return (Array.isArray(content) ? content : [content]).map(
    (entry: unknown): ConfigValue => (typeof entry === 'string' ? { files: [entry] } : isObject(entry) ? entry : {}),
  );
}

/** Entries of one folder are one docs root: its place in the site is that of the first. */
function mergeByFolder(contents: readonly Content[]): Content[] {
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

/** Where markdown is made YAML first, globs of YAML name pages as well. */
function pageOrCmdletGlob(written: string): string[] {
  return pageGlob(written.replace(/\*\.yml$/, '*.md'));
}

function asGlob(written: string): string {
  return written
    .replaceAll('\\', '/')
    .replace(/^\.?\//, '')
    .replace(/\/$/, '/**');
}

function urlOf(view: FolderView, folder: string, build: ConfigValue, isLearn: boolean): string | undefined {
  const base = textAt(objectAt(build, 'sitemap'), 'baseUrl');
  if (base !== undefined) return joinUrl(base, '');
  const path = isLearn ? learnPath(view, folder, build) : undefined;
  return path === undefined ? undefined : joinUrl(LEARN, path);
}

/**
 * Where Microsoft Learn publishes the docs, which no setting says: the first address in the breadcrumbs, or the address
 * of the breadcrumbs themselves less the place that the configuration gives them.
 */
function learnPath(view: FolderView, folder: string, build: ConfigValue): string | undefined {
  const address = textAt(objectAt(build, 'globalMetadata'), 'breadcrumb_path') ?? '';
  if (address.startsWith('~/')) {
    const breadcrumbs = view.readText(resolveInRoot(folder, address.slice(2))) ?? '';
    const paths = Array.from(breadcrumbs.matchAll(/\btocHref:[ \t]*['"]?(\/[\w.-][\w./-]*)/g), ([, path]) => path!);
    return paths.sort((a, b) => a.length - b.length)[0];
  }
  const parts = /^\/([^?#]+)\/toc\.json$/.exec(address)?.[1]?.split('/') ?? [];
  if (parts.length < 2) return undefined;
  const places = buildEntries(build).flatMap((entry) =>
    listAt(entry, 'files').map((file) => joined(textAt(entry, 'dest') ?? '', file).replace(/\/toc\.yml$/i, '')),
  );
  const place = places.find((each) => parts.join('/').endsWith(`/${each}`));
  return parts.slice(0, -(place ?? '').split('/').length).join('/') || undefined;
}

function joined(folder: string, path: string): string {
  return folder === '' ? path : `${folder.replace(/\/$/, '')}/${path}`;
}

/** Versions by the numbers in them. */
function newestFirst(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true });
}
