import { type GeneratorName, generatorNamed, type SiteSettings, siteSchema } from '../sites/index.js';
import { IMPORTED_PAGES, ownerAmong, type ResultsConfig, resultsRootOf } from './results-root.js';

/** A folder of pages as the configuration names it, with every default filled in. */
export interface PagesRoot {
  /** Begins the ids of its topics; `undefined` for the only docs root of a workspace. */
  readonly name: string | undefined;
  /** Below the workspace's root, with `/`; `.` for the workspace's root itself. */
  readonly docsRoot: string;
  /** Globs of its page files, and of other files, below it. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly site: SiteSettings;
  readonly version: string | undefined;
  readonly isCurrent: boolean | undefined;
  readonly locale: string | undefined;
}

/** A docs root as the configuration has it. */
interface PagesRootConfig {
  readonly name?: string | undefined;
  readonly docsRoot?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly site?: SiteSettings | undefined;
  readonly version?: string | undefined;
  readonly isCurrent?: boolean | undefined;
  readonly locale?: string | undefined;
}

/** The docs roots whose pages are topics; none where the topics are folders. */
export function pagesRootsOf(config: SourceConfig): readonly PagesRoot[] {
  if (config.sources !== 'pages') return [];
  const { docsRoot, include, exclude, site } = config;
  const roots: readonly PagesRootConfig[] = config.roots ?? [{ docsRoot, include, exclude, site }];
  return roots.map((root) => {
    const site = root.site ?? siteSchema.parse({ generator: 'none' });
    return {
      name: root.name,
      docsRoot: root.docsRoot ?? `${IMPORTED_PAGES}/${root.name}`,
      include: root.include ?? defaultInclude(site.generator),
      exclude: root.exclude ?? generatorNamed(site.generator).exclude ?? [],
      site,
      version: root.version,
      isCurrent: root.isCurrent,
      locale: root.locale,
    };
  });
}

function defaultInclude(generator: GeneratorName): string[] {
  const endings = new Set(['md', 'mdx', ...(generatorNamed(generator).endings ?? [])]);
  return Array.from(endings, (ending) => `**/*.${ending}`);
}

/** What is wrong between the keys that say where the topics come from. */
export interface SourceIssue {
  readonly path: string[];
  readonly message: string;
}

/** The parts of a configuration that say where the topics come from. */
export interface SourceConfig extends ResultsConfig {
  readonly order?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly packChunks?: boolean | undefined;
  readonly site?: SiteSettings | undefined;
  readonly roots?: readonly PagesRootConfig[] | undefined;
}

/** The faults of a configuration whose keys are each right by themselves. */
export function sourceIssues(config: SourceConfig): readonly SourceIssue[] {
  const owned = ownedResultsIssues(config);
  if (config.sources === 'html') return [...owned, ...htmlIssues(config)];
  if (config.sources !== 'pages') return [...owned, ...foldersIssues(config)];
  const order = { path: ['order'], message: 'is `site.order` where sources are pages' };
  return [...owned, ...(config.order === undefined ? [] : [order]), ...pagesIssues(config)];
}

/** Files written into a folder such as `.git/hooks` would be run, or would be gone with it. */
function ownedResultsIssues(config: SourceConfig): SourceIssue[] {
  const owner = ownerAmong(resultsRootOf(config).split('/'));
  const key = config.sources === 'folders' ? 'docsRoot' : 'outDir';
  return owner === undefined ? [] : [{ path: [key], message: `must not be in ${owner}, which is not for results` }];
}

const NEEDS_HTML = 'must have `generator: html`, and the folder of the built site as `built`';

function htmlIssues(config: SourceConfig): SourceIssue[] {
  const { roots } = config;
  const keys = ['include', 'order'] as const;
  const unused = keys.filter((key) => config[key] !== undefined);
  const sites =
    roots === undefined
      ? [{ path: ['site'], site: config.site }]
      : roots.map(({ site }, at) => ({ path: ['roots', `${at}`, 'site'], site }));
  return [
    ...sites.filter(({ site }) => site?.generator !== 'html').map(({ path }) => ({ path, message: NEEDS_HTML })),
    ...unused.map((key) => ({ path: [key], message: 'cannot be used with `sources: html`' })),
    ...(roots === undefined ? [] : rootsIssues(config, roots)),
  ];
}

function foldersIssues(config: SourceConfig): SourceIssue[] {
  const keys = ['include', 'exclude', 'outDir', 'packChunks', 'roots'] as const;
  return keys
    .filter((key) => config[key] !== undefined)
    .map((key) => ({ path: [key], message: 'needs `sources: pages`' }));
}

function pagesIssues(config: SourceConfig): SourceIssue[] {
  const { roots, docsRoot } = config;
  if (roots !== undefined) return rootsIssues(config, roots);
  const isHtml = config.site?.generator === 'html';
  const html = isHtml ? [{ path: ['site', 'generator'], message: 'needs `sources: html`, or an entry of roots' }] : [];
  return [...html, ...outDirIssues(resultsRootOf(config), docsRoot)];
}

function rootsIssues(config: SourceConfig, roots: readonly PagesRootConfig[]): SourceIssue[] {
  const outDir = resultsRootOf(config);
  const above = (['include', 'exclude', 'site'] as const).filter((key) => config[key] !== undefined);
  const names = roots.map(({ name }) => name);
  return [
    ...above.map((key) => ({ path: [key], message: 'must be given in each entry of roots' })),
    ...names.flatMap((name, at) =>
      names.indexOf(name) === at ? [] : [{ path: ['roots', `${at}`, 'name'], message: `is "${name}" twice` }],
    ),
    ...roots.flatMap((root, at) => folderIssues(root, at)),
    ...roots.flatMap((root) => (root.docsRoot === undefined ? [] : outDirIssues(outDir, root.docsRoot))),
  ];
}

/** Pages of HTML are those of the built site. */
function folderIssues({ docsRoot, include, site }: PagesRootConfig, at: number): SourceIssue[] {
  const path = ['roots', `${at}`];
  if (site?.generator !== 'html') return docsRoot === undefined ? [{ path, message: 'has no docsRoot' }] : [];
  const given = Object.entries({ docsRoot, include }).filter(([, value]) => value !== undefined);
  return given.map(([key]) => ({ path: [...path, key], message: 'cannot be used with `generator: html`' }));
}

/** The workspace itself contains the results wherever they are; they are never pages of it. */
function outDirIssues(outDir: string, docsRoot: string): SourceIssue[] {
  const isInside = docsRoot !== '.' && `${outDir}/`.startsWith(`${docsRoot}/`);
  return isInside ? [{ path: ['outDir'], message: `must not be in ${docsRoot}, which the site publishes` }] : [];
}
