import { existsSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existingFolder } from '@topicmill/base/cli';
import { sum } from '@topicmill/base/sums';
import { everydayWords } from '@topicmill/embedding/static-embeddings';
import { bundledWordVectors } from '@topicmill/embedding/static-embeddings/node';
import { cutTopics, readQuestionsFile, worktreeSnapshot } from '@topicmill/pipeline/gate';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import {
  buildSearchIndex,
  memoryLoader,
  openInstantSearch,
  SEARCH_DIRECTORY,
  type SearchTopic,
} from '@topicmill/search/retrieval';
import { bundledThesaurusLines } from '@topicmill/search/thesaurus';
import { escapeHtml } from '@topicmill/text/html';
import MiniSearch from 'minisearch';
import { loadOrama, loadPagefind, type Orama, type Pagefind, servedPagefind } from '../peers.js';
import { readTopics } from '../read-topics.js';
import { readSitePages } from '../sites/read-site-pages.js';
import { readSites } from '../sites/site-files.js';
import { mean } from '../statistics.js';
import { type Row, type Table, tableCommand } from '../table-command.js';
import { EDITS, misspell, randomNumbers } from './misspell.js';

/** Results that an engine is asked for, enough for three pages. */
const LIMIT = 50;

/** Finds pages while somebody types. */
export interface TypingEngine {
  readonly name: string;
  /** Ids of pages, best first. */
  pages(query: string): Promise<readonly string[]>;
}

export async function ownEngine(topics: readonly TypedPage[]): Promise<TypingEngine> {
  const files = buildSearchIndex(topics.map(searchTopicOf), {
    everydayWords: everydayWords(bundledWordVectors()),
    thesaurus: bundledThesaurusLines(),
  });
  const published = new Map([...files].map(([name, bytes]) => [`${SEARCH_DIRECTORY}/${name}`, bytes]));
  const index = await openInstantSearch(memoryLoader(published));
  return { name: 'topicmill', pages: async (query) => (await index.search(query)).pages.map(({ id }) => id) };
}

function searchTopicOf({ id, title, chunks }: TypedPage): SearchTopic {
  const unused = { isCode: false, tokenCount: 0, questions: [] };
  return { id, title, chunks: chunks.map((chunk, at) => ({ ...unused, ...chunk, path: `${id}/${at}` })) };
}

/** As its documentation advises for search as people type: prefixes, and one letter in five wrong. */
export function miniSearchEngine(topics: readonly TypedPage[]): TypingEngine {
  const index = new MiniSearch({ fields: ['title', 'heading', 'text'], storeFields: ['topic'] });
  index.addAll(
    topics.flatMap(({ id, title, chunks }) =>
      chunks.map((chunk, at) => ({ id: `${id}#${at}`, topic: id, title, heading: chunk.title, text: chunk.text })),
    ),
  );
  return {
    name: 'MiniSearch, prefix and fuzzy',
    async pages(query) {
      const results = index.search(query, { prefix: true, fuzzy: 0.2, boost: { title: 4, heading: 2 } });
      return [...new Set(results.map((result) => result['topic'] as string))];
    },
  };
}

/** As its documentation advises for mistyped words; it finds beginnings of words without being told. */
export function oramaEngine({ create, insertMultiple, search }: Orama, topics: readonly TypedPage[]): TypingEngine {
  const index = create({ schema: { topic: 'string', title: 'string', heading: 'string', text: 'string' } });
  insertMultiple(
    index,
    topics.flatMap(({ id, title, chunks }) =>
      chunks.map((chunk) => ({ topic: id, title, heading: chunk.title, text: chunk.text })),
    ),
  );
  return {
    name: 'Orama, tolerance 1',
    async pages(query) {
      const options = { tolerance: 1, limit: LIMIT, boost: { title: 4, heading: 2 } };
      const { hits } = await search(index, { term: query, ...options });
      return [...new Set(hits.map(({ document }) => document.topic))];
    },
  };
}

