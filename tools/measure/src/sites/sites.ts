import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { existingFolder } from '@topicmill/base/cli';
import { TopicmillError } from '@topicmill/base/diagnostics';
import { Option } from 'commander';
import { loadPagefind } from '../peers.js';
import { type MeasureContext, type Table, tableCommand } from '../table-command.js';
import { readSitePages, type SitePages } from './read-site-pages.js';
import { readSites, type SiteFiles } from './site-files.js';
import { openIndex, siteSearchers } from './site-searchers.js';
import { type AskedQuestion, siteTables } from './site-tables.js';
import { type AskedSite, askUnanswered, unansweredTable } from './unanswered-questions.js';

interface Options {
  readonly sites: string;
  readonly questions: readonly string[];
  readonly only?: readonly string[];
  readonly pagefind?: true;
  readonly readers?: true;
  readonly unanswered?: true;
  readonly encoder?: true | 'texts';
}

const QUESTIONS = fileURLToPath(new URL('../../questions', import.meta.url));

/** Runs `sites`; see `--help`. */
export const sites = tableCommand<Options>(
  {
    name: 'npm run eval:sites --',
    description:
      'Asks the questions of tools/measure/questions in the docs of public sites, with and without the questions written for their pages, compared with MiniSearch and Pagefind. Each kind of question has a table of its own.',
    examples: [
      ['npm run eval:sites -- --sites <folder>', 'the checkouts below a folder, each named as its site'],
      ['npm run eval:sites -- --sites <folder> --only vite hugo', 'two of them'],
      [
        'npm run eval:sites -- --sites <folder> --questions <folder>',
        'with questions that stay outside the repository',
      ],
      [
        'npm run eval:sites -- --sites <folder> --readers --only zola caddy jj starlight',
        'and what readers gain who choose among the first twenty pages',
      ],
      [
        'TOPICMILL_ENCODER=<folder> npm run eval:sites -- --sites <folder> --encoder',
        'and what questions by the sentence encoder gain',
      ],
      ['npm run eval:sites -- --sites <folder> --pagefind', 'compared with Pagefind too, which takes minutes'],
      ['npm run eval:sites -- --sites <folder> --unanswered', 'how often a search notices that the docs do not answer'],
    ],
  },
  (program) =>
    program
      .requiredOption('--sites <folder>', 'folder with a checkout of each site', existingFolder)
      .option(
        '--questions <folder...>',
        'more folders as tools/measure/questions, with sites of their own or without',
        [],
      )
      .option('--only <site...>', 'sites to ask')
      .option('--pagefind', 'ask Pagefind too')
      .addOption(
        new Option(
          '--encoder [what]',
          'also with questions by the sentence encoder, and with `texts` everything by it, with words and alone',
        ).choices(['texts']),
      )
      .option('--readers', 'also in the order that readers gave the first twenty pages, see tools/measure/questions')
      .option('--unanswered', 'instead, how often a search says that the docs may not answer, rightly and wrongly'),
  measureSites,
);

async function* measureSites(options: Options, context: MeasureContext): AsyncGenerator<Table> {
  const described = chosenSites(options);
  const found = described.filter(({ name }) => existsSync(join(options.sites, name)));
  for (const { name } of described)
    if (!found.some((site) => site.name === name)) context.log(`No checkout of ${name}.\n`);
  if (options.unanswered) {
    yield unansweredTable(await askAllUnanswered(found, options, context));
    return;
  }
  const withPlain = await askSites(found, options, context, false);
  yield* siteTables(withPlain, 'pages as they are');
  const expanded = found.filter(({ expansions }) => expansions.size > 0);
  if (expanded.length > 0)
    yield* siteTables(await askSites(expanded, options, context, true), 'with questions written for the pages');
}

function expansionsById({ expansions }: SiteFiles, { idOf }: SitePages): ReadonlyMap<string, readonly string[]> {
  return new Map([...expansions].map(([path, questions]) => [idOf.get(path)!, questions]));
}

function chosenSites({ questions: folders, only }: Options): readonly SiteFiles[] {
  const asked = readSites([QUESTIONS, ...folders]).filter(({ questions }) => questions.length > 0);
  if (only === undefined) return asked;
  const names = asked.map(({ name }) => name);
  const unknown = only.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new TopicmillError('INVALID_OPTION', `There are no questions about a site "${unknown}".`, {
      remedy: `Name some of these, with blanks between them: ${names.join(' ')}.`,
    });
  }
  return asked.filter(({ name }) => only.includes(name));
}

async function askSites(
  some: readonly SiteFiles[],
  { sites: folder, pagefind, readers, encoder }: Options,
  { log }: MeasureContext,
  isExpanded: boolean,
): Promise<AskedQuestion[]> {
  const asked: AskedQuestion[] = [];
  for (const site of some) {
    const engine = pagefind ? await loadPagefind(log) : undefined;
    asked.push(...(await askSite(site, join(folder, site.name), { engine, isExpanded, readers, encoder })));
    log(`${site.name}: ${site.questions.length} questions asked\n`);
  }
  return asked;
}

async function askAllUnanswered(
  some: readonly SiteFiles[],
  { sites: folder }: Options,
  { log }: MeasureContext,
): Promise<AskedSite[]> {
  const asked: AskedSite[] = [];
  for (const site of some) {
    const pages = await readSitePages(join(folder, site.name), site);
    asked.push(await askUnanswered(site, pages, some, (topics) => openIndex({ ...pages, topics }, new Map())));
    log(`${site.name}: ${site.questions.length} questions asked\n`);
  }
  return asked;
}

/** How a site is asked. */
interface Asking {
  readonly engine: Awaited<ReturnType<typeof loadPagefind>>;
  readonly isExpanded: boolean;
  readonly readers: true | undefined;
  readonly encoder: Options['encoder'];
}

async function askSite(
  site: SiteFiles,
  root: string,
  { engine, isExpanded, readers, encoder }: Asking,
): Promise<AskedQuestion[]> {
  const pages = await readSitePages(root, site);
  const byId = isExpanded ? expansionsById(site, pages) : new Map<string, readonly string[]>();
  const orders = isExpanded ? site.orders.expanded : site.orders.plain;
  const chosen = (question: string): string[] => (orders.get(question) ?? []).map((path) => pages.idOf.get(path)!);
  const { searchers, close } = await siteSearchers(pages, byId, engine, {
    chosen: readers && chosen,
    encoder: encoder && { readsTexts: encoder === 'texts' },
  });
  try {
    const asked: AskedQuestion[] = [];
    for (const { pages: paths, question, kind } of site.questions) {
      const right = new Set(paths.map((path) => pages.idOf.get(path)!));
      const ranks = new Map<string, number>();
      for (const searcher of searchers) {
        const { topics } = await searcher.search(question);
        ranks.set(searcher.name, topics.findIndex((id) => right.has(id)) + 1);
      }
      asked.push({ site: site.name, use: site.use, kind, question, ranks });
    }
    return asked;
  } finally {
    close();
  }
}
