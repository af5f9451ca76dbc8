import type { SearchIndex, SearchResult } from '@topicmill/search/retrieval';

/** A question that is asked, with the topic that answers it. */
export interface AskedQuestion {
  readonly topic: string;
  readonly text: string;
}

/** What a question of a chunk is worth to those who ask. */
export interface Gain {
  /**
   * By how much 1 / place of the right topic rises when the question counts, summed over all other questions of the docs;
   * below 0 if more is lost than won.
   */
  readonly gained: number;
  /** Place of its own topic when it is asked and does not count; 0 when it is not among those found. */
  readonly place: number;
}

/** As many results as are looked through for the topic. */
const RESULT_COUNT = 30;

/**
 * Finds out what each of some questions changes: all questions of the docs are asked, none answered by its own entry in whatever wording, and
 * asked again without each question that brought the right topic or one before it.
 *
 * @param index that counts all questions
 * @param judged the questions to find out about, each text once
 * @param others further questions, such as hand-written ones
 */
export async function measureGains(
  index: Pick<SearchIndex, 'search'>,
  judged: readonly AskedQuestion[],
  others: readonly AskedQuestion[],
  onProgress?: (doneCount: number, totalCount: number) => void,
): Promise<ReadonlyMap<string, Gain>> {
  const gained = new Map(judged.map(({ text }) => [text, 0]));
  const places = new Map<string, number>();
  const asked = [...judged, ...others];
  for (const [at, { topic, text }] of asked.entries()) {
    const all = await placeOf(index, topic, text, []);
    if (at < judged.length) places.set(text, all.place);
    const counted = all.decisive.flatMap(({ match: { question } }) => question ?? []);
    for (const question of new Set(counted)) {
      const before = gained.get(question);
      if (before === undefined) continue;
      const without = await placeOf(index, topic, text, [question]);
      gained.set(question, before + worth(all.place) - worth(without.place));
    }
    onProgress?.(at + 1, asked.length);
  }
  return new Map(judged.map(({ text }) => [text, { gained: gained.get(text)!, place: places.get(text)! }]));
}

interface Place {
  readonly place: number;
  /** The results of the right topic and of those before it. */
  readonly decisive: readonly SearchResult[];
}

async function placeOf(
  index: Pick<SearchIndex, 'search'>,
  topic: string,
  text: string,
  masked: readonly string[],
): Promise<Place> {
  const maskedQuestion = [text, ...masked];
  const { results } = await index.search(text, { limit: RESULT_COUNT, maskedQuestion, maskedTopics: [topic] });
  const order = [...new Set(results.map((result) => result.topic))];
  const place = order.indexOf(topic) + 1;
  const first = new Set(place === 0 ? order : order.slice(0, place));
  return { place, decisive: results.filter((result) => first.has(result.topic)) };
}

function worth(place: number): number {
  return place === 0 ? 0 : 1 / place;
}
