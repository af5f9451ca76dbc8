import type { DialectName } from '@topicmill/text/markdown';
import type { AnchorRules } from '@topicmill/text/slugs';
import type * as z from 'zod';
import type { ConfigValue } from './config-value.js';
import type { DetectedRoot } from './detected-site.js';
import type { FolderView } from './folder-view.js';
import type { PageSource } from './page-source.js';
import type { PlacedPage, Publication, SiteContext } from './publication.js';

/** Settings that every site has. */
export interface CommonSettings {
  readonly generator: string;
  readonly url: string;
  /** Folder of its HTML, where that is read. */
  readonly built?: string | undefined;
}

/** Files that the rules of a site read besides its pages. */
export interface SiteFiles {
  /** Globs below the docs root. */
  readonly inDocsRoot: readonly string[];
  /** Paths relative to `topicmill.yaml`. */
  readonly inWorkspace: readonly string[];
}

/** A place of a file that a page includes. */
export interface InclusionPlace {
  /** As the page writes it. */
  readonly written: string;
  /** Folder of the file that includes it, below the workspace's root. */
  readonly folder: string;
  /** Below the workspace's root. */
  readonly docsRoot: string;
}

/** A name that configurations of a site have. */
export interface ConfigName {
  readonly name: RegExp;
  /** Folder below that of the site, for configurations that are not in it themselves: `.vitepress`. */
  readonly folder?: string;
  /** Whether it is code, of which only literal values can be read without running it. */
  readonly isCode?: boolean;
  /** Whether it is one of several, after the usual one, and no site by itself where another inherits from it. */
  readonly isVariant?: boolean;
  /** What the file, or its folder, must have besides its name; `names` are those in the site's folder. */
  matches?(text: string, names: ReadonlySet<string>): boolean;
}

/** A configuration as it was read. */
export interface ReadConfig {
  readonly view: FolderView;
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  /** The site's folder. */
  readonly folder: string;
  readonly text: string;
  /** What it says; empty where the detection reads the text. */
  readonly value: ConfigValue;
  /** The literal values of a module of the repository. */
  readonly readModule: (path: string) => unknown;
}

/** What a configuration says about its site. */
export interface SiteOfConfig {
  /** Folders of its pages; those without a page do not count. */
  readonly roots: readonly DetectedRoot[];
  /** What the site calls itself, and says about itself; other values than texts are left out. */
  readonly title?: unknown;
  readonly description?: unknown;
  /** What is not known to the rules, one phrase each. */
  readonly unread?: readonly string[];
}

/** How the sites of a tool are found in a repository. */
export interface SiteDetection {
  /** Its usual spelling, for one whose pages are published by the rules of `none`. */
  readonly tool?: string;
  readonly configs: readonly ConfigName[];
  /** Whether the configuration is read from its text alone. */
  readonly readsText?: boolean;
  /** Whether it makes sites of any kind: another site, or a folder of docs with more pages, counts before it. */
  readonly isOfAnyKind?: boolean;
  /** Whether a key of a configuration that is code decides about pages and addresses. */
  decides?(key: string): boolean;
  site(config: ReadConfig): SiteOfConfig;
  /** The configuration from which another one inherits; it is not a site by itself. */
  inherited?(config: Pick<ReadConfig, 'folder' | 'text'>): string | undefined;
}

type SettingsSchema = z.ZodType<CommonSettings>;

/** Everything that is known about a site generator. */
export interface SiteGenerator<Schema extends SettingsSchema = SettingsSchema> {
  /** What `site` in `topicmill.yaml` may say about its sites: plain values, never code. */
  readonly settings: Schema;
  readonly detections: readonly SiteDetection[];
  /** Endings of its page files besides `.md` and `.mdx`. */
  readonly endings?: readonly string[];
  /** What a docs root leaves out unless its `exclude` says otherwise. */
  readonly exclude?: readonly string[];
  /** Whether a link without an extension is first an address: elsewhere it is a file's path. */
  readonly linksAreAddresses?: boolean;
  /** Whether files are included by imports: a name without `.` or an alias before it is that of a package. */
  readonly includesByImport?: boolean;
  /** How its pages are written. */
  dialect(settings: z.output<Schema>): DialectName;
  /** How it makes the ids of headings. */
  anchors(settings: z.output<Schema>): AnchorRules;
  /** The pages in reading order with their routes, and what is left out. */
  pages(sources: readonly PageSource[], settings: z.output<Schema>, context: SiteContext): Publication;
  /** The file of a route, where several routes have one; the route itself if unset. */
  fileOf?(route: string): string;
  /** Orders pages of one file, of which readers see the last; by their paths if unset. */
  compareShown?(a: PlacedPage, b: PlacedPage): number;
  /** What `pages` reads besides the pages. */
  files?(settings: z.output<Schema>): Partial<SiteFiles>;
  /** Where an included file is sought, as parts of paths below the workspace's root; next to the page without. */
  inclusionPlaces?(place: InclusionPlace, settings: z.output<Schema>): readonly (readonly string[])[] | undefined;
}

/** A generator with the types of its own settings. */
export function siteGenerator<Schema extends SettingsSchema>(generator: SiteGenerator<Schema>): SiteGenerator<Schema> {
  return generator;
}