/** Whole pages with their headings, as it reads them from a built site. Call `close` when done. */
export async function pagefindEngine(
  pagefind: Pagefind,
  topics: readonly TypedPage[],
): Promise<TypingEngine & { close(): void }> {
  const { clients, close } = await servedPagefind(pagefind, {
    pages: async (index) => {
      for (const topic of topics) await index.addHTMLFile({ url: `/${topic.id}/`, content: pageOf(topic) });
    },
  });
  return {
    name: 'Pagefind',
    async pages(query) {
      const { results } = await clients.pages.search(query);
      const found = await Promise.all(results.slice(0, LIMIT).map(({ data }) => data()));
      return found.map(({ raw_url: raw, url }) => (raw ?? url).replace(/^\/|\/$/g, ''));
    },
    close,
  };
}

function pageOf({ title, chunks }: TypedPage): string {
  const sections = chunks.map((chunk) => `<h2>${escapeHtml(chunk.title)}</h2><p>${escapeHtml(chunk.text)}</p>`);
  return `<!doctype html><html lang="en"><body><main><h1>${escapeHtml(title)}</h1>${sections.join('')}</main></body></html>`;
}

/** Titles that are asked for; where those of few words are not so many, longer ones are taken, too. */
const WANTED_QUERIES = 400;
const FEW_WORDS = 3;
const LENGTHS = [3, 4, 5, 6, 7, 8];
const QUESTIONS = fileURLToPath(new URL('../../questions', import.meta.url));
/** Letters of the last word of a question. */
const QUESTION_CUT = 4;
const TOP = 3;
const SEED = 1;

/** The title of a section, and the page that has it. */
interface TitleQuery {
  readonly query: string;
  readonly topic: string;
}

/** What somebody types instead of a title. */
interface Variant {
  readonly name: string;
  /** Expected of a search that knows all titles, but not which of them is being typed; `undefined` where nothing is cut. */
  readonly possible?: number | undefined;
  readonly queries: readonly { readonly clean: string; readonly typed: string; readonly topic: string }[];
}

/** Whether each engine had the page among the first, for one variant: typed so, and clean. */
interface VariantHits extends Pick<Variant, 'name' | 'possible'> {
  readonly engines: readonly {
    readonly name: string;
    readonly typed: readonly number[];
    readonly clean: readonly number[];
  }[];
}

/** Runs `typing`; see `--help`. */
export const typing = tableCommand<{
  readonly topics: readonly string[];
  readonly questions?: string;
  readonly sites?: string;
}>(
  {
    name: 'npm run eval:typing --',
    description:
      'Measures how often search as people type has the right page among the first three: titles of sections, their last word cut short, and with one mistake.',
    examples: [
      ['npm run eval:typing -- --topics docs', 'on the topics at any depth below a folder'],
      [
        'npm run eval:typing -- --topics docs ../uv',
        'and on the pages of a repository that `topicmill init` was run in',
      ],
      [
        'npm run eval:typing -- --topics docs --questions tools/measure/questions/own-docs.questions.yaml',
        'whole questions about the first of the docs, too, their last word cut to four letters',
      ],
      ['npm run eval:typing -- --topics docs --sites ../sites', 'and whole questions about public sites'],
    ],
  },
  (program) =>
    program
      .requiredOption(
        '--topics <folder...>',
        'folders of topics at any depth, or repositories with a topicmill.yaml; each is searched by itself',
        (value: string, before: readonly string[] = []) => [...before, existingFolder(value)],
      )
      .option('--questions <file>', 'YAML file of questions that name topics of the first folder')
      .option(
        '--sites <folder>',
        'whole questions about public sites too, checked out as `npm run eval:sites` needs them',
        existingFolder,
      ),
  async function* ({ topics: folders, questions, sites }, { log }): AsyncGenerator<Table> {
    const peers = { orama: await loadOrama(log), pagefind: await loadPagefind(log) };
    const measured: (readonly VariantHits[])[] = [];
    for (const folder of folders) {
      const { name, pages } = await readTypedDocs(folder);
      log(`${name}: ${pages.length} pages\n`);
      const { queries, maxWords } = titleQueries(pages);
      const { engines, close } = await enginesFor(pages, peers);
      const hits = await measure(variantsOf(queries, pages), engines);
      if (questions !== undefined && measured.length === 0) {
        const asked = readQuestionsFile(readFileSync(questions, 'utf8'), questions);
        yield questionTable((await measure([cutQuestions(asked)], engines)).map((each) => ({ ...each, name })));
      }
      close();
      measured.push(hits);
      yield {
        title: `Search as people type: ${name}`,
        notes: [
          `${queries.length} titles of pages and sections, of up to ${maxWords} words, each found on one page only, in ${pages.length} pages.`,
          `Per cent with that page among the first ${TOP}; "clean" is the same titles as they are.`,
          `"Possible": expected of a search that takes the ${TOP} pages which have most titles that begin as was typed: each of these may be meant.`,
        ],
        columns: ['queries', 'possible', ...hits[0]!.engines.flatMap(({ name: engine }) => [engine, 'clean'])],
        rows: hits.map(hitRow),
      };
    }
    if (measured.length > 1) yield lossTable(measured);
    const asked = sites === undefined ? [] : await siteHits(sites, log);
    if (asked.length > 0) yield questionTable(asked);
  },
);

