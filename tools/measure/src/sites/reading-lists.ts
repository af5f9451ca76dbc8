import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { indentedJson } from '@topicmill/base/json';
import { candidateDocs } from '@topicmill/pipeline/gate';
import {
  CANDIDATE_PAGES,
  type PageCandidate,
  pageCandidates,
  readRanking,
  rerankPrompt,
} from '@topicmill/search/reranking';
import { ALL_RESULTS, openIndex, ownIndex } from './own-index.js';
import type { SitePages } from './read-site-pages.js';
import type { ReaderOrders } from './site-files.js';

/** Pages that an order names; who asked reads no more. */
const NAMED_PAGES = 5;

/** A site whose questions readers are to order pages for. */
export interface ReadSite {
  readonly name: string;
  readonly pages: SitePages;
  readonly questions: readonly string[];
  /** What readers have chosen before; such questions are left out. */
  readonly orders: ReaderOrders;
  /** Questions written for pages, by topic id. */
  readonly expansions: ReadonlyMap<string, readonly string[]>;
}

export interface ReadingList {
  readonly file: string;
  readonly questions: number;
  /** How many of them a reader has answered. */
  readonly answered: number;
}

/** A question and the pages that a reader sees, in the order that they are seen in. */
interface Shown {
  readonly question: string;
  readonly candidates: readonly PageCandidate[];
}

/**
 * Writes the first twenty pages for each question of a site that no reader has ordered yet, as `--rerank` shows them to a model, in an order that says
 * nothing: `<site>.plain.txt`, and `<site>.expanded.txt` of the pages with the questions written for them. Next to a list whose
 * reader has written `<site>.plain.answers.txt`, it writes what they chose, as `eval:sites` reads it.
 */
export async function readingLists(site: ReadSite, folder: string): Promise<ReadingList[]> {
  mkdirSync(folder, { recursive: true });
  const variants = site.expansions.size > 0 ? (['plain', 'expanded'] as const) : (['plain'] as const);
  const lists: ReadingList[] = [];
  for (const variant of variants) {
    const unread = site.questions.filter((question) => !site.orders[variant].has(question));
    const shown = await shownPages(site.pages, unread, variant === 'plain' ? new Map() : site.expansions);
    const name = join(folder, `${site.name}.${variant}`);
    writeFileSync(`${name}.txt`, listText(shown));
    const answers = `${name}.answers.txt`;
    const orders = existsSync(answers) ? chosenPages(shown, readFileSync(answers, 'utf8'), site.pages) : {};
    const answered = Object.keys(orders).length;
    if (answered > 0) writeFileSync(`${name}.orders.json`, indentedJson({ [variant]: orders }));
    lists.push({ file: `${name}.txt`, questions: shown.length, answered });
  }
  return lists;
}

async function shownPages(
  pages: SitePages,
  questions: readonly string[],
  expansions: ReadSite['expansions'],
): Promise<Shown[]> {
  const index = await openIndex(await ownIndex(pages, expansions));
  const docs = candidateDocs(pages.topics);
  const shown: Shown[] = [];
  for (const question of questions) {
    const { results } = await index.search(question, { limit: ALL_RESULTS });
    const candidates = await pageCandidates(results, docs, CANDIDATE_PAGES);
    shown.push({ question, candidates: inDrawnOrder(question, candidates) });
  }
  return shown;
}

function inDrawnOrder(question: string, candidates: readonly PageCandidate[]): PageCandidate[] {
  const drawn = candidates.map((candidate) => ({
    candidate,
    key: createHash('sha256').update(`${question}\n${candidate.path}`).digest('hex'),
  }));
  return drawn.sort((a, b) => (a.key < b.key ? -1 : 1)).map(({ candidate }) => candidate);
}

function listText(shown: readonly Shown[]): string {
  const lists = shown.map(
    ({ question, candidates }, at) => `# ${at + 1}\n\n${rerankPrompt(question, candidates).user}\n`,
  );
  return lists.join('\n');
}

/** By question, the paths of the pages chosen; a line of answers is the number of its question, a colon, and an order. */
function chosenPages(shown: readonly Shown[], answers: string, { idOf }: SitePages): Record<string, string[]> {
  const pathOf = new Map([...idOf].map(([path, id]) => [id, path]));
  const chosen: Record<string, string[]> = {};
  for (const [, number, order] of answers.matchAll(/^(\d+):(.*)$/gm)) {
    const list = shown[Number(number) - 1];
    const places = list && readRanking(order!, list.candidates.length);
    if (places === undefined) continue;
    chosen[list!.question] = places.slice(0, NAMED_PAGES).map((at) => pathOf.get(list!.candidates[at]!.path)!);
  }
  return chosen;
}
