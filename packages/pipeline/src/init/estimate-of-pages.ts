import { readPageFrontMatter } from '@topicmill/text/markdown';
import { type TokenCounter, wordsCounter } from '@topicmill/text/tokens';
import { isEstimateOff } from '../chunk-files/index.js';
import type { FolderView } from '../sites/index.js';
import type { TopicPage } from '../sources/index.js';

/** How well tokens are estimated for some pages. */
export interface PagesEstimate {
  /** Pages that were looked at. */
  readonly pageCount: number;
  /** Those of them of which the estimate is off by more than half. */
  readonly offCount: number;
  /** Whether these are so many that chunks should be sized by real tokens. */
  readonly isOff: boolean;
}

/** Pages that are looked at, at most; counting the tokens of thousands would take seconds. */
const SAMPLE_COUNT = 200;
/** A list of names or links has far more tokens than words, and most docs have one. */
const MAX_OFF_SHARE = 0.1;

/**
 * Whether the estimate by words, which chunks are sized by, is far from the tokens of pages: of those with much code or
 * markup, or in a language other than English, it is.
 *
 * @param counter of real tokens
 */
export function estimateOfPages(view: FolderView, pages: readonly TopicPage[], counter: TokenCounter): PagesEstimate {
  const sample = evenSample(
    pages.filter(({ hasText }) => hasText),
    SAMPLE_COUNT,
  );
  const offCount = sample.filter(({ path }) => {
    const text = view.readText(path) ?? '';
    const body = text.slice(readPageFrontMatter(text, path).bodyOffset);
    return isEstimateOff(wordsCounter.count(body), counter.count(body));
  }).length;
  return { pageCount: sample.length, offCount, isOff: offCount > MAX_OFF_SHARE * sample.length };
}

/** At most `count` pages, evenly from the first on. */
export function evenSample(pages: readonly TopicPage[], count: number): readonly TopicPage[] {
  const step = Math.max(1, Math.ceil(pages.length / count));
  return pages.filter((_, at) => at % step === 0);
}
