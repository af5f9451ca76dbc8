import { LineKind, scanLines } from '@topicmill/text/markdown';
import { pathIn } from '@topicmill/topics/formats/file-names';
import { type DetectedRoot, type FolderView, foldersFrom, isSphinxWithMyst, type SiteDialect } from '../sites/index.js';
import { pagesBelow } from './pages-below.js';

const NUXT = /^nuxt\.config\.[cm]?[jt]s$/;
const NUXT_CONTENT = 'content';
const GITBOOK = /^\.gitbook\.ya?ml$/;
const MYST = /^myst\.ya?ml$/;
/** Blocks that GitBook has, and Liquid does not. */
const GITBOOK_TAG =
  /\{%[ \t]*(?:hint|tabs|tab|code|content-ref|embed|file|stepper|step|swagger|openapi(?:-operation)?|columns|updates)\b[^%\r\n]{0,500}%\}/;
/** A tag of Liquid that shows something, or says whether it is shown, outside of fenced code and code spans. */
const LIQUID_TAG =
  /(?<!`)\{%-?[ \t]*(?:assign|capture|case|data|for|if|ifversion|include|render|unless)\b[^%\r\n]{0,500}%\}(?!`)/;
/** A macro of MDN that refers to a page, or makes a table of data, outside of code spans. */
const KUMASCRIPT_MACRO =
  /(?<!`)\{\{[ \t]*(?:apiref|compat|cssxref|domxref|glossary|htmlelement|jsxref|specifications)\b[^{}\r\n]{0,200}\}\}/i;
/** A link to a note of a vault, or what is shown of one, outside of code spans. */
const WIKILINK = /(?<!`)\[\[[^[\]\r\n`]{1,200}\]\](?![`(])/;
/** A page of a forge's wiki writes the text of a link before its target; a vault writes it after. */
const WIKI_PAGE = /^(?:_?Sidebar|_?Footer|Home)\.md$/i;
/** Of the pages, at least: others show such tags and links. */
const MIN_SHARE = 0.1;
const MIN_PAGES = 3;
/** Nobody waits for thousands of pages to be read. */
const MAX_PAGES_READ = 500;

/**
 * How the pages of a docs root without a generator are written, by what is in its folder and in those above it;
 * `undefined` where nothing says it.
 */
export function dialectOfPages(
  view: FolderView,
  { docsRoot }: Pick<DetectedRoot, 'docsRoot'>,
): SiteDialect | undefined {
  const folders = foldersFrom(docsRoot);
  const names = new Map(folders.map((folder) => [folder, new Set(view.list(folder).map(({ name }) => name))]));
  const isSome = (isEvidence: (folder: string, names: ReadonlySet<string>) => boolean): boolean =>
    folders.some((folder) => isEvidence(folder, names.get(folder)!));
  if (isSome((folder, present) => isMystFolder(view, folder, present))) return 'myst';
  if (isSome((folder, present) => isOfNuxtContent(folder, present, docsRoot))) return 'mdc';
  if (isSome((_, present) => present.has('.obsidian'))) return 'obsidian';
  if (isSome((_, present) => some(present, GITBOOK))) return 'gitbook';
  const hasSummary = isSome((_, present) => present.has('SUMMARY.md'));
  const texts = textsBelow(view, docsRoot);
  if (hasSummary && texts.some((text) => GITBOOK_TAG.test(text))) return 'gitbook';
  const bodies = texts.map(withoutFences);
  const isCommon = (pattern: RegExp): boolean => {
    const count = bodies.filter((body) => pattern.test(body)).length;
    return count >= MIN_PAGES && count >= bodies.length * MIN_SHARE;
  };
  if (isCommon(KUMASCRIPT_MACRO)) return 'kumascript';
  if (isCommon(LIQUID_TAG)) return 'liquid';
  const isWiki = isSome((_, present) => some(present, WIKI_PAGE));
  // Git usually ignores the folder of a vault's settings.
  return !isWiki && isCommon(WIKILINK) ? 'obsidian' : undefined;
}

function withoutFences(text: string): string {
  const { kinds, starts, lineCount } = scanLines(text);
  const lines = Array.from({ length: lineCount }, (_, at) => text.slice(starts[at], starts[at + 1]));
  return lines.filter((_, at) => kinds[at] !== LineKind.Fence).join('');
}

function isMystFolder(view: FolderView, folder: string, names: ReadonlySet<string>): boolean {
  if (some(names, MYST)) return true;
  if (names.has('_toc.yml') && names.has('_config.yml')) return true;
  return names.has('conf.py') && isSphinxWithMyst(view.readText(pathIn(folder, 'conf.py')) ?? '');
}

/** The docs root is the folder of contents or in it, or that which contains it. */
function isOfNuxtContent(folder: string, names: ReadonlySet<string>, docsRoot: string): boolean {
  if (!names.has(NUXT_CONTENT) || !some(names, NUXT)) return false;
  const content = pathIn(folder, NUXT_CONTENT);
  return docsRoot === (folder === '' ? '.' : folder) || `${docsRoot}/`.startsWith(`${content}/`);
}

function textsBelow(view: FolderView, docsRoot: string): string[] {
  const from = docsRoot === '.' ? '' : docsRoot;
  const pages = pagesBelow(view, docsRoot).slice(0, MAX_PAGES_READ);
  return pages.map((page) => view.readText(pathIn(from, page)) ?? '');
}

function some(names: ReadonlySet<string>, pattern: RegExp): boolean {
  return [...names].some((name) => pattern.test(name));
}