interface Peers {
  readonly orama: Orama | undefined;
  readonly pagefind: Pagefind | undefined;
}

async function enginesFor(
  pages: readonly TypedPage[],
  { orama, pagefind }: Peers,
): Promise<{ readonly engines: readonly TypingEngine[]; close(): void }> {
  const served = pagefind && (await pagefindEngine(pagefind, pages));
  const engines = [
    await ownEngine(pages),
    miniSearchEngine(pages),
    ...(orama === undefined ? [] : [oramaEngine(orama, pages)]),
    ...(served === undefined ? [] : [served]),
  ].map(remembering);
  return { engines, close: () => served?.close() };
}

async function measure(variants: readonly Variant[], engines: readonly TypingEngine[]): Promise<VariantHits[]> {
  const measured: VariantHits[] = [];
  for (const { name, possible, queries } of variants) {
    const hits: VariantHits['engines'][number][] = [];
    for (const engine of engines) {
      const typed: number[] = [];
      const clean: number[] = [];
      for (const query of queries) {
        typed.push(await hitOf(engine, query.typed, query.topic));
        clean.push(await hitOf(engine, query.clean, query.topic));
      }
      hits.push({ name: engine.name, typed, clean });
    }
    measured.push({ name, possible, engines: hits });
  }
  return measured;
}

/** Asks an engine each query once. */
function remembering({ name, pages }: TypingEngine): TypingEngine {
  const known = new Map<string, ReturnType<TypingEngine['pages']>>();
  return {
    name,
    pages(query) {
      const found = known.get(query) ?? pages(query);
      known.set(query, found);
      return found;
    },
  };
}

async function hitOf(engine: TypingEngine, query: string, topic: string): Promise<number> {
  return (await engine.pages(query)).slice(0, TOP).includes(topic) ? 1 : 0;
}

function hitRow({ name, possible, engines }: VariantHits): Row {
  const rates = engines.flatMap(({ typed, clean }) => [100 * rate(typed), 100 * rate(clean)]);
  return { name, values: [engines[0]!.typed.length, possible === undefined ? undefined : 100 * possible, ...rates] };
}

/** The questions of a file, each with the topics that answer it, their last word cut short. */
function cutQuestions(
  questions: readonly { readonly question: string; readonly topics: readonly string[] }[],
): Variant {
  const queries = questions.flatMap(({ question, topics }) => {
    const clean = question.replace(/[\s?.!]+$/, '');
    const typed = cut(clean, QUESTION_CUT);
    return typed === undefined ? [] : topics.map((topic) => ({ clean, typed, topic }));
  });
  return { name: `last word cut to ${QUESTION_CUT}`, queries };
}

/** Whole questions about public sites, by our search alone: the others take minutes for a site. */
async function siteHits(checkouts: string, log: (message: string) => void): Promise<VariantHits[]> {
  const measured: VariantHits[] = [];
  for (const site of readSites([QUESTIONS])) {
    const root = join(checkouts, site.name);
    if (!existsSync(root)) continue;
    log(`${site.name}: ${site.questions.length} questions\n`);
    const { topics, idOf } = await readSitePages(root, site);
    const questions = site.questions.map(({ question, pages }) => ({
      question,
      topics: pages.map((page) => idOf.get(page)!),
    }));
    const [hits] = await measure([cutQuestions(questions)], [await ownEngine(topics)]);
    measured.push({ ...hits!, name: site.name });
  }
  return measured;
}

