import { counted } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { stopWordsOf } from '@topicmill/text/stop-words';
import type { TokenCounter } from '@topicmill/text/tokens';
import { formatAuthorityFile } from '@topicmill/topics/formats';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { buildAuthority, readTerms } from '@topicmill/topics/keywords';
import { stringify } from 'yaml';
import { pagesRootsOf, parseConfig, resultsRootOf, type TopicmillConfig } from '../config/index.js';
import { CONFIG_FILE } from '../runner/index.js';
import { type FolderView, filesBelow, languageNamed } from '../sites/index.js';
import type { TopicPage } from '../sources/index.js';
import { topicDocument } from '../steps/index.js';
import { KEYWORD_SHARES_FILE, PAGE_NOTES_DIRECTORY, PIPELINE_VERSION } from '../workspace/index.js';
import { type AddressKey, addressKeyOf } from './address-key.js';
import { anchorsOfLinks, type LinkedAnchors } from './anchors-of-links.js';
import type { ChosenSites } from './choose-sites.js';
import { chooseSources, type SourceWishes } from './choose-sources.js';
import { defaultBase } from './default-base.js';
import { estimateOfPages, type PagesEstimate } from './estimate-of-pages.js';
import { EXAMPLE_TOPIC } from './example-topic.js';
import { languagesOfHtml } from './languages-of-html.js';
import { languagesOfPages } from './languages-of-pages.js';
import { markdownOutside } from './markdown-outside.js';
import { type NextCommands, nextCommands } from './next-commands.js';
import { NX_VERSION, refuseUnsupportedNx } from './nx-support.js';
import {
  dotEnv,
  gitAttributes,
  gitIgnore,
  nxIgnore,
  nxJson,
  packageJson,
  type RootFileMaker,
  topicmillYaml,
} from './root-files.js';
import { configText, localeLanguages, type PagesChoice } from './settings-of-pages.js';
import { type BuiltSite, type SourcesOfHtml, sourcesOfHtml } from './sources-of-html.js';
import { type LooseMarkdown, surveyDocs } from './survey-docs.js';
import { type PagesSurvey, type SurveyOptions, surveyPages } from './survey-pages.js';
import { type UnreadDocuments, unreadDocuments } from './unread-documents.js';

/** What the user asks for, and what is known about the machine. */
export interface InitOptions extends SourceWishes, SurveyOptions {
  /** Where the pages come from a built site. */
  readonly builtSite?: BuiltSite | undefined;
  /** Whether Nx is set up; without it where there is something that Nx belongs to. */
  readonly nx?: boolean | undefined;
  /** Version of the Nx that commands in the repository run, where it is installed outside of it. */
  readonly installedNx?: string | undefined;
  /** Whether the results of pages are committed. */
  readonly commitsResults?: boolean | undefined;
  /** Of `cl100k_base`. */
  readonly counter: TokenCounter;
}

/** A file to write: its whole text. */
export interface FileChange {
  /** Relative to the repository's root, with `/`. */
  readonly path: string;
  readonly kind: 'create' | 'update';
  /** What is new in it, for people. */
  readonly summary: string;
  readonly text: string;
}

/** What was found out about a repository whose pages are topics. */
export interface FoundPages extends PagesSurvey, ChosenSites {
  /** Folder for the results, relative to the repository's root. */
  readonly outDir: string;
  /** Whether the pages say which generator they are for, and no configuration of it is there. */
  readonly isKnownByContent: boolean;
  /** Markdown in none of the docs roots, which is not indexed; the outermost first. */
  readonly outside: readonly string[];
  /** Where `topicmill.yaml` is new: how well tokens of pages are estimated, which decides what chunks are sized by. */
  readonly estimate: PagesEstimate | undefined;
  /** How many links within the docs name an id that no heading has by the rules of the generators. */
  readonly anchors: LinkedAnchors;
  /** The key of front matter by which nearly all pages name their address, where no site says it. */
  readonly addressKey: AddressKey | undefined;
  /** Where the site is built: how many of its pages have a source among these, of how many. */
  readonly html: Pick<SourcesOfHtml, 'foundCount' | 'pageCount'> | undefined;
  /** Documents that are not markdown. */
  readonly unread: UnreadDocuments | undefined;
}

