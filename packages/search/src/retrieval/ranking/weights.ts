/**
 * What each kind of evidence counts in the ranking of pages and chunks. They were chosen together, on some sites, and hold
 * on others: `npm run eval:sites`. The words of a page are a share of the best page's; others are measured against that.
 */
export const WEIGHTS = {
  /** The nearest passage of a page, in standard deviations of all pages. */
  nearness: 0.1,
  /** The same of chunks within their page: those of one page are all near the query. */
  chunkNearness: 0.05,
  /** Both, where a sentence encoder has read the query, or the docs too: so many times as much. */
  encoder: { questions: 1.5, all: 2 },
  /** What a page gains that others link to: so much for twice the links, for each ten times as many pages. */
  links: 0.025,
  /** A question that is the query word for word, as often as the best page's words. */
  sameQuestion: 2,
  /** What a second chunk of a page counts against its first, a third against its second. */
  repeatDecay: 0.7,
  /** Parts of a page's words, against the score of its best chunk: all chunks as one text. */
  page: 0.5,
  title: 1.25,
  description: 0.25,
  /** All of its questions together, which are few words. */
  questions: 2.5,
  /** Parts of a chunk's words: the best of its questions. */
  chunkQuestion: 0.2,
  /** The page's title and description, for its first chunk, which says what the page is. */
  overviewTitle: 0.15,
  overviewDescription: 0.25,
  /** How much more a chunk of code answers a question after the way to do something. */
  howToCode: 0.3,
};
