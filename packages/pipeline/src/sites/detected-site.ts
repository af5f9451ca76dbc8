import { isObject } from '@topicmill/base/json';

/** Settings as a person would write them: defaults may be left out. */
export interface WrittenSettings {
  readonly generator: string;
  readonly url?: string | undefined;
  readonly permalink?: string | undefined;
  readonly pathPrefix?: string | undefined;
  readonly collections?: object | undefined;
  readonly order?: readonly string[] | undefined;
  readonly [key: string]: unknown;
}

/** What a site calls itself, and says about itself in a sentence, each on one line. */
export interface SiteNames {
  readonly title?: string;
  readonly description?: string;
}

/** A configuration of a site generator in a repository. */
export interface FoundConfig {
  /** A name in the table of generators. */
  readonly generator: string;
  /** Name of a tool that is not one of the generators: its pages are found, and their addresses are those of the files. */
  readonly tool?: string;
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  /** The site's folder, in which the generator is started; `''` for the repository's root. */
  readonly folder: string;
  /** Whether it is code, of which only literal values can be read without running it. */
  readonly isCode: boolean;
}

/** A folder of pages as `topicmill.yaml` may name it. */
export interface DetectedRoot {
  /** Tells it from the others; `undefined` for the only one. */
  readonly name?: string;
  /** Relative to the repository's root, with `/`; `.` for the root itself. */
  readonly docsRoot: string;
  readonly version?: string;
  /** Set on the version that readers see first, where there are several. */
  readonly isCurrent?: boolean;
  readonly locale?: string;
  /** Globs of the pages; those of the generator's endings where there are none. */
  readonly include?: readonly string[];
  /** Globs of files that are not pages; what the configuration leaves out by itself where there are none. */
  readonly exclude?: readonly string[];
  readonly site: WrittenSettings;
}

/** A site of a repository: where its pages are, and how it makes addresses. */
export interface DetectedSite {
  readonly config: FoundConfig;
  readonly names: SiteNames;
  readonly roots: readonly DetectedRoot[];
  /** What could not be read or is not known to the rules, one phrase each. */
  readonly unread: readonly string[];
}

/** Settings without the keys that say nothing. */
export function written(settings: WrittenSettings): WrittenSettings {
  const isEmpty = (value: unknown) =>
    value === undefined ||
    (Array.isArray(value) ? value.length === 0 : isObject(value) && Object.keys(value).length === 0);
  return Object.fromEntries(
    Object.entries(settings).filter(([, value]) => !isEmpty(value)),
  ) as unknown as WrittenSettings;
}

/** Origin and base path as one address: `https://example.org/base/`; `undefined` where a configuration has neither. */
export function joinUrl(origin: string | undefined, base: string | undefined): string | undefined {
  const path = `/${(base ?? '').replace(/^\/+|(?<!\/)\/+$/g, '')}`;
  const isAbsolute = origin !== undefined && /^https?:\/\/./.test(origin);
  if (!isAbsolute) return path === '/' ? undefined : `${path}/`;
  return `${origin.replace(/(?<!\/)\/+$/, '')}${path === '/' ? '' : path}/`;
}

/** A folder as `topicmill.yaml` writes it. */
export function docsRootPath(folder: string): string {
  return folder === '' ? '.' : folder;
}

/** Of a configuration in JavaScript or TypeScript. */
export const SCRIPT = '(?:[cm]?[jt]s)$';

/** What is under a deciding key and does not matter. */
const IRRELEVANT = /\.(?:text|label|badge|attrs|icon|editUrl)$|(?:^|\.)(?:nav|footer|head|navbar)\b/;
/** Lists and spreads that were not read: a plugin or preset that publishes pages may be among them. */
const WHOLE = /^(?:presets|plugins)(?:\[\d+\](?:\[1\])?(?:\.docs)?)?$|^integrations$|^…$/;

/** Tells which keys of a configuration that is code decide about pages and addresses: those of these names, at any depth. */
export function decidingKeys(...names: readonly string[]): (key: string) => boolean {
  const relevant = new RegExp(`(?:^|[.\\]…])(?:${names.join('|')}|the returned value)(?:[.[]|$)`);
  return (key) => WHOLE.test(key) || (relevant.test(key) && !IRRELEVANT.test(key));
}
