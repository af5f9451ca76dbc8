import { lowerCase, splitAtUnspaced, WORD } from '@topicmill/text/words';

/** How often a text has each of its words. */
export type WordCounts = ReadonlyMap<string, number>;

/** Marks within words, of markdown and of line breaks, which differ between a source and what is published of it. */
const INSIDE_WORDS = /[*_`\\~\u00ad\u200b-\u200d\u2060]/g;
const INLINE_TAG = /<\/?(?:a|abbr|b|code|del|em|i|ins|kbd|mark|s|small|span|strong|sub|sup|u|var)(?:\s[^<>]*)?>/gi;

/** Words of texts that readers see: runs of letters and digits in lower case, single characters of scripts without spaces. */
export function wordCounts(texts: Iterable<string>): WordCounts {
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of wordsOf(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Words of texts in markdown: those between tags, and where tags are within words, those without them. */
export function markdownWordCounts(texts: readonly string[]): WordCounts {
  const counts = new Map(wordCounts(texts));
  for (const [word, count] of wordCounts(texts.map((text) => text.replace(INLINE_TAG, ''))))
    counts.set(word, Math.max(count, counts.get(word) ?? 0));
  return counts;
}

/** Words of one text, as often as another has them less often. */
export function missingWords(wanted: WordCounts, found: WordCounts): Map<string, number> {
  const missing = new Map<string, number>();
  for (const [word, count] of wanted) {
    const lack = count - (found.get(word) ?? 0);
    if (lack > 0) missing.set(word, lack);
  }
  return missing;
}

function wordsOf(text: string): string[] {
  const words = lowerCase(text.replace(INSIDE_WORDS, '')).match(WORD) ?? [];
  return words.flatMap((word) =>
    splitAtUnspaced(word).flatMap((part, at) => (at % 2 === 1 ? Array.from(part) : part === '' ? [] : [part])),
  );
}
