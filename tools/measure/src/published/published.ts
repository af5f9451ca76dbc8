import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { filesBelow } from '@topicmill/base/files';
import { resultsRootOf } from '@topicmill/pipeline/config';
import { openWorkspace } from '@topicmill/pipeline/workspace';
import { readPageFrontMatter } from '@topicmill/text/markdown';
import { readIndexJson } from '@topicmill/topics/formats';
import { INDEX_FILE } from '@topicmill/topics/formats/file-names';
import { loadPagefind } from '../peers.js';
import { buildDirectly, commandsOf, runNode } from '../repositories/commands.js';
import { type AskedQuestion, siteTables } from '../sites/site-tables.js';
import { type Table, tableCommand } from '../table-command.js';
import { comparePage, type PageDifference } from './compare-page.js';
import { askPublishedSite, type BuiltSite, readPublishedQuestions } from './published-questions.js';
import { layOutSite, type PublishedSite, readPublishedSites } from './published-sites.js';
import { openReader } from './read-in-chromium.js';

interface Options {
  readonly sites: string;
  readonly pages: string;
  readonly only?: readonly string[];
  readonly examples?: true;
  readonly questions?: true;
}

const URL_OF_SITES = 'https://docs.example.org/';
const HTML = /\.x?html?$/i;

/** A topic with the file that it was read from. */
interface ReadTopic {
  /** Below the folder of HTML. */
  readonly path: string;
  readonly markdown: string;
  readonly addresses: readonly string[];
}

/** A site as it was read, and how that differs from what a browser shows. */
interface ComparedSite extends PublishedSite {
  readonly exit: number | null;
  readonly seconds: number;
  readonly topicCount: number;
  readonly leftOutCount: number;
  readonly chunkCount: number;
  readonly wrongAddresses: readonly string[];
  readonly pages: readonly (PageDifference & { readonly path: string })[];
}

/** Runs `published`; see `--help`. */
export const published = tableCommand<Options>(
  {
    name: 'npm run eval:published --',
    description:
      'Reads the published HTML of Debian packages, as in tools/measure/published-sites.yaml, and compares text and ids of pages with what Chromium shows of them. Packages that are not there yet are downloaded.',
    examples: [
      ['npm run eval:published -- --sites /tmp/published', 'all of them; packages and builds stay in the folder'],
      ['npm run eval:published -- --sites /tmp/published --only courier --pages 100 --examples', 'and what differs'],
      ['npm run eval:published -- --sites /tmp/published --only git pam --questions', 'and what is found'],
    ],
  },
  (program) =>
    program
      .requiredOption('--sites <folder>', 'folder for packages and builds')
      .option('--pages <count>', 'pages of each site that are compared, drawn by the hash of their paths', '40')
      .option('--only <site...>', 'sites to compare')
      .option('--examples', 'the pages that differ most, with words and headings')
      .option('--questions', 'also how often the page that answers a question is found, compared with Pagefind'),
  async function* measure({ sites, pages, only, examples, questions }, { log }) {
    const compared: ComparedSite[] = [];
    const asked: AskedQuestion[] = [];
    const written = questions ? readPublishedQuestions() : {};
    for (const site of readPublishedSites().filter(({ name }) => only?.includes(name) ?? true)) {
      log(`${site.name}\n`);
      const workspace = layOutSite(site, sites);
      compared.push(await compareSite(site, workspace, Number(pages)));
      const own = written[site.name];
      if (own !== undefined)
        asked.push(...(await askPublishedSite(builtSite(site, workspace), own, await loadPagefind(log))));
    }
    yield siteTable(compared);
    yield* siteTables(asked, 'the page that answers, from published HTML');
    if (examples) for (const site of compared) yield examplesTable(site);
  },
);

