import { DEFAULT_TWO_TIER_OPTIONS, type HeadingSource, twoTierStrategy } from '@topicmill/chunking';
import { loadTokenCounter } from '@topicmill/text/tokens';

/** Headings of a text against those that it has. */
export interface HeadingAccuracy {
  /** How the text would be read if it were not told. */
  readonly automaticSource: HeadingSource;
  /** In the text, and not found. */
  readonly missed: readonly string[];
  /** Found, and no headings. */
  readonly invented: readonly string[];
}

/**
 * @param source how the text is read
 * @param expected the headings of the text, without marks
 */
export async function headingAccuracy(
  text: string,
  source: HeadingSource,
  expected: readonly string[],
): Promise<HeadingAccuracy> {
  const tokenCounter = await loadTokenCounter('wordpiece-fitted');
  const readAs = (headings: HeadingSource | 'auto') =>
    twoTierStrategy({ ...DEFAULT_TWO_TIER_OPTIONS, tokenCounter, headings }).read({
      text,
      file: 'book',
      docId: 'book',
      title: 'Book',
    }).reading;
  const reading = readAs(source);
  const open = new Map<string, number>();
  for (const heading of expected) open.set(normal(heading), (open.get(normal(heading)) ?? 0) + 1);
  const invented: string[] = [];
  for (const { text: found } of reading.headings) {
    const left = open.get(normal(found)) ?? 0;
    if (left === 0) invented.push(found);
    else open.set(normal(found), left - 1);
  }
  const missed = [...open].flatMap(([heading, count]) => Array<string>(count).fill(heading));
  return {
    automaticSource: readAs('auto').headingSource,
    missed,
    invented,
  };
}

function normal(heading: string): string {
  return heading
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}
