import { type Diagnostic, diagnosticsOf, TopicmillError } from '@topicmill/base/diagnostics';
import { compareCodeUnits } from '@topicmill/base/order';
import { decodeIfValid } from '@topicmill/base/paths';
import { sum } from '@topicmill/base/sums';
import type { HtmlText } from '@topicmill/text/html-pages';
import { filesAt, markdownWordCounts, missingWords, wordCounts } from '../sources/index.js';
import { reasonToLeaveOut } from '../workspace/index.js';
import { fault } from './folder-snapshot.js';

/** A topic as it was built. */
export interface BuiltTopicTexts {
  /** Path of its page, for messages. */
  readonly file: string;
  /** Address of its page. */
  readonly url: string;
  /** Title and description. */
  readonly facts: readonly string[];
  readonly chunks: readonly { readonly url: string; readonly text: string }[];
}

/** A built site, and the topics that should be its pages. */
export interface BuiltSiteCheck {
  /** Folder of the HTML, for messages. */
  readonly folder: string;
  /** Below that folder, sorted. */
  readonly paths: readonly string[];
  readonly topics: readonly BuiltTopicTexts[];
  /** Addresses of the sites to which the topics belong. */
  readonly siteUrls: readonly string[];
  /** Whether the topics are all that there are, so that each page should be among them. */
  readonly isWhole: boolean;
  /** Largest share of missing words, 0 to 1; `undefined` for any. */
  readonly maxMissing: number | undefined;
  /** Why a page is meant to be no topic; `undefined` where nothing says so. */
  leftOutBecause(path: string): string | undefined;
  /** @throws TopicmillError */
  read(path: string): HtmlText;
}

/** Words of the main content of pages that no chunk has. */
interface MissingWords {
  readonly words: number;
  readonly missing: number;
  /** Of the words, 0 to 1, four decimals. */
  readonly share: number;
}

/** A page and the most frequent of the words that its chunks lack. */
interface PageMissingWords extends MissingWords {
  readonly path: string;
  readonly examples: readonly string[];
}

/** What a built site proves of the topics. */
export interface BuiltSiteReport {
  readonly pageCount: number;
  readonly topicPageCount: number;
  readonly chunkCount: number;
  /** Chunks whose address is not that of a page or id. */
  readonly wrongAddressCount: number;
  readonly leftOut: readonly { readonly path: string; readonly reason: string }[];
  /** Pages that are neither a topic nor left out for a reason. */
  readonly unexplained: readonly string[];
  readonly text: MissingWords;
  /** Pages with the largest shares, at most ten. */
  readonly worst: readonly PageMissingWords[];
  readonly diagnostics: readonly Diagnostic[];
}

/** A site with fewer pages has no frame that could be told from its text. */
const MIN_PAGES_WITH_FRAME = 4;
const MAX_WORST = 10;
const MAX_EXAMPLES = 8;
const MAX_NAMED = 3;

/**
 * Compares what was built with the HTML that the site publishes: whether the address of each chunk is an id there, whether
 * each page is a topic or left out for a reason, and which words of the main content no chunk of its page has. Texts that
 * more than half of the pages have are the frame of the site.
 */
export function checkBuiltSite(check: BuiltSiteCheck): BuiltSiteReport {
  const pages = new SitePages(check);
  const found: Diagnostic[] = [...pages.lost];
  const published: { path: string; topics: readonly BuiltTopicTexts[]; blocks: readonly string[] }[] = [];
  const leftOut: { path: string; reason: string }[] = [];
  const unexplained: string[] = [];
  let wrongAddressCount = sum(pages.lostTopics.map(({ chunks }) => Math.max(1, chunks.length)));
  for (const path of check.paths) {
    const topics = pages.topicsAt.get(path) ?? [];
    if (topics.length === 0 && !check.isWhole) continue;
    let html: HtmlText | undefined;
    try {
      html = check.read(path);
    } catch (thrown) {
      if (!(thrown instanceof TopicmillError)) throw thrown;
      if (topics.length > 0) found.push(...diagnosticsOf(thrown, `${check.folder}/${path}`));
      else leftOut.push({ path, reason: `${thrown.code}: ${thrown.message}` });
      continue;
    }
    published.push({ path, topics, blocks: html.blocks });
    if (topics.length === 0) {
      const reason = check.leftOutBecause(path) ?? reasonToLeaveOut(path, html) ?? pages.sameAs(path, html.canonical);
      if (reason === undefined) unexplained.push(path);
      else leftOut.push({ path, reason });
    }
    for (const topic of topics) {
      const wrong = topic.chunks.map(({ url }) => anchorIn(url)).filter((id) => id !== undefined && !html.ids.has(id));
      wrongAddressCount += wrong.length;
      if (wrong.length > 0) found.push(wrongIds(topic, wrong as string[], `${check.folder}/${path}`));
    }
  }
  const ofPages = missingOfPages(published);
  const text = sumMissing(ofPages);
  if (check.maxMissing !== undefined && text.share > check.maxMissing) found.push(tooManyMissing(text, check));
  return {
    pageCount: check.paths.length,
    topicPageCount: published.filter(({ topics }) => topics.length > 0).length,
    chunkCount: sum(check.topics.map(({ chunks }) => chunks.length)),
    ...{ wrongAddressCount, leftOut, unexplained, text },
    worst: ofPages
      .filter(({ missing }) => missing > 0)
      .sort((a, b) => b.share - a.share || compareCodeUnits(a.path, b.path))
      .slice(0, MAX_WORST),
    diagnostics: [...found, ...unexplained.map((path) => noTopic(`${check.folder}/${path}`))],
  };
}

