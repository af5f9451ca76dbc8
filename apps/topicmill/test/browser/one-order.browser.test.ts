import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { embedByRows } from '@topicmill/embedding/static-embeddings';
import { bundledWords } from '@topicmill/embedding/static-embeddings/node';
import { type KindQuestion, readQuestionsFile } from '@topicmill/pipeline/gate';
import {
  type DocsLoader,
  fetchLoader,
  type InstantSearch,
  openDocs,
  openInstantSearch,
  Refinement,
  SEARCH_DIRECTORY,
} from '@topicmill/search/retrieval';
import { withThesaurus } from '@topicmill/search/thesaurus';
import { chromiumPath, launchChromium, needsChromium } from '@topicmill/test-support/chromium';
import { Random } from '@topicmill/test-support/generate';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { main } from '../../src/main.js';
import { DocsRepo } from '../docs-repo.js';
import { serveRepo } from '../serve-repo.js';
import { hostFolder } from './static-server.js';
import { buildViewer, openPage } from './viewed-docs.js';

const CHECKOUT = fileURLToPath(new URL('../../../../', import.meta.url));
const LIMIT = 20;
/** Of each kind. */
const QUERY_COUNT = 20;
/** Questions that the search box and the command are compared by, drawn before any was asked. */
const BOX_QUERY_COUNT = 30;
const BOX_SEED = 30;
/** Of all everyday questions, those with the same first page at least: it is one of ten pages that the box compares, not of all. */
const SAME_FIRST_PAGES = 90;

/** Chunks in the order of a surface, each as `topic#index`. */
type Order = readonly string[];

interface FoundChunk {
  readonly topic: string;
  readonly index: number;
}

