import type { KindQuestion } from '@topicmill/pipeline/gate';
import type { SearchIndex } from '@topicmill/search/retrieval';
import { mean } from '../statistics.js';
import { percent, type Table } from '../table-command.js';
import type { SitePages } from './read-site-pages.js';
import type { SiteFiles } from './site-files.js';

/** Questions of each other site that are asked. */
const FOREIGN_COUNT = 8;
/** The pages are divided into this many parts, of which one is missing at a time. */
const PARTS = 5;

/** What a search said about its results: that the docs may not answer, and that they lack words of the question. */
interface Doubts {
  readonly doubted: boolean;
  readonly lacksWords: boolean;
}

/** The questions of one site, by what its docs are to them. */
export interface AskedSite {
  readonly site: string;
  readonly use: 'choose' | 'report';
  readonly answered: readonly Doubts[];
  /** The pages that answer are missing; others may answer in part. */
  readonly withoutPages: readonly Doubts[];
  /** Questions about other products; docs of one kind of product answer some of them. */
  readonly foreign: readonly Doubts[];
}

/**
 * Asks what a site answers, what it would answer if it had some more pages, and what other sites answer.
 *
 * @param open makes a search in some of the pages
 */
export async function askUnanswered(
  site: SiteFiles,
  pages: SitePages,
  others: readonly SiteFiles[],
  open: (topics: SitePages['topics']) => Promise<SearchIndex>,
): Promise<AskedSite> {
  const whole = await open(pages.topics);
  const withoutPages: Doubts[] = [];
  for (let part = 0; part < PARTS; part++) {
    const missing = new Set(pages.topics.filter((_, at) => at % PARTS === part).map(({ id }) => id));
    const questions = site.questions.filter((each) => each.pages.every((path) => missing.has(pages.idOf.get(path)!)));
    if (questions.length === 0) continue;
    const rest = await open(pages.topics.filter(({ id }) => !missing.has(id)));
    withoutPages.push(...(await doubtsAbout(questions, rest)));
  }
  return {
    site: site.name,
    use: site.use,
    answered: await doubtsAbout(site.questions, whole),
    withoutPages,
    foreign: await doubtsAbout(others.filter(({ name }) => name !== site.name).flatMap(someOf), whole),
  };
}

/** Questions from all parts of a site's list. */
function someOf({ questions }: SiteFiles): readonly KindQuestion[] {
  const step = Math.max(1, questions.length / FOREIGN_COUNT);
  return Array.from(
    { length: Math.min(FOREIGN_COUNT, questions.length) },
    (_, at) => questions[Math.floor(at * step)]!,
  );
}

async function doubtsAbout(questions: readonly KindQuestion[], index: SearchIndex): Promise<Doubts[]> {
  const doubts: Doubts[] = [];
  for (const { question } of questions) {
    const { byMeaningOnly, lowConfidence, missingWords } = await index.search(question);
    doubts.push({ doubted: byMeaningOnly || lowConfidence, lacksWords: missingWords.length > 0 });
  }
  return doubts;
}

/** How often a search says that the docs may not answer, where they do and where they do not. */
export function unansweredTable(asked: readonly AskedSite[]): Table {
  const groups: [string, readonly AskedSite[]][] = [
    ...asked.map((each): [string, readonly AskedSite[]] => [each.site, [each]]),
    ['all for choosing', asked.filter(({ use }) => use === 'choose')],
    ['all for reporting', asked.filter(({ use }) => use === 'report')],
  ];
  const kinds = ['answered', 'withoutPages', 'foreign'] as const;
  return {
    title: 'Questions that the docs do not answer',
    notes: [
      'Share of questions of which a search says that the docs may not answer them / that they lack one of the words.',
      'Without their pages: a fifth of the pages is missing, those that answer among them. Of other sites: eight questions of each.',
    ],
    columns: ['questions', 'answered (false alarms)', 'without their pages', 'of other sites'],
    rows: groups
      .filter(([, some]) => some.length > 0)
      .map(([name, some]) => ({
        name,
        values: [
          some.flatMap(({ answered }) => answered).length,
          ...kinds.map((kind) => {
            const doubts = some.flatMap((each) => each[kind]);
            const share = (has: keyof Doubts): string => percent(mean(doubts.map((each) => (each[has] ? 1 : 0))));
            return `${share('doubted')} / ${share('lacksWords')}`;
          }),
        ],
      })),
  };
}