async function compareSite(site: PublishedSite, workspace: string, pageCount: number): Promise<ComparedSite> {
  const { topicmill } = commandsOf(undefined);
  for (const each of ['topicmill.yaml', 'topics', '.topicmill', '.gitignore'])
    rmSync(join(workspace, each), { recursive: true, force: true });
  const init = runNode(topicmill, ['init', '--built', 'html', '--url', URL_OF_SITES, '--no-nx', '--yes'], workspace);
  if (init.status !== 0) throw new Error(`${site.name}: init\n${init.stderr}`);
  const { exit, seconds } = buildDirectly(topicmill, workspace);
  const { tree, config, leftOut } = openWorkspace(workspace, { env: {} });
  const topics = [...tree.values()].flatMap(({ id, page, isTopic }): ReadTopic[] => {
    const results = join(workspace, resultsRootOf(config), id);
    const path = page?.url === undefined ? undefined : htmlFile(workspace, page.url);
    if (!isTopic || path === undefined || !existsSync(join(results, INDEX_FILE))) return [];
    const { chunks } = readIndexJson(readFileSync(join(results, INDEX_FILE), 'utf8'), results)._embedded;
    const addresses = Object.values(chunks ?? {}).flatMap(({ items }) => items.flatMap(({ url }) => url ?? []));
    const text = readFileSync(join(workspace, page!.path), 'utf8');
    const { bodyOffset, values } = readPageFrontMatter(text, page!.path);
    const body = text.slice(bodyOffset);
    // A page without a heading of its own is found by its title too.
    const markdown = /^# /m.test(body) ? body : `${String(values['title'] ?? '')}\n\n${body}`;
    return [{ path, markdown, addresses }];
  });
  const order = (path: string): string => createHash('sha256').update(path).digest('hex');
  const drawn = topics.toSorted((a, b) => (order(a.path) < order(b.path) ? -1 : 1)).slice(0, pageCount);
  const reader = await openReader();
  try {
    const wrongAddresses: string[] = [];
    const pages: ComparedSite['pages'][number][] = [];
    for (const { path, markdown, addresses } of drawn) {
      const page = await reader.readHtml(join(workspace, 'html', path), site.content, site.without);
      const ids = new Set(page.ids);
      wrongAddresses.push(
        ...addresses.filter((each) => each.includes('#') && !ids.has(decodeURIComponent(each.split('#')[1]!))),
      );
      pages.push({ path, ...comparePage(page, await reader.readMarkdown(markdown)) });
    }
    const chunkCount = drawn.reduce((sum, { addresses }) => sum + addresses.length, 0);
    return {
      ...site,
      exit,
      seconds,
      topicCount: topics.length,
      leftOutCount: leftOut.length,
      chunkCount,
      wrongAddresses,
      pages,
    };
  } finally {
    await reader.close();
  }
}

function builtSite({ name }: PublishedSite, workspace: string): BuiltSite {
  const html = join(workspace, 'html');
  const paths = filesBelow(html)
    .filter((path) => HTML.test(path))
    .sort();
  return {
    name,
    workspace,
    pages: paths.map((url) => ({ url, content: readFileSync(join(html, url), 'utf8') })),
    pathOf: (url) => htmlFile(workspace, url),
  };
}

function htmlFile(workspace: string, url: string): string | undefined {
  const route = decodeURIComponent(url.slice(URL_OF_SITES.length));
  const paths = [route, `${route}index.html`, `${route}.html`, `${route}/index.html`];
  return paths.find((path) => HTML.test(path) && existsSync(join(workspace, 'html', path)));
}

function total(pages: readonly PageDifference[], count: (page: PageDifference) => number): number {
  return pages.reduce((sum, page) => sum + count(page), 0);
}

function siteTable(sites: readonly ComparedSite[]): Table {
  return {
    title: 'Published HTML as it is read, compared with Chromium',
    notes: [
      'Missing: shares of the words that Chromium shows of the content which the text lacks. Added: words of the text that are nowhere in the content.',
      'Ids of headings: those that lead elsewhere, and headings that lack one; headings that the text does not have; addresses of chunks without an id.',
    ],
    columns: [
      'kind',
      'exit',
      's',
      'topics',
      'left out',
      'pages',
      'words',
      'missing %',
      'added %',
      'headings',
      'wrong ids',
      'without id',
      'lost',
      'chunks',
      'wrong addresses',
    ],
    rows: sites.map(({ name, kind, exit, seconds, topicCount, leftOutCount, pages, chunkCount, wrongAddresses }) => {
      const words = total(pages, (page) => page.words);
      const share = (count: (page: PageDifference) => number): string =>
        ((100 * total(pages, count)) / words).toFixed(2);
      const headings = [
        total(pages, (page) => page.headings),
        total(pages, ({ wrongIds }) => wrongIds.length),
        total(pages, ({ withoutId }) => withoutId.length),
        total(pages, ({ lost }) => lost.length),
      ];
      return {
        name,
        values: [
          kind,
          exit ?? -1,
          seconds,
          topicCount,
          leftOutCount,
          pages.length,
          words,
          share(({ missing }) => missing.length),
          share(({ added }) => added.length),
          ...headings,
          chunkCount,
          wrongAddresses.length,
        ],
      };
    }),
  };
}

const WORST = 6;
const EXAMPLES = 12;

function examplesTable({ name, pages, wrongAddresses }: ComparedSite): Table {
  const differences = ({ missing, added, wrongIds, withoutId, lost }: PageDifference): number =>
    missing.length + added.length + 10 * (wrongIds.length + withoutId.length + lost.length);
  const some = (texts: readonly string[]): string =>
    [...new Set(texts)].slice(0, EXAMPLES).join(' · ').replace(/\s+/g, ' ');
  return {
    title: `${name}: the pages that differ most`,
    notes: [`Wrong addresses: ${some(wrongAddresses)}`],
    columns: ['words', 'missing', 'added', 'wrong ids', 'without id', 'lost'],
    rows: pages
      .filter((page) => differences(page) > 0)
      .toSorted((a, b) => differences(b) - differences(a))
      .slice(0, WORST)
      .map((page) => ({
        name: page.path,
        values: [
          page.words,
          ...[page.missing, page.added, page.wrongIds, page.withoutId, page.lost].map(
            (each) => `${each.length}: ${some(each)}`,
          ),
        ],
      })),
  };
}