/** What turns a folder into a docs repository. */
export interface InitPlan {
  /** Of folders; of pages the first one. */
  readonly docsRoot: string;
  /** Ids of the topics that exist already. */
  readonly topicIds: readonly string[];
  /** Empty when everything is in place. */
  readonly changes: readonly FileChange[];
  /** Markdown below the docs root of folders that no topic contains; it stays where it is. */
  readonly looseMarkdown: readonly LooseMarkdown[];
  /** `undefined` where folders are topics. */
  readonly pages: FoundPages | undefined;
  readonly usesNx: boolean;
  /** What comes after the changes. */
  readonly next: NextCommands;
}

/** How many documents of another format make pages of markdown an exception. */
const MOST = 10;
const NO_SITES: ChosenSites = { sites: [], notUsed: [], emptyLanguages: [] };

/**
 * What to write so that a folder is a docs repository. Existing files keep their content; with the changes made,
 * the plan of the same folder is empty.
 *
 * @throws TopicmillError `INVALID_OPTION`, `WORKSPACE_FILE_INVALID`, `NX_UNSUPPORTED`, `FORMAT_UNSUPPORTED`; FaultsError `CONFIG_INVALID`, `CONFIG_UNREADABLE`
 */
export function planInit(view: FolderView, options: InitOptions): InitPlan {
  if (options.builtSite !== undefined) return planBuilt(view, options.builtSite, options);
  const choice = chooseSources(view, options);
  return choice.kind === 'folders' ? planFolders(view, choice.docsRoot, options) : planPages(view, choice, options);
}

/** A site that is built already: its pages are those of the markdown that it is made from, else those of its HTML. */
function planBuilt(view: FolderView, site: BuiltSite, options: InitOptions): InitPlan {
  const { built } = site;
  const isHtml = (name: string): boolean => /\.x?html?$/i.test(name);
  const paths = filesBelow(view, built, isHtml, (name) => name.startsWith('.') || name === 'node_modules');
  if (paths.length === 0) {
    throw new TopicmillError('DOCS_ROOT_MISSING', `There is no HTML in "${built}".`, {
      remedy: 'Build the site first, then name the folder that its build writes with --built.',
    });
  }
  if (view.readText(CONFIG_FILE) !== undefined) {
    throw new TopicmillError(
      'INVALID_OPTION',
      `${CONFIG_FILE} is there already; --built is for a folder without one.`,
      {
        remedy: 'Set site.built in it, with `sources: html` for pages from the HTML alone, or remove it first.',
      },
    );
  }
  const sources = sourcesOfHtml(view, site, paths, options);
  if (sources === undefined) return planHtml(view, site, paths, options);
  const plan = planPages(view, sources.choice, options);
  return { ...plan, pages: { ...plan.pages!, html: sources } };
}

/** @param paths of the pages, with the folder of the site */
function planHtml(
  view: FolderView,
  { built, url }: BuiltSite,
  paths: readonly string[],
  options: InitOptions,
): InitPlan {
  const usesNx = isNxWanted(view, options);
  const languages = languagesOfHtml(view, built, paths);
  const pages =
    languages === undefined ? { site: htmlSite(built, url) } : { roots: rootsOfLanguages({ built, url }, languages) };
  const text = stringify({ sources: 'html', outDir: 'topics', ...pages }, { lineWidth: 0 });
  const said = languages === undefined ? '' : `, in ${[languages.main, ...languages.folders].join(', ')}`;
  const summary = `${counted(paths.length, 'page')} of HTML in ${built}${said}`;
  const changes = fileChanges(view, [
    [
      CONFIG_FILE,
      () => ({ summary, text: `# Settings of Topicmill. What is not said here has a default.\n\n${text}` }),
    ],
    ...(usesNx ? nxFiles(view) : []),
    ['.gitignore', gitIgnore(usesNx, 'topics')],
  ]);
  const next = nextCommands(view, usesNx);
  return { docsRoot: built, topicIds: paths, changes, looseMarkdown: [], pages: undefined, usesNx, next };
}

