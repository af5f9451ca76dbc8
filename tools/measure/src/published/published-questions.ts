import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { soundYamlValue } from '@topicmill/base/yaml';
import * as z from 'zod';
import { type HtmlPage, pagefindPeer } from '../answers/pagefind-peer.js';
import type { Pagefind } from '../peers.js';
import { commandsOf, runNode, succeed } from '../repositories/commands.js';
import { type AskedQuestion, OWN_SEARCH } from '../sites/site-tables.js';

const question = z.strictObject({ question: z.string(), pages: z.array(z.string()).min(1) });
const file = z.record(z.string(), z.array(question));
const found = z.object({ results: z.array(z.object({ url: z.string() })) });

/** As many results as are needed for every page that has a place worth counting. */
const RESULTS = 300;

/** A site that is built, and how it names its pages. */
export interface BuiltSite {
  readonly name: string;
  readonly workspace: string;
  /** All of its pages, whose addresses are their paths below the folder of HTML. */
  readonly pages: readonly HtmlPage[];
  /** The path of the page at the address of a result. */
  pathOf(url: string): string | undefined;
}

/** A question and the paths of the pages that answer it. */
export type PublishedQuestion = z.infer<typeof question>;

/** The questions of `tools/measure/questions/published.questions.yaml`, by the name of the site. */
export function readPublishedQuestions(): Readonly<Record<string, readonly PublishedQuestion[]>> {
  const path = fileURLToPath(new URL('../../questions/published.questions.yaml', import.meta.url));
  return file.parse(soundYamlValue(readFileSync(path, 'utf8')));
}

/**
 * Asks `topicmill query` and, if it is given, Pagefind over the same HTML.
 *
 * @throws Error for a question whose pages the site does not have
 */
export async function askPublishedSite(
  { name, workspace, pages, pathOf }: BuiltSite,
  questions: readonly PublishedQuestion[],
  pagefind: Pagefind | undefined,
): Promise<AskedQuestion[]> {
  const known = new Set(pages.map(({ url }) => url));
  const missing = questions.flatMap((each) => each.pages).find((path) => !known.has(path));
  if (missing !== undefined) throw new Error(`${name}: no page ${missing}`);
  const peer = pagefind === undefined ? undefined : await pagefindPeer(pagefind, pages);
  try {
    const asked: AskedQuestion[] = [];
    for (const { question: text, pages: right } of questions) {
      const rankIn = (paths: readonly (string | undefined)[]): number =>
        [...new Set(paths)].findIndex((path) => path !== undefined && right.includes(path)) + 1;
      const ranks = new Map([[OWN_SEARCH, rankIn(query(workspace, text).map(pathOf))]]);
      if (peer !== undefined) ranks.set(peer.searcher.name, rankIn((await peer.searcher.search(text)).topics));
      asked.push({ site: name, use: 'report', kind: 'everyday', question: text, ranks });
    }
    return asked;
  } finally {
    peer?.close();
  }
}

/** Addresses of results, best first. */
function query(workspace: string, text: string): string[] {
  const { topicmill } = commandsOf(undefined);
  const stdout = succeed(runNode(topicmill, ['query', text, '--json', '-k', String(RESULTS)], workspace));
  return found.parse(JSON.parse(stdout)).results.map(({ url }) => url.split('#')[0]!);
}
