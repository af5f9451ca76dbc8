import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseConfig, type TopicmillConfig } from '@topicmill/pipeline/config';
import { type KindQuestion, readQuestionsFile } from '@topicmill/pipeline/gate';

/** A site that is asked about. */
export interface SiteFiles extends ListedSite {
  /** Its `topicmill.yaml`. */
  readonly config: TopicmillConfig;
  /** By page path, relative to the docs root. */
  readonly questions: readonly KindQuestion[];
  /** Questions written for pages, to be added to them, by page path. */
  readonly expansions: ReadonlyMap<string, readonly string[]>;
  /** What readers chose among the first pages of a search. */
  readonly orders: ReaderOrders;
}

/** By question, the page paths that a reader found likeliest to answer it, the likeliest first. */
type Orders = ReadonlyMap<string, readonly string[]>;

export interface ReaderOrders {
  /** Of a search in the pages as they are. */
  readonly plain: Orders;
  /** Of one in the pages with the questions written for them. */
  readonly expanded: Orders;
}

/** What the list of sites says of one. */
export interface ListedSite {
  readonly name: string;
  readonly repository: string;
  readonly commit: string;
  /** Only answers of sites for choosing may be used to choose settings. */
  readonly use: 'choose' | 'report';
}

/**
 * The sites of folders of questions. The `sites.json` of a folder lists sites whose `topicmill.yaml` is below it; each
 * folder adds any number of files `*.questions.yaml`, `*.expansions.json` and `*.orders.json` to a site, whichever lists it.
 *
 * @param folders the first one lists sites; of a site that two of them list, the first counts
 * @throws FaultsError for a file that does not have its format
 */
export function readSites(folders: readonly string[]): SiteFiles[] {
  const sites = new Map<string, { readonly site: ListedSite; readonly folder: string }>();
  for (const folder of folders) {
    for (const site of listedSites(folder)) if (!sites.has(site.name)) sites.set(site.name, { site, folder });
  }
  return [...sites.values()].map(({ site, folder }) => {
    const files = folders.flatMap((each) => filesIn(join(each, site.name)));
    const configFile = join(folder, site.name, 'topicmill.yaml');
    return {
      ...site,
      config: parseConfig(readFileSync(configFile, 'utf8'), configFile),
      questions: files
        .filter((file) => file.endsWith('.questions.yaml'))
        .flatMap((file) => readQuestionsFile(readFileSync(file, 'utf8'), file)),
      expansions: readExpansions(files.filter((file) => file.endsWith('.expansions.json'))),
      orders: readOrders(files.filter((file) => file.endsWith('.orders.json'))),
    };
  });
}

function listedSites(folder: string): ListedSite[] {
  const file = join(folder, 'sites.json');
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ListedSite[]) : [];
}

function readExpansions(files: readonly string[]): Map<string, readonly string[]> {
  const expansions = new Map<string, readonly string[]>();
  for (const file of files) {
    const written = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string[]>;
    for (const [page, questions] of Object.entries(written))
      expansions.set(page, [...(expansions.get(page) ?? []), ...questions]);
  }
  return expansions;
}

function readOrders(files: readonly string[]): ReaderOrders {
  const written = files.map(
    (file) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, Record<string, string[]>>,
  );
  const ordersOf = (pages: keyof ReaderOrders): Orders =>
    new Map(written.flatMap((orders) => Object.entries(orders[pages] ?? {})));
  return { plain: ordersOf('plain'), expanded: ordersOf('expanded') };
}

function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).sort();
  return names.map((name) => join(folder, name));
}