/** Which files of a built site are the pages of topics. */
class SitePages {
  readonly topicsAt = new Map<string, BuiltTopicTexts[]>();
  readonly lostTopics: BuiltTopicTexts[] = [];
  private readonly paths: ReadonlySet<string>;
  private readonly base: string;

  constructor(private readonly check: BuiltSiteCheck) {
    this.paths = new Set(check.paths);
    this.base = commonBase(check.siteUrls);
    for (const topic of check.topics) {
      const path = this.fileOf(topic.url);
      if (path === undefined) this.lostTopics.push(topic);
      else this.topicsAt.set(path, [...(this.topicsAt.get(path) ?? []), topic]);
    }
  }

  get lost(): Diagnostic[] {
    return this.lostTopics.map(({ file, url }) =>
      fault('ADDRESS_NOT_PUBLISHED', `${url} is no page in ${this.check.folder}.`, file, { remedy: ADDRESS_REMEDY }),
    );
  }

  /** Why a page is left out whose canonical address is that of a topic. */
  sameAs(path: string, canonical: string | undefined): string | undefined {
    const other = canonical === undefined ? undefined : this.fileOf(canonical);
    return other === undefined || other === path ? undefined : `has the same canonical address as ${other}`;
  }

  private fileOf(url: string): string | undefined {
    const bare = url.replace(/[?#].*/s, '');
    if (!bare.startsWith(this.base) && `${bare}/` !== this.base) return undefined;
    const route = decodeIfValid(bare.slice(this.base.length));
    return filesAt(route).find((path) => this.paths.has(path));
  }
}

/** The address that is above all of these. */
function commonBase(urls: readonly string[]): string {
  const bases = urls.map((url) => (url.endsWith('/') ? url : `${url}/`));
  return bases.reduce((base, url) => {
    let common = base;
    while (!url.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
    return common;
  });
}

function anchorIn(url: string): string | undefined {
  const at = url.indexOf('#');
  return at < 0 ? undefined : decodeIfValid(url.slice(at + 1));
}

function missingOfPages(
  pages: readonly { path: string; topics: readonly BuiltTopicTexts[]; blocks: readonly string[] }[],
): PageMissingWords[] {
  const frame = siteFrame(pages.map(({ blocks }) => blocks));
  return pages
    .filter(({ topics }) => topics.length > 0)
    .map(({ path, topics, blocks }) => {
      const wanted = wordCounts(blocks.filter((block) => !frame.has(block)));
      const has = topics.flatMap(({ facts, chunks }) => [...facts, ...chunks.map(({ text }) => text)]);
      const missing = missingWords(wanted, markdownWordCounts(has));
      const examples = [...missing].sort(([a, m], [b, n]) => n - m || compareCodeUnits(a, b)).slice(0, MAX_EXAMPLES);
      const counts = [sum([...wanted.values()]), sum([...missing.values()])] as const;
      return { path, ...missingShare(...counts), examples: examples.map(([word]) => word) };
    });
}

function siteFrame(pages: readonly (readonly string[])[]): ReadonlySet<string> {
  if (pages.length < MIN_PAGES_WITH_FRAME) return new Set();
  const counts = new Map<string, number>();
  for (const blocks of pages) for (const block of new Set(blocks)) counts.set(block, (counts.get(block) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count > pages.length / 2).map(([block]) => block));
}

function sumMissing(pages: readonly MissingWords[]): MissingWords {
  return missingShare(sum(pages.map(({ words }) => words)), sum(pages.map(({ missing }) => missing)));
}

function missingShare(words: number, missing: number): MissingWords {
  return { words, missing, share: words === 0 ? 0 : Number((missing / words).toFixed(4)) };
}

const ADDRESS_REMEDY = 'Build the site and the topics from the same sources; check site.url and the settings of site.';

function wrongIds({ file, chunks }: BuiltTopicTexts, ids: readonly string[], html: string): Diagnostic {
  const distinct = [...new Set(ids)];
  const more = distinct.length > MAX_NAMED ? ` and ${distinct.length - MAX_NAMED} more` : '';
  const named = `${distinct
    .slice(0, MAX_NAMED)
    .map((id) => `#${id}`)
    .join(', ')}${more}`;
  const message = `Of ${chunks.length} chunks, ${ids.length} have addresses that are no ids in ${html}: ${named}.`;
  return fault('ADDRESS_NOT_PUBLISHED', message, file, { remedy: ADDRESS_REMEDY });
}

function noTopic(file: string): Diagnostic {
  const remedy = 'Add its source to the topics, or name it with --except.';
  return fault('PAGE_NOT_INDEXED', 'The page is published, but is not a topic.', file, { remedy });
}

function tooManyMissing({ words, missing, share }: MissingWords, { folder, maxMissing }: BuiltSiteCheck): Diagnostic {
  const message = `Of ${words} words, ${missing} are in no chunk (${percent(share)}); ${percent(maxMissing!)} may be.`;
  const remedy =
    'Look at the worst pages in the report; set site.built, which completes markdown, or read the site with `sources: html`.';
  return fault('WORDS_NOT_INDEXED', message, folder, { remedy });
}

/** A share of 0 to 1 for people. */
export function percent(share: number): string {
  return `${Number((share * 100).toFixed(2))} %`;
}