/** Our own docs as they are built, in a repository of their own that the commands may write to. */
function ownDocs(onFinished: (remove: () => void) => void): DocsRepo {
  const config = readFileSync(join(CHECKOUT, 'topicmill.yaml'), 'utf8');
  const repo = new DocsRepo({ 'topicmill.yaml': config.replace(/^# yaml-language-server.*\n/, '') }, onFinished);
  cpSync(join(CHECKOUT, 'docs'), join(repo.root, 'docs'), { recursive: true });
  return repo;
}

function everydayQuestions(): readonly KindQuestion[] {
  const file = join(CHECKOUT, 'tools/measure/questions/own-docs.questions.yaml');
  return readQuestionsFile(readFileSync(file, 'utf8'), file);
}

/** Questions in everyday words, and titles of sections: what a reader asks, and what a reader types. */
async function queriesOf(repo: DocsRepo): Promise<{ questions: string[]; titles: { title: string; topic: string }[] }> {
  const questions = everydayQuestions();
  const docs = openDocs({ read: async (path) => readFileSync(join(repo.root, 'docs', path)) });
  const sections: { title: string; topic: string }[] = [];
  for (const topic of await docs.topicIds()) {
    const titles = [(await docs.index(topic)).title, ...(await docs.chunks(topic)).map(({ title }) => title)];
    for (const title of new Set(titles)) sections.push({ title: title.replace(/[`*]/g, ''), topic });
  }
  const own = sections.filter(({ title }) => sections.filter((each) => each.title === title).length === 1);
  return {
    questions: evenly(questions, QUERY_COUNT).map(({ question }) => question),
    titles: evenly(own, QUERY_COUNT),
  };
}

function evenly<T>(all: readonly T[], count: number): T[] {
  return Array.from({ length: count }, (_, at) => all[Math.floor(((at + 0.5) / count) * all.length)]!);
}

function orderOf(found: readonly FoundChunk[]): Order {
  return found.map(({ topic, index }) => `${topic}#${index}`);
}

describe.runIf(chromiumPath !== undefined)(`a query over our own docs, ${needsChromium}`, () => {
  let browser: Browser;
  const ends: (() => unknown)[] = [];
  let repo: DocsRepo;
  let queries: Awaited<ReturnType<typeof queriesOf>>;

  beforeAll(async () => {
    buildViewer();
    browser = await launchChromium();
    repo = ownDocs((remove) => ends.push(remove));
    queries = await queriesOf(repo);
  });

  afterAll(async () => {
    await browser?.close();
    for (const end of ends.reverse()) await end();
  });

  const asked = async (query: string, ...args: readonly string[]): Promise<Order> => {
    const { out, err } = await repo.run('query', query, '--json', '--k', String(LIMIT), ...args);
    expect([query, err]).toEqual([query, '']);
    return orderOf((JSON.parse(out) as { results: FoundChunk[] }).results);
  };

  it('has one order by command, server, MCP and viewer', async () => {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    const mcp = main(['mcp'], { stdin, stdout, stderr: { write: () => {} }, cwd: repo.root, env: {} });
    const client = new Client({ name: 'test', version: '0' });
    await client.connect(new StdioServerTransport(stdout, stdin));
    const { url, warnings } = await serveRepo(repo);
    const page = await openPage(browser, url);
    for (const query of [...queries.questions, ...queries.titles.map(({ title }) => title)]) {
      const expected = await asked(query);
      expect([query, expected.length > 0]).toEqual([query, true]);
      const answer = await fetch(`${url}_topicmill/search?limit=${LIMIT}&query=${encodeURIComponent(query)}`);
      const served = orderOf(((await answer.json()) as { results: FoundChunk[] }).results);
      expect([query, served]).toEqual([query, expected]);
      const { structuredContent } = await client.callTool({ name: 'search', arguments: { query, limit: LIMIT } });
      expect([query, orderOf((structuredContent as { results: FoundChunk[] }).results)]).toEqual([query, expected]);
      await page.goto(`${url}#/?q=${encodeURIComponent(query)}`);
      await page.getByRole('heading', { name: `Results for ${query}`, exact: true }).waitFor({ state: 'attached' });
      await page.getByRole('status').filter({ hasText: 'The best' }).waitFor();
      const links = await page
        .locator('.results > li > a')
        .evaluateAll((all) => all.map((link) => link.getAttribute('href')!));
      const viewed = links.map((href) => {
        const [path, parameters] = href.slice('#/'.length).split('?');
        return `${decodeURIComponent(path!)}#${new URLSearchParams(parameters).get('chunk')}`;
      });
      expect([query, viewed]).toEqual([query, expected]);
    }
    expect(warnings).toEqual([]);
    await client.close();
    stdin.end();
    await mcp;
  });

  /** The docs with a search index, on a host of files. */
  async function hostedDocs(): Promise<DocsLoader> {
    expect((await repo.run('search-index', '--quiet')).exitCode).toBe(0);
    ends.push(() => rmSync(join(repo.root, 'docs', SEARCH_DIRECTORY), { recursive: true, force: true }));
    return fetchLoader(await hostFolder(join(repo.root, 'docs'), (close) => ends.push(close)), fetch);
  }

  it('is answered by words alone on a static host, in the order of --mode bm25, if it has no word that may be misspelt', async () => {
    const docs = openDocs(await hostedDocs());
    let comparedCount = 0;
    for (const query of [...queries.questions, ...queries.titles.map(({ title }) => title)]) {
      const { results, corrections } = await docs.search(query, { mode: 'bm25', limit: LIMIT });
      // The commands have a table of the words that people use, and do not take them for misspelt ones.
      if (corrections.length > 0) continue;
      expect([query, orderOf(results)]).toEqual([query, await asked(query, '--mode', 'bm25')]);
      comparedCount += 1;
    }
    expect(comparedCount).toBeGreaterThan(queries.titles.length);
  });

  /** What the search box searches in, on a host of files. */
  async function openBox(): Promise<InstantSearch> {
    const site = mkdtempSync(join(tmpdir(), 'one-order-'));
    ends.push(() => rmSync(site, { recursive: true }));
    expect((await repo.run('search-index', '--out', site, '--quiet')).exitCode).toBe(0);
    const { read } = fetchLoader(await hostFolder(site, (close) => ends.push(close)), fetch);
    const loader: DocsLoader = {
      read: (path, range) => read(path.replace(`${SEARCH_DIRECTORY}/`, 'topicmill-search/'), range),
    };
    return openInstantSearch(loader, async () => ({ Refinement, embedByRows }));
  }

  it('has the same first page by the search box, once its answer is refined, as by the command', async () => {
    const box = await openBox();
    const drawn = new Random(BOX_SEED).shuffled(everydayQuestions()).slice(0, BOX_QUERY_COUNT);
    const others = everydayQuestions().filter(({ question }) => drawn.every((each) => each.question !== question));
    let sameCount = 0;
    for (const [at, { question }] of [...drawn, ...others].entries()) {
      const [first] = await asked(question);
      const page = (await box.refine(question))!.pages[0]!.id;
      const isSame = first!.startsWith(`${page}#`);
      if (isSame) sameCount += 1;
      if (at < BOX_QUERY_COUNT) expect([question, page, isSame]).toEqual([question, page, true]);
    }
    expect(sameCount).toBeGreaterThanOrEqual(SAME_FIRST_PAGES);
  });

  it('has the same first page by the search box as by the command without vectors and descriptions of terms', async () => {
    const box = await openBox();
    const words = { ...withThesaurus(bundledWords()), descriptions: undefined };
    const docs = openDocs(await hostedDocs(), undefined, words);
    for (const { question } of everydayQuestions()) {
      // Only vectors tell whether a question that was written for a page asks the same in other words.
      const { results } = await docs.search(question, { maxPromptDistance: -1, limit: 1 });
      const { pages } = await box.search(question, { isFinished: true });
      expect([question, pages[0]?.id]).toEqual([question, results[0]?.topic]);
    }
  });

  it('that is a title is answered with its page first by the search box', async () => {
    const box = await openBox();
    for (const { title, topic } of queries.titles) {
      for (const titlesOnly of [true, false]) {
        const { pages } = await box.search(title, { titlesOnly });
        expect([title, titlesOnly, pages[0]?.id]).toEqual([title, titlesOnly, topic]);
      }
    }
  });
});
