/** What a search engine finds for a question. */
export interface Found {
  /** Ids of topics, best first, each once. */
  readonly topics: readonly string[];
}

/** A search engine with all topics in its index. */
export interface Searcher {
  readonly name: string;
  /** The same for searchers that differ in a setting only, of which the best is to be chosen. */
  readonly family: string;
  search(question: string): Promise<Found>;
}
