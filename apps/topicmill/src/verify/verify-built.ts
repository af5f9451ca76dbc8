import { existsSync, statSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { counted } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { pathBelow, readDocument, refuseLinkOrPipe } from '@topicmill/base/files';
import { readBuiltFiles, readBuiltIndex } from '@topicmill/pipeline/built-topics';
import { type PagesRoot, pagesRootsOf } from '@topicmill/pipeline/config';
import { displayPath, type Folder, FolderFiles, folderPath, type Workspace } from '@topicmill/pipeline/runner';
import { ASSET_FOLDERS, areFilesRead, foldersFrom } from '@topicmill/pipeline/sites';
import { CHUNKS_DIRECTORY, documentNames } from '@topicmill/pipeline/steps';
import { type BuiltSiteReport, type BuiltTopicTexts, checkBuiltSite, percent } from '@topicmill/pipeline/verify';
import { globMatcher, htmlPathsIn } from '@topicmill/pipeline/workspace';
import { readChunksManifest } from '@topicmill/topics/formats';
import { readChunkAmong } from '@topicmill/topics/formats/chunk-pack';

/** What `topicmill verify --built` was asked. */
export interface VerifyBuiltOptions {
  /** As the command line has it; `true` for the folder that the configuration names. */
  readonly built: string | true;
  /** Globs of pages that are meant to be no topics, below that folder. */
  readonly except?: readonly string[];
  /** Share of 0 to 1. */
  readonly maxMissing?: number;
}

/**
 * Compares what was built with the HTML of the site.
 *
 * @param isWhole whether `folders` are all that there are
 * @throws TopicmillError `INVALID_OPTION`
 */
export async function verifyBuilt(
  { built, except = [], maxMissing }: VerifyBuiltOptions,
  folders: readonly Folder[],
  isWhole: boolean,
  workspace: Workspace,
  cwd: string,
): Promise<BuiltSiteReport> {
  const { root, config, leftOut } = workspace;
  const roots = pagesRootsOf(config);
  const sites = roots.map(({ site }) => site).filter((site) => site.built !== undefined || !areFilesRead(site));
  if (sites.length === 0) throw noSite();
  const html = sites.find((site) => site.generator === 'html');
  const folder =
    built === true
      ? outermostFolder(sites.flatMap((site) => site.built ?? []))
      : posix.join('.', relativeFolder(root, resolve(cwd, built)));
  if (folder === undefined) throw noFolder('No folder is named, and topicmill.yaml has none as site.built.');
  if (statSync(join(root, folder), { throwIfNoEntry: false })?.isDirectory() !== true)
    throw noFolder(`"${folder}" is not a folder.`);
  const { readHtmlText } = await import('@topicmill/text/html-pages');
  const isExcepted = globMatcher(except);
  // Pages that one root leaves out may be those of another.
  const isExcluded = globMatcher(html !== undefined && roots.length === 1 ? roots[0]!.exclude : []);
  const ofFolder = sites.filter((site) => site.built === undefined || pathBelow(folder, site.built) !== undefined);
  const compared = new Set(ofFolder.length === 0 ? sites : ofFolder);
  const reasons = new Map(leftOut.map(({ path, reason }) => [path, reason]));
  const copied = copiedFolders(roots).filter((each) => each !== folder);
  return checkBuiltSite({
    folder,
    paths: htmlPathsIn(root, folder),
    topics: folders
      .filter(({ page }) => page !== undefined && compared.has(roots[page.rootIndex]!.site))
      .flatMap((each) => textsOf(each, workspace)),
    siteUrls: [...compared].map(({ url }) => url),
    ...{ isWhole, maxMissing },
    leftOutBecause: (path) => {
      if (isExcepted(path)) return 'named by --except';
      if (isExcluded(path)) return 'excluded in topicmill.yaml';
      const isCopy = copied.some((each) => existsSync(join(root, each, path)));
      return reasons.get(posix.join(folder, path)) ?? (isCopy ? 'copied as it is, by no generator' : undefined);
    },
    read: (path) => {
      const file = posix.join(folder, path);
      refuseLinkOrPipe(join(root, file), file);
      return readHtmlText(readDocument(join(root, file), file).text, html?.content);
    },
  });
}

/** Folders of files that generators copy: the docs roots, and those of assets. */
function copiedFolders(roots: readonly PagesRoot[]): string[] {
  const sources = roots.filter(({ site }) => site.generator !== 'html').map(({ docsRoot }) => docsRoot);
  const assets = sources.flatMap((docsRoot) =>
    foldersFrom(docsRoot).flatMap((each) => ASSET_FOLDERS.map((name) => posix.join(each, name))),
  );
  return [...new Set([...sources, ...assets])];
}

/**
 * The folder that contains all others.
 *
 * @throws TopicmillError `INVALID_OPTION` where there are several
 */
function outermostFolder(folders: readonly string[]): string | undefined {
  const outer = new Set(
    folders.filter((each) => folders.every((other) => each === other || pathBelow(other, each) === undefined)),
  );
  if (outer.size > 1) throw noFolder(`topicmill.yaml has several as site.built: ${[...outer].join(', ')}.`);
  return [...outer][0];
}

function relativeFolder(root: string, folder: string): string {
  return posix.relative(root.replaceAll('\\', '/'), folder.replaceAll('\\', '/'));
}

/** A topic with a page as it was built; none where it is not built, which other checks report. */
function textsOf(folder: Folder, workspace: Workspace): BuiltTopicTexts[] {
  if (folder.page === undefined) return [];
  const made = new FolderFiles(folderPath(workspace, folder.id), displayPath(workspace.config, folder.id));
  const index = readBuiltIndex(made);
  if (index === undefined) return [];
  const files = readBuiltFiles(folder, workspace);
  const { manifestPath } = documentNames(folder);
  const chunks =
    files === undefined ? [] : readChunksManifest(files.manifest.text, made.displayPath(manifestPath)).chunks;
  return [
    {
      file: folder.page.path,
      url: folder.page.url,
      facts: [index.title, index.description ?? ''],
      chunks: chunks.map(({ url, file }) => ({
        url: url ?? folder.page!.url,
        text: readChunkAmong(`${CHUNKS_DIRECTORY}/${file}`, (path) => made.read(path))?.text ?? '',
      })),
    },
  ];
}

/** The report for people. */
export function describeBuilt({
  pageCount,
  topicPageCount,
  chunkCount,
  wrongAddressCount,
  leftOut,
  text,
  worst,
}: BuiltSiteReport): string[] {
  return [
    `${counted(pageCount, 'page')} of HTML: ${topicPageCount} are topics, ${leftOut.length} are left out for a reason`,
    `${counted(chunkCount, 'chunk')}: ${wrongAddressCount} with an address that is not in the HTML`,
    `${counted(text.words, 'word')} in the main content: ${text.missing} in no chunk (${percent(text.share)})`,
    ...worst.map(
      ({ path, words, missing, share, examples }) =>
        `  ${path}: ${missing} of ${words} (${percent(share)}), such as ${examples.join(', ')}`,
    ),
  ];
}

function noSite(): TopicmillError {
  return new TopicmillError('INVALID_OPTION', '--built compares with a site, and no site publishes these topics.', {
    remedy: 'Set `sources: pages` and `site` in topicmill.yaml, or `sources: html`.',
  });
}

function noFolder(message: string): TopicmillError {
  return new TopicmillError('INVALID_OPTION', message, { remedy: 'Build the site, and name the folder of its HTML.' });
}