/** What whole questions find before their last word is typed to its end. */
function questionTable(measured: readonly VariantHits[]): Table {
  const engines = measured[0]!.engines.map(({ name }) => name);
  const pooled = measured.length === 1 ? [] : [pooledHits(measured)];
  return {
    title: 'Whole questions as people type',
    notes: [
      `Questions that end with a word of more than ${QUESTION_CUT} letters, cut to these. Per cent with a page that answers among the first ${TOP}; "clean" is the same questions as they are; "kept" is the share of those that have it clean and cut.`,
    ],
    columns: ['questions', ...engines.flatMap((name) => [name, 'clean', 'kept'])],
    rows: [...measured, ...pooled].map(({ name, engines: hits }) => ({
      name,
      values: [
        hits[0]!.typed.length,
        ...hits.flatMap(({ typed, clean }) => [100 * rate(typed), 100 * rate(clean), 100 * keptRate(typed, clean)]),
      ],
    })),
  };
}

function pooledHits(measured: readonly VariantHits[]): VariantHits {
  const engines = measured[0]!.engines.map(({ name }, at) => ({
    name,
    typed: measured.flatMap((docs) => docs.engines[at]!.typed),
    clean: measured.flatMap((docs) => docs.engines[at]!.clean),
  }));
  return { name: 'all', possible: undefined, engines };
}

function keptRate(typed: readonly number[], clean: readonly number[]): number {
  return rate(typed.filter((_, at) => clean[at] === 1));
}

/** How many points each variant loses: over all queries, and in the docs where it loses most. */
function lossTable(measured: readonly (readonly VariantHits[])[]): Table {
  const rows = measured[0]!.map(({ name, engines }, at): Row => {
    const losses = engines.flatMap((_, engine) => {
      const all = measured.map((docs) => docs[at]!.engines[engine]!);
      const pooled = lossOf(
        all.flatMap(({ typed }) => typed),
        all.flatMap(({ clean }) => clean),
      );
      return [pooled, Math.max(...all.map(({ typed, clean }) => lossOf(typed, clean)))];
    });
    const count = measured.reduce((sum, docs) => sum + docs[at]!.engines[0]!.typed.length, 0);
    return { name, values: [count, ...unavoidableLoss(measured.map((docs) => docs[at]!)), ...losses] };
  });
  return {
    title: 'Search as people type: what is lost',
    notes: [
      `Points of hit@${TOP} below the same titles as they are: all queries together, and the docs that lose most.`,
      `"Unavoidable": points that are not possible.`,
    ],
    columns: ['queries', 'unavoidable', 'most', ...measured[0]![0]!.engines.flatMap(({ name }) => [name, 'most'])],
    rows,
  };
}

function unavoidableLoss(docs: readonly VariantHits[]): readonly (number | undefined)[] {
  const losses = docs.flatMap(({ possible, engines }) =>
    possible === undefined ? [] : [{ loss: 100 * (1 - possible), count: engines[0]!.typed.length }],
  );
  if (losses.length === 0) return [undefined, undefined];
  const count = losses.reduce((sum, each) => sum + each.count, 0);
  const pooled = losses.reduce((sum, each) => sum + each.loss * each.count, 0) / count;
  return [pooled, Math.max(...losses.map(({ loss }) => loss))];
}

function lossOf(typed: readonly number[], clean: readonly number[]): number {
  return 100 * (rate(clean) - rate(typed));
}

function rate(hits: readonly number[]): number {
  return hits.length === 0 ? 0 : mean(hits);
}

function variantsOf(queries: readonly TitleQuery[], pages: readonly TypedPage[]): Variant[] {
  const random = randomNumbers(SEED);
  const variant = (name: string, vary: (query: string) => string | undefined): Variant => ({
    name,
    queries: queries.flatMap(({ query, topic }) => {
      const typed = vary(query);
      return typed === undefined ? [] : [{ typed, topic, clean: query }];
    }),
  });
  const titles = pages.map(({ id, title, chunks }) => ({ id, titles: [title, ...chunks.map((chunk) => chunk.title)] }));
  const possible = possibleHits(titles, TOP);
  const cutVariant = (length: number): Variant => {
    const made = variant(`last word cut to ${length}`, (query) => cut(query, length));
    const chances = made.queries.map(({ typed }) => possible(typed));
    return { ...made, possible: chances.length === 0 ? undefined : mean(chances) };
  };
  return [
    variant('as it is', (query) => query),
    ...LENGTHS.map(cutVariant),
    ...EDITS.map((edit) => variant(edit, (query) => mistyped(query, (word) => misspell(word, edit, random)))),
  ];
}