function htmlSite(built: string, url: string | undefined): object {
  return { generator: 'html', built, ...(url && { url }) };
}

/** A docs root for each language: that of the pages at the top without the folders of the others. */
function rootsOfLanguages(
  { built, url }: BuiltSite,
  { main, folders }: NonNullable<ReturnType<typeof languagesOfHtml>>,
): object[] {
  const exclude = folders.map((folder) => `${folder}/**`);
  const ofFolders = folders.map((folder) => ({
    name: folder,
    locale: languageNamed(folder),
    site: htmlSite(pathIn(built === '.' ? '' : built, folder), url && `${url.replace(/\/$/, '')}/${folder}/`),
  }));
  return [{ name: main, locale: main, exclude, site: htmlSite(built, url) }, ...ofFolders];
}

function planFolders(view: FolderView, docsRoot: string, options: InitOptions): InitPlan {
  const usesNx = options.nx !== false;
  if (usesNx) refuseUnsupportedNx(view, options.installedNx);
  const { topicIds, looseMarkdown } = surveyDocs(view, docsRoot);
  if (topicIds.length === 0 && looseMarkdown.length === 0) refuseOtherFormats(view, options, 0);
  const generated = ['_chunks/**', '_keywords/**', 'index.json'].map((name) => `/${docsRoot}/**/${name}`);
  const changes = fileChanges(view, [
    [CONFIG_FILE, topicmillYaml(docsRoot)],
    ...(usesNx ? nxFiles(view, ['.env', dotEnv(view.readText('nx.json'))]) : []),
    ['.gitignore', gitIgnore(usesNx, undefined)],
    ['.gitattributes', gitAttributes(generated)],
    ...(topicIds.length > 0 ? [] : exampleTopic(docsRoot)),
  ]);
  return { docsRoot, topicIds, changes, looseMarkdown, pages: undefined, usesNx, next: nextCommands(view, usesNx) };
}

function planPages(view: FolderView, choice: PagesChoice, options: InitOptions): InitPlan {
  const usesNx = isNxWanted(view, options);
  const config = parseConfig(configText(view, choice, { usesNx, languages: localeLanguages(choice) }), CONFIG_FILE);
  const outDir = resultsRootOf(config);
  const survey = surveyPages(view, config, options);
  const written = withoutEmptyLanguages(choice, survey);
  if (written !== choice) return planPages(view, written, options);
  const chosen = choice.kind === 'pages' ? choice.chosen : NO_SITES;
  const isFound = choice.kind === 'pages' && chosen.sites.length === 0;
  const unread = isFound ? refuseOtherFormats(view, options, survey.pages.length) : undefined;
  const docsRoots = survey.roots.map(({ docsRoot }) => docsRoot);
  const outside = markdownOutside(view, docsRoots, [outDir, PAGE_NOTES_DIRECTORY]);
  const estimate =
    choice.kind === 'configured-pages' ? undefined : estimateOfPages(view, survey.pages, options.counter);
  const isCommitted = options.commitsResults ?? isTracked(view, outDir);
  const changes = fileChanges(view, [
    ...newSettings(view, choice, { usesNx, isEstimateOff: estimate?.isOff }, survey),
    ...(usesNx ? nxFiles(view) : []),
    ['.gitignore', gitIgnore(usesNx, isCommitted ? undefined : outDir)],
    ...(isCommitted ? [gitAttributesFile(outDir)] : []),
  ]);
  return {
    docsRoot: survey.roots[0]!.docsRoot,
    topicIds: survey.topicIds,
    changes,
    looseMarkdown: [],
    pages: {
      ...survey,
      ...chosen,
      outDir,
      isKnownByContent: isKnownByContent(choice),
      outside,
      estimate,
      anchors: anchorsOfLinks(view, config, survey.pages),
      addressKey: survey.roots.every(({ areFilesRead }) => areFilesRead) ? addressKeyOf(view, survey.pages) : undefined,
      unread,
      html: undefined,
    },
    usesNx,
    next: nextCommands(view, usesNx),
  };
}

