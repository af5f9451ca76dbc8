import { analyzeText } from '../analyze-text.js';
import type { IndexTables } from '../search-index/index-tables.js';
import type { RankedChunk } from './rank-chunks.js';
import { comparableTitle } from './title-matches.js';

/** Pages whose titles are compared with the query, the best ones: words find a title that has all of them, though not always first. */
const COMPARED_PAGES = 10;

/** How far a section of that title is ahead of the best other result, and a page twice as far. */
const LEAD = 0.1;

/** What may follow a name in the title of its description: arguments, a type, a value. */
const SIGNATURE = /(?<=\w)[([<=].*$/s;

/**
 * Puts those first whose title, or whose page's title, has the words of the query and no others: who asks for a whole title
 * looks for what it is the title of, and not for the pages that say its words most often.
 *
 * @param ranked best first
 */
export async function exactTitlesFirst(
  ranked: readonly RankedChunk[],
  query: string,
  reader: Pick<IndexTables, 'core' | 'topic'>,
): Promise<readonly RankedChunk[]> {
  const asked = wholeTitle(query);
  const compared = [...new Set(ranked.map(({ topic }) => topic))].slice(0, COMPARED_PAGES);
  const read = async (topic: number) => {
    const { title, chunks } = await reader.topic(topic);
    return [topic, { isAsked: wholeTitle(title) === asked, chunks }] as const;
  };
  const records = new Map(await Promise.all(compared.map(read)));
  const named = new Set<number>();
  const levelOf = ({ topic, chunk }: RankedChunk): number => {
    const record = records.get(topic);
    if (record === undefined) return 0;
    if (!named.has(topic) && record.isAsked) {
      named.add(topic);
      return 2;
    }
    return wholeTitle(record.chunks[chunk - reader.core.firstChunks[topic]!]!.title) === asked ? 1 : 0;
  };
  const most = ranked[0]?.score ?? 0;
  return ranked
    .map((each) => ({ each, level: levelOf(each) }))
    .map(({ each, level }) => (level === 0 ? each : { ...each, score: most * (1 + LEAD * level) }))
    .sort((a, b) => b.score - a.score);
}

/** What a title is compared by: its words, or all of it where these say nothing. */
function wholeTitle(text: string): string {
  const title = comparableTitle(text).replace(SIGNATURE, '');
  return analyzeText(title).join(' ') || title;
}