function titleText(title: string): string {
  return title.replace(/[`*]/g, '').trim();
}

/** Titles that one page alone has, of as few words as there are enough of, evenly taken from all. */
function titleQueries(topics: readonly TypedPage[]): { queries: TitleQuery[]; maxWords: number } {
  const pages = new Map<string, Set<string>>();
  for (const { id, title, chunks } of topics) {
    for (const text of [title, ...chunks.map((chunk) => chunk.title)]) {
      const query = titleText(text);
      pages.set(query, (pages.get(query) ?? new Set()).add(id));
    }
  }
  const all = [...pages].flatMap(([query, ids]) => (ids.size === 1 ? [{ query, topic: [...ids][0]! }] : []));
  const wordCounts = all.map(({ query }) => query.split(/\s+/).length);
  const enough = [...wordCounts].sort((a, b) => a - b)[Math.min(WANTED_QUERIES, all.length) - 1] ?? 0;
  const maxWords = Math.max(FEW_WORDS, enough);
  const short = all.filter((_, at) => wordCounts[at]! <= maxWords);
  const count = Math.min(short.length, WANTED_QUERIES);
  return {
    queries: Array.from({ length: count }, (_, at) => short[Math.floor((at * short.length) / count)]!),
    maxWords,
  };
}

/** `undefined` where the last word is not longer. */
function cut(query: string, length: number): string | undefined {
  const last = query.split(' ').at(-1)!;
  return last.length > length ? query.slice(0, query.length - last.length + length) : undefined;
}

/** With a mistake in the longest word. */
function mistyped(query: string, misspellWord: (word: string) => string | undefined): string | undefined {
  const longest = (query.match(/\p{L}+/gu) ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
  const wrong = misspellWord(longest);
  return wrong === undefined ? undefined : query.replace(longest, () => wrong);
}

/** A page as every engine takes it. */
export interface TypedPage {
  readonly id: string;
  readonly title: string;
  readonly chunks: readonly { readonly title: string; readonly text: string }[];
}

/** The pages that are searched together. */
export interface TypedDocs {
  readonly name: string;
  readonly pages: readonly TypedPage[];
}

/** Reads the topics below a folder, or the pages of a repository that has a configuration. Nothing is built. */
export async function readTypedDocs(folder: string): Promise<TypedDocs> {
  const name = basename(resolve(folder));
  if (existsSync(join(folder, 'topicmill.yaml'))) {
    const { topics } = await cutTopics(worktreeSnapshot(openWorkspace(folder, { env: {} })));
    return { name, pages: topics };
  }
  const topics = await readTopics(folder);
  const pages = topics.map(({ id, title, chunks, chunkTexts }) => ({
    id,
    title,
    chunks: chunks.map((chunk, at) => ({ title: chunk.title, text: chunkTexts[at]! })),
  }));
  return { name, pages };
}

/** The titles of a page and of its sections, as they are compared. */
export interface PageTitles {
  readonly id: string;
  readonly titles: readonly string[];
}

/**
 * The share of titles that a search can be expected to have right which knows all titles, and nothing else of what is meant:
 * of those that begin as was typed, each as likely as any other, it can only take the pages that have most of them.
 *
 * @param count pages that are looked at
 * @returns a function from what was typed to the share, 0 to 1; 1 where no title begins so
 */
export function possibleHits(pages: readonly PageTitles[], count: number): (typed: string) => number {
  const known = pages.map(({ titles }) => [...new Set(titles.map(comparable))]);
  return (typed) => {
    const beginning = comparable(typed);
    const counts = known
      .map((titles) => titles.filter((title) => title.startsWith(beginning)).length)
      .sort((a, b) => b - a);
    return counts[0] === 0 ? 1 : sum(counts.slice(0, count)) / sum(counts);
  };
}

function comparable(text: string): string {
  return text.replace(/[`*]/g, '').trim().toLowerCase();
}