/** @throws TopicmillError `NX_UNSUPPORTED` */
function isNxWanted(view: FolderView, { nx, installedNx }: InitOptions): boolean {
  const usesNx = nx ?? (installedNx !== undefined || hasPackages(view));
  if (usesNx) refuseUnsupportedNx(view, installedNx);
  return usesNx;
}

/** How many languages without a page are more than translations that are yet to be written. */
const MANY = 3;

/**
 * Without the docs roots of languages for which there is no page.
 *
 * @throws TopicmillError `TOPICS_MISSING` where most of them have none: they are elsewhere than it was read
 */
function withoutEmptyLanguages(choice: PagesChoice, { roots }: PagesSurvey): PagesChoice {
  if (choice.kind !== 'pages') return choice;
  const { sites, emptyLanguages } = choice.chosen;
  const isEmpty = (at: number): boolean => roots[at]!.pageCount === 0 && roots[at]!.locale !== undefined;
  const found = choice.roots.flatMap(({ locale }, at) => (isEmpty(at) ? (locale ?? []) : []));
  const empty = [...emptyLanguages, ...found];
  const others = choice.roots.filter((_, at) => !isEmpty(at));
  if (empty.length >= MANY && empty.length > others.length) {
    const from = sites.map(({ config }) => config.path).join(', ');
    const message = `${from} names ${counted(empty.length, 'language')} without a page: ${empty.join(', ')}.`;
    throw new TopicmillError('TOPICS_MISSING', message, {
      remedy: 'Write roots in topicmill.yaml with the folder of each language, or take these out of the configuration.',
    });
  }
  if (found.length === 0 || others.length === 0) return choice;
  return { ...choice, roots: others, chosen: { ...choice.chosen, emptyLanguages: empty } };
}

/** Nothing where pages are configured already: whoever has no pin may want none. */
function newSettings(
  view: FolderView,
  choice: PagesChoice,
  found: { readonly usesNx: boolean; readonly isEstimateOff: boolean | undefined },
  { pages }: PagesSurvey,
): readonly PlannedFile[] {
  if (choice.kind === 'configured-pages') return [];
  const known = localeLanguages(choice);
  const texts = readableTexts(view, pages);
  const languages = [...known, ...languagesOfPages(texts, known)];
  const text = configText(view, choice, { ...found, languages });
  const config = parseConfig(text, CONFIG_FILE);
  const pin: RootFileMaker = (present) =>
    present === undefined
      ? {
          summary: 'pinned, so that a page that comes or goes changes no keywords of others',
          text: keywordShares(texts, config.keywords),
        }
      : undefined;
  return [
    [CONFIG_FILE, () => ({ summary: planSummary(config), text })],
    [`${PAGE_NOTES_DIRECTORY}/${KEYWORD_SHARES_FILE}`, pin],
  ];
}

/**
 * The documents that are not markdown; where a docs root was not asked for, they must not be nearly all that there is.
 *
 * @throws TopicmillError `FORMAT_UNSUPPORTED`
 */
function refuseOtherFormats(
  view: FolderView,
  { docs, sites }: InitOptions,
  pageCount: number,
): UnreadDocuments | undefined {
  const isAsked = docs !== undefined || (sites ?? []).length > 0 || view.readText(CONFIG_FILE) !== undefined;
  const unread = isAsked ? undefined : unreadDocuments(view);
  if (unread === undefined || unread.paths.length <= pageCount * MOST) return unread;
  const { format, paths } = unread;
  const found = pageCount === 0 ? 'no pages of markdown' : `${counted(pageCount, 'page')} of markdown`;
  throw new TopicmillError(
    'FORMAT_UNSUPPORTED',
    `The docs are ${format}: ${counted(paths.length, 'document')} (${paths[0]}${paths.length > 1 ? ' …' : ''}) and ${found}. Topicmill reads markdown and MDX.`,
    { remedy: 'Convert the documents to markdown, or name a folder of markdown with --docs.' },
  );
}

function isKnownByContent(choice: PagesChoice): boolean {
  if (choice.kind !== 'pages' || choice.chosen.sites.length > 0) return false;
  return choice.roots[0]!.site.generator !== 'none';
}

function hasPackages(view: FolderView): boolean {
  return view.readText('package.json') !== undefined || view.readText('nx.json') !== undefined;
}

/** Committed results have a line in `.gitattributes` since they were asked for. */
function isTracked(view: FolderView, outDir: string): boolean {
  return gitAttributes([attributePattern(outDir)])(view.readText('.gitattributes')) === undefined;
}

function gitAttributesFile(outDir: string): PlannedFile {
  return ['.gitattributes', gitAttributes([attributePattern(outDir)])];
}

function attributePattern(outDir: string): string {
  return `/${outDir}/**`;
}

function planSummary(config: TopicmillConfig): string {
  const roots = pagesRootsOf(config);
  const generators = [...new Set(roots.map(({ site }) => site.generator))].filter((name) => name !== 'none');
  const where = roots.length === 1 ? `in ${roots[0]!.docsRoot}` : `in ${roots.length} docs roots`;
  return [`pages ${where}`, ...generators, 'built-in embedding model'].join(', ');
}

type PlannedFile = readonly [path: string, make: RootFileMaker];

function nxFiles(view: FolderView, ...others: readonly PlannedFile[]): readonly PlannedFile[] {
  const versions = { topicmill: PIPELINE_VERSION, '@topicmill/nx': PIPELINE_VERSION, nx: NX_VERSION };
  return [
    ['nx.json', nxJson(defaultBase(view))],
    ['package.json', packageJson(versions)],
    ...(hasWorkspaces(view) ? [['.nxignore', nxIgnore] as const] : []),
    ...others,
  ];
}

/** Whether the repository has packages of its own, and no Nx that builds them. */
function hasWorkspaces(view: FolderView): boolean {
  if (view.readText('nx.json') !== undefined) return false;
  return (
    view.readText('pnpm-workspace.yaml') !== undefined || /"workspaces"\s*:/.test(view.readText('package.json') ?? '')
  );
}

function fileChanges(view: FolderView, files: readonly PlannedFile[]): FileChange[] {
  return files.flatMap(([path, make]): FileChange[] => {
    const present = view.readText(path);
    const made = make(present);
    return made === undefined ? [] : [{ path, kind: present === undefined ? 'create' : 'update', ...made }];
  });
}

function exampleTopic(docsRoot: string): PlannedFile[] {
  return Object.entries(EXAMPLE_TOPIC).map(([path, text]) => [
    `${docsRoot}/${path}`,
    (present) =>
      present === undefined ? { text, summary: 'an example topic, to build and then to replace' } : undefined,
  ]);
}

/** The pin of the keyword shares that pages have: what `pin-keywords` writes for them. */
function keywordShares(texts: readonly string[], { languages, stopWords }: TopicmillConfig['keywords']): string {
  const left = stopWordsOf(languages, stopWords);
  return formatAuthorityFile(buildAuthority(texts.map((text) => readTerms(text, left))));
}

/** The texts of pages as their readers see them; pages without a text of their own, or that cannot be read, have none. */
function readableTexts(view: FolderView, pages: readonly TopicPage[]): string[] {
  return pages.flatMap((page) => {
    const text = page.hasText ? view.readText(page.path) : undefined;
    return text === undefined ? [] : [topicDocument({ page }).readable(text)];
  });
}
